"""`String.new`: values as text, by formats that depend on their type."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cmp_to_key
from typing import Any

from ..base.errors import PuppetError
from .binary import BINARY, Binary
from .collections import ARRAY, HASH, ArrayType, HashType
from .infer import infer_set
from .iterables import IteratorType
from .labels import ruby_class
from .numbers import FLOAT, NUMERIC, FloatType, IntegerType
from .object_extension import ObjectTypeExtension
from .object_type import OBJECT, ObjectType
from .render import Renderer, double_quoted, quoted, regexp_literal
from .ruby_number import float_text
from .ruby_text import inspect, to_s
from .scalars import BooleanType
from .sprintf import sprintf
from .strings import EnumType, PatternType, RegexpType, StringType
from .tuples import StructType, TupleType
from .type import ANY, DefaultType, Type, UndefType
from .type_type import TypeType
from .uri import UriType
from .values import DEFAULT, Hash, Value

FORMAT_PATTERN = r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$"
_FORMAT = re.compile(r"%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])", re.M)
_DELIMITERS = {"[": ("[", "]"), "{": ("{", "}"), "(": ("(", ")"), "<": ("<", ">"), "|": ("|", "|")}


class Format:
    """`%<flags><width>.<precision><letter>`, and what containers have besides."""

    def __init__(self, text: str) -> None:
        match = next((m for line in [text] if (m := _line_match(line))), None)
        if match is None:
            raise PuppetError(f"The format '{text}' is not a valid format on the form '%<flags><width>.<prec><format>'")
        flags = match[1]
        if len(set(flags)) != len(flags):
            raise PuppetError(f"The same flag can only be used once, got '{text}'")
        delimiters = [flag for flag in "[{(<|" if flag in flags]
        if len(delimiters) > 1:
            raise PuppetError(f"Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{text}'")
        self.text = text
        self.letter = match[4]
        self.flags = flags
        self.left = "-" in flags
        self.alternate = "#" in flags
        self.width = int(match[2]) if match[2] else None
        self.precision = int(match[3]) if match[3] else None
        self.delimiters = _DELIMITERS[delimiters[0]] if delimiters else ("", "") if " " in flags else None
        self.separator: str | None = None
        self.separator2: str | None = None
        self.inner: Formats | None = None

    def merged(self, other: Format) -> Format:
        result = Format(other.text)
        result.separator = self.separator if other.separator is None else other.separator
        result.separator2 = self.separator2 if other.separator2 is None else other.separator2
        result.inner = merged_formats(self.inner, other.inner)
        return result


def _line_match(text: str) -> re.Match[str] | None:
    return next((m for line in text.split("\n") if (m := _FORMAT.fullmatch(line))), None)


Formats = dict[Type, Format]


def merged_formats(low: Formats | None, high: Formats | None) -> Formats | None:
    """`high` wins, also over narrower types that it has no format for."""
    if low is None or high is None:
        return low if high is None else high
    kept = {k: v for k, v in low.items() if not any(other != k and other.assignable(k) for other in high)}
    keys = list(dict.fromkeys((*kept, *high)))
    pairs = [
        (key, kept[key].merged(high[key]) if key in kept and key in high else kept.get(key) or high[key])
        for key in keys
    ]
    by_type = cmp_to_key(_narrower_first)
    return dict(sorted(pairs, key=lambda pair: by_type(pair[0])))


def _narrower_first(a: Type, b: Type) -> int:
    a_in_b, b_in_a = b.assignable(a), a.assignable(b)
    if a == b:
        return 0
    if a_in_b != b_in_a:
        return -1 if a_in_b else 1
    ranks = _rank(a), _rank(b)
    if 0 in ranks:
        ranks_text = str(a), str(b)
        return (ranks_text[0] > ranks_text[1]) - (ranks_text[0] < ranks_text[1])
    return ranks[0] - ranks[1]


def _rank(type_: Type) -> int:
    kinds = {StructType: 1, HashType: 2, TupleType: 3, ArrayType: 4, PatternType: 10, EnumType: 11, StringType: 12}
    return kinds.get(type(type_), 0)


def _container_format(text: str, separator: str, separator2: str) -> Format:
    format_ = Format(text)
    format_.separator, format_.separator2, format_.inner = separator, separator2, INNER
    return format_


INNER: Formats = {ANY: Format("%p")}
DEFAULTS: Formats = {
    OBJECT: Format("%p"), FLOAT: Format("%f"), NUMERIC: Format("%d"), ARRAY: _container_format("%a", ", ", ", "),
    HASH: _container_format("%h", ", ", " => "), BINARY: Format("%B"), ANY: Format("%s"),
}  # fmt: skip


def convert(value: Value, formats: Value = DEFAULT) -> str:
    """A value by formats: `default`, the text of one, or a hash of them by type."""
    value_type = infer_set(value)
    table: Formats | None = DEFAULTS
    if isinstance(formats, str):
        key: Type = value_type
        if ARRAY.assignable(value_type):
            key = ARRAY
        elif HASH.assignable(value_type):
            key = HASH
        formats = Hash({key: formats})
    if isinstance(formats, Hash):
        table = merged_formats(DEFAULTS, _read_formats(formats))
    return Converter(table or {}).convert(value_type, value, Indentation(0, True, False))


def _read_formats(given: Hash) -> Formats:
    formats: Formats = {}
    for key, value in given.pairs():
        if not isinstance(key, Type):
            raise PuppetError(
                f"top level keys in the format hash must be data types, got instance of '{ruby_class(key)}'"
            )
        formats[key] = _read_container(value) if isinstance(value, Hash) else Format(value)
    return formats


def _read_container(given: Hash) -> Format:
    result = Format(given.get("format") or "%p") if "format" in given else Format("%p")
    result.separator, result.separator2 = given.get("separator"), given.get("separator2")
    inner = given.get("string_formats")
    result.inner = None if inner is None else _read_formats(inner)
    return result


class Indentation:
    __slots__ = ("first", "indenting", "level")

    def __init__(self, level: int, first: bool, indenting: bool) -> None:
        self.level, self.first, self.indenting = level, first, indenting

    def with_indenting(self, indenting: bool) -> Indentation:
        return Indentation(self.level, self.first, indenting)

    def increased(self, indenting: bool = False) -> Indentation:
        return Indentation(self.level + 1, True, indenting)

    def subsequent(self) -> Indentation:
        return Indentation(self.level, False, self.indenting) if self.first else self

    @property
    def breaks(self) -> bool:
        return self.indenting and self.level > 0 and not self.first

    @property
    def padding(self) -> str:
        return "  " * self.level


class Converter:
    """Converts values by one table of formats."""

    def __init__(self, formats: Formats) -> None:
        self.formats = formats

    def format_of(self, type_: Type) -> Format:
        return next((format_ for key, format_ in self.formats.items() if key.assignable(type_)), _PLAIN)

    def convert(self, type_: Type, value: Value, indentation: Indentation) -> str:
        if isinstance(type_, IteratorType):
            values = tuple(value.all())
            return self.convert(infer_set(values), values, indentation)
        if isinstance(type_, (ArrayType, TupleType)):
            return self.array(type_, value, indentation)
        if isinstance(type_, (HashType, StructType)):
            return self.hash(type_, value, indentation)
        format_ = self.format_of(type_)
        if isinstance(type_, (ObjectType, ObjectTypeExtension)):
            return _object(format_, value, indentation)
        if isinstance(type_, UriType):
            return _uri(format_, value, indentation)
        for kind, method in _KINDS.items():
            if isinstance(type_, kind):
                return method(format_, value)
        return sprintf(format_.text, (value,), to_s, inspect)

    def child(self, value: Value, inner: Formats, indentation: Indentation) -> str:
        type_ = infer_set(value)
        container = isinstance(type_, (ArrayType, HashType, StructType, TupleType, ObjectType))
        return (self if container else Converter(inner)).convert(type_, value, indentation)

    def array(self, type_: Type, values: tuple[Value, ...], indentation: Indentation) -> str:
        format_ = self.format_of(type_)
        if format_.letter not in "asp":
            raise illegal_format("Array", format_, "asp")
        separator = ", " if format_.separator is None else format_.separator
        opening, closing = format_.delimiters or ("[", "]")
        indentation = indentation.with_indenting(format_.alternate or indentation.indenting)
        children = indentation.increased(format_.alternate).subsequent()
        mapped = [self.child(value, format_.inner or INNER, children) for value in values]
        wide = format_.alternate and format_.width is not None and _widest(values, mapped) > format_.width
        out = f"\n{indentation.padding}{opening}" if indentation.breaks else opening
        for number, (value, text) in enumerate(zip(values, mapped, strict=True)):
            nested = isinstance(value, (tuple, Hash))
            if number == 0:
                out += " " if wide and not nested else ""
            else:
                out += separator
                after_nested = format_.alternate and isinstance(values[number - 1], (tuple, Hash))
                if not nested and (wide or after_nested):
                    out = out if out.endswith("\n") else out.rstrip()
                    out += "\n" + children.padding
            if out.endswith(" ") and text.startswith("\n"):
                out = out.rstrip()
            out += text
        return out + closing

    def hash(self, type_: Type, value: Hash, indentation: Indentation) -> str:
        format_ = self.format_of(type_)
        if format_.letter == "a":
            pairs = tuple(value.pairs())
            return self.convert(infer_set(pairs), pairs, indentation)
        if format_.letter not in "hsp":
            raise illegal_format("Hash", format_, "hasp")
        separator = ", " if format_.separator is None else format_.separator
        arrow = " => " if format_.separator2 is None else format_.separator2
        opening, closing = format_.delimiters or ("{", "}")
        indentation = indentation.with_indenting(format_.alternate or indentation.indenting)
        children = indentation.increased()
        line, padding = "", ""
        if format_.alternate:
            separator = (separator if separator.endswith("\n") else separator.rstrip()) + "\n"
            line, padding = "\n", children.padding
        inner = format_.inner or INNER
        entries = separator.join(
            f"{padding}{self.child(key, inner, children)}{arrow}{self.child(element, inner, children)}"
            for key, element in value.pairs()
        )
        out = f"\n{indentation.padding}{opening}" if indentation.breaks else opening
        return f"{out}{line}{entries}{line + indentation.padding if format_.alternate else ''}{closing}"


def _widest(values: tuple[Value, ...], mapped: list[str]) -> int:
    widths = [0]
    for value, text in zip(values, mapped, strict=True):
        if isinstance(value, (tuple, Hash)):
            widths.append(0)
        else:
            widths[-1] += len(text)
    return max(widths)


def illegal_format(kind: str, format_: Format, expected: str) -> PuppetError:
    return PuppetError(
        f"Illegal format '{format_.letter}' specified for value of {kind} type - expected one of the characters"
        f" '{expected}'"
    )


def _fitted(format_: Format, text: str) -> str:
    """Width and precision applied, where the format has one of them or `-`."""
    if format_.precision is not None:
        text = text[: format_.precision]
    width = format_.width or 0
    return text.ljust(width) if format_.left else text.rjust(width)


def _ruby(format_: Format, letter: str, value: Value) -> str:
    """Ruby's sprintf with another letter."""
    return sprintf(format_.text.replace(format_.letter, letter), (value,), to_s, inspect)


def _number(format_: Format, value: int | float) -> str:
    return sprintf(format_.text, (float(value) if format_.letter in "eEfgGaA" else int(value),), to_s, inspect)


def _integer(format_: Format, value: int) -> str:
    if format_.letter in "dxXobBeEfgGaA":
        return _number(format_, value)
    if format_.letter == "p":
        return _ruby(format_, "p", value)
    if format_.letter == "c":
        if not 0 <= value <= 0x10FFFF or 0xD800 <= value <= 0xDFFF:
            raise PuppetError("pack(U): value out of range")
        char = chr(value)
        return _ruby(format_, "s", f'"{char}"' if format_.alternate else char)
    if format_.letter == "s":
        return _ruby(format_, "p" if format_.alternate else "s", str(value))
    raise illegal_format("Integer", format_, "dxXobBeEfgGaAspc")


def _float(format_: Format, value: float) -> str:
    if format_.letter in "dxXobBeEfgGaA":
        return _number(format_, value)
    if format_.letter == "p":
        return _ruby(format_, "p", value)
    if format_.letter == "s":
        text = float_text(value)
        return _ruby(format_, "s", f'"{text}"' if format_.alternate else text)
    raise illegal_format("Float", format_, "dxXobBeEfgGaAsp")


def _boolean(format_: Format, value: bool) -> str:
    words = {"t": ("true", "false"), "T": ("True", "False"), "y": ("yes", "no"), "Y": ("Yes", "No")}
    if format_.letter in words:
        word = words[format_.letter][0 if value else 1]
        return _fitted(format_, word[0] if format_.alternate else word)
    if format_.letter in "dxXobBeEfgGaA":
        return _number(format_, 1 if value else 0)
    if format_.letter in "sp":
        return _fitted(format_, "true" if value else "false")
    raise illegal_format("Boolean", format_, "tTyYdxXobBeEfgGaAsp")


def _undef(format_: Format, value: None) -> str:
    plain = {"n": ("nil", "null"), "u": ("undef", "undefined"), "v": ("n/a", "n/a"), "V": ("N/A", "N/A"),
             "s": ("", '""'), "p": ("undef", '"undef"'), **dict.fromkeys("dxXobBeEfgGaA", ("NaN", "NaN"))}  # fmt: skip
    if format_.letter not in plain:
        raise illegal_format("Undef", format_, "nudxXobBeEfgGaAvVsp")
    return _fitted(format_, plain[format_.letter][1 if format_.alternate else 0])


def _default(format_: Format, value: Value) -> str:
    if format_.letter not in "dspD":
        raise illegal_format("Default", format_, "dDsp")
    word = "Default" if format_.letter == "D" else "default"
    return _fitted(format_, f'"{word}"' if format_.alternate else word)


def _string(format_: Format, value: str) -> str:
    letter = format_.letter
    if letter == "s":
        return _ruby(format_, "s", value)
    if letter == "p":
        return _fitted(format_, double_quoted(value) if format_.alternate else quoted(value))
    changes: dict[str, Callable[[str], str]] = {
        "c": str.capitalize, "C": lambda text: "::".join(part.capitalize() for part in _split(text)),
        "u": str.upper, "d": str.lower, "t": lambda text: text.strip(" \t\n\v\f\r\0"),
    }  # fmt: skip
    if letter not in changes:
        raise illegal_format("String", format_, "cCudspt")
    text = changes[letter](value)
    return _fitted(format_, quoted(text)) if format_.alternate else _ruby(format_, "s", text)


def _split(text: str) -> list[str]:
    """Ruby's split: no empty parts at the end."""
    parts = text.split("::")
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _regexp(format_: Format, value: Any) -> str:
    if format_.letter == "p":
        return _ruby(format_, "s", regexp_literal(value))
    if format_.letter == "s":
        source = value.source if value.source.isascii() else f"(?-imx:{value.source})"
        return _ruby(format_, "s", quoted(source) if format_.alternate else source)
    raise illegal_format("Regexp", format_, "sp")


def _binary(format_: Format, value: Binary) -> str:
    letter = format_.letter
    texts: Mapping[str, Callable[[], str]] = {
        "s": lambda: _decoded(value.data), "b": value.relaxed, "B": lambda: str(value), "u": value.urlsafe,
        "t": lambda: "Binary", "T": lambda: "BINARY",
    }  # fmt: skip
    if letter == "p":
        return f'Binary("{_ruby(format_, "s", str(value))}")'
    if letter not in texts:
        raise illegal_format("Binary", format_, "bButTsp")
    return _ruby(format_, "p" if format_.alternate else "s", texts[letter]())


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        byte = data[error.start]
        raise PuppetError(f'"\\x{byte:02X}" from ASCII-8BIT to UTF-8') from error


def _type(format_: Format, value: Type) -> str:
    if format_.letter == "s":
        return _ruby(format_, "s", f'"{value}"' if format_.alternate else str(value))
    if format_.letter == "p":
        return _ruby(format_, "s", str(value))
    raise illegal_format("Type", format_, "sp")


def _rendered(format_: Format, value: Value, indentation: Indentation) -> str:
    indenting = format_.alternate or indentation.indenting
    return Renderer(indent=indentation.level if indenting else None).value(value)


def _object(format_: Format, value: Value, indentation: Indentation) -> str:
    if format_.letter == "p":
        return _rendered(format_, value, indentation)
    if format_.letter in "sq":
        return str(value)
    raise illegal_format("Object", format_, "spq")


def _uri(format_: Format, value: Value, indentation: Indentation) -> str:
    if format_.letter == "p":
        return _rendered(format_, value, indentation)
    if format_.letter == "s":
        return _ruby(format_, "s", quoted(str(value)) if format_.alternate else str(value))
    raise illegal_format("URI", format_, "sp")


_PLAIN = Format("%s")
_KINDS: dict[type[Type], Callable[[Format, Any], str]] = {
    StringType: _string, IntegerType: _integer, FloatType: _float, BooleanType: _boolean, UndefType: _undef,
    DefaultType: _default, RegexpType: _regexp, type(BINARY): _binary, TypeType: _type,
}  # fmt: skip

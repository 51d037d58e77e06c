"""`String.new`: values as text, by formats that depend on their type."""

from __future__ import annotations

from .collections import ARRAY, HASH, ArrayType, HashType
from .format_scalars import SCALARS, illegal_format, ruby_formatted
from .formats import DEFAULTS, INNER, Format, Formats, merged_formats, read_formats
from .infer import infer_set
from .iterables import IteratorType
from .object_extension import ObjectTypeExtension
from .object_type import ObjectType
from .render import Renderer, quoted
from .ruby_text import inspect, to_s
from .runtime import RuntimeType
from .sprintf import sprintf
from .tuples import StructType, TupleType
from .type import Type
from .uri import UriType
from .values import DEFAULT, Hash, Value

_PLAIN = Format("%s")


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
        table = merged_formats(DEFAULTS, read_formats(formats))
    return Converter(table or {}).convert(value_type, value, Indentation(0, True, False))


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
        if isinstance(type_, ObjectTypeExtension):
            type_ = type_.base_type
        format_ = self.format_of(type_)
        if isinstance(type_, ObjectType):
            return _object(format_, value, indentation)
        if isinstance(type_, RuntimeType):
            return _runtime(format_, value)
        if isinstance(type_, UriType):
            return _uri(format_, value, indentation)
        for kind, method in SCALARS.items():
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


def _rendered(format_: Format, value: Value, indentation: Indentation) -> str:
    indenting = format_.alternate or indentation.indenting
    return Renderer(indent=indentation.level if indenting else None).value(value)


def _object(format_: Format, value: Value, indentation: Indentation) -> str:
    if format_.letter == "p":
        return _rendered(format_, value, indentation)
    if format_.letter in "sq":
        return str(value)
    raise illegal_format("Object", format_, "spq")


def _runtime(format_: Format, value: Value) -> str:
    if format_.letter not in "spq":
        raise illegal_format("Runtime", format_, "spq")
    return quoted(to_s(value)) if format_.letter == "p" else to_s(value)


def _uri(format_: Format, value: Value, indentation: Indentation) -> str:
    if format_.letter == "p":
        return _rendered(format_, value, indentation)
    if format_.letter == "s":
        return ruby_formatted(format_, "s", quoted(str(value)) if format_.alternate else str(value))
    raise illegal_format("URI", format_, "sp")

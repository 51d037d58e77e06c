"""Values without parts as text, each kind by the letters of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..base.errors import PuppetError
from .binary import BINARY, Binary
from .formats import Format
from .numbers import FloatType, IntegerType
from .render import double_quoted, quoted, regexp_literal
from .ruby_number import float_text, whole
from .ruby_text import inspect, to_s
from .scalars import BooleanType
from .sprintf import sprintf
from .strings import RegexpType, StringType
from .type import DefaultType, Type, UndefType
from .type_type import TypeType
from .values import Value


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


def ruby_formatted(format_: Format, letter: str, value: Value) -> str:
    """Ruby's sprintf with another letter."""
    return sprintf(format_.text.replace(format_.letter, letter), (value,), to_s, inspect)


def _number(format_: Format, value: int | float) -> str:
    return sprintf(format_.text, (float(value) if format_.letter in "eEfgGaA" else whole(value),), to_s, inspect)


def _integer(format_: Format, value: int) -> str:
    if format_.letter in "dxXobBeEfgGaA":
        return _number(format_, value)
    if format_.letter == "p":
        return ruby_formatted(format_, "p", value)
    if format_.letter == "c":
        if not 0 <= value <= 0x10FFFF or 0xD800 <= value <= 0xDFFF:
            raise PuppetError("pack(U): value out of range")
        char = chr(value)
        return ruby_formatted(format_, "s", f'"{char}"' if format_.alternate else char)
    if format_.letter == "s":
        return ruby_formatted(format_, "p" if format_.alternate else "s", str(value))
    raise illegal_format("Integer", format_, "dxXobBeEfgGaAspc")


def _float(format_: Format, value: float) -> str:
    if format_.letter in "dxXobBeEfgGaA":
        return _number(format_, value)
    if format_.letter == "p":
        return ruby_formatted(format_, "p", value)
    if format_.letter == "s":
        text = float_text(value)
        return ruby_formatted(format_, "s", f'"{text}"' if format_.alternate else text)
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
        return ruby_formatted(format_, "s", value)
    if letter == "p":
        return _fitted(format_, double_quoted(value) if format_.alternate else quoted(value))
    changes: dict[str, Callable[[str], str]] = {
        "c": str.capitalize, "C": lambda text: "::".join(part.capitalize() for part in _split(text)),
        "u": str.upper, "d": str.lower, "t": lambda text: text.strip(" \t\n\v\f\r\0"),
    }  # fmt: skip
    if letter not in changes:
        raise illegal_format("String", format_, "cCudspt")
    text = changes[letter](value)
    return _fitted(format_, quoted(text)) if format_.alternate else ruby_formatted(format_, "s", text)


def _split(text: str) -> list[str]:
    """Ruby's split: no empty parts at the end."""
    parts = text.split("::")
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _regexp(format_: Format, value: Any) -> str:
    if format_.letter == "p":
        return ruby_formatted(format_, "s", regexp_literal(value))
    if format_.letter == "s":
        source = value.source if value.source.isascii() else f"(?-imx:{value.source})"
        return ruby_formatted(format_, "s", quoted(source) if format_.alternate else source)
    raise illegal_format("Regexp", format_, "sp")


def _binary(format_: Format, value: Binary) -> str:
    letter = format_.letter
    texts: Mapping[str, Callable[[], str]] = {
        "s": lambda: _decoded(value.data), "b": value.relaxed, "B": lambda: str(value), "u": value.urlsafe,
        "t": lambda: "Binary", "T": lambda: "BINARY",
    }  # fmt: skip
    if letter == "p":
        return f'Binary("{ruby_formatted(format_, "s", str(value))}")'
    if letter not in texts:
        raise illegal_format("Binary", format_, "bButTsp")
    return ruby_formatted(format_, "p" if format_.alternate else "s", texts[letter]())


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        byte = data[error.start]
        raise PuppetError(f'"\\x{byte:02X}" from ASCII-8BIT to UTF-8') from error


def _type(format_: Format, value: Type) -> str:
    if format_.letter == "s":
        return ruby_formatted(format_, "s", f'"{value}"' if format_.alternate else str(value))
    if format_.letter == "p":
        return ruby_formatted(format_, "s", str(value))
    raise illegal_format("Type", format_, "sp")


SCALARS: dict[type[Type], Callable[[Format, Any], str]] = {
    StringType: _string, IntegerType: _integer, FloatType: _float, BooleanType: _boolean, UndefType: _undef,
    DefaultType: _default, RegexpType: _regexp, type(BINARY): _binary, TypeType: _type,
}  # fmt: skip

"""Ruby's `scanf`: reading values out of a text by a template."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ..types.values import Value

_DIRECTIVE: Final = re.compile(r"%(\*?)(\d*)(?:[hlL]*)([%diuoxXaAeEfFgGsc]|\[\^?\]?[^\]]*\])|(\s+)|(.)", re.S)
_FLOAT: Final = r"[+-]?(?:0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?\d+)?|\d*\.?\d+(?:[eE][+-]?\d+)?|\d+\.)"

#: Conversion letter -> what it matches (white space before it is skipped) and what that becomes.
_KINDS: Final[dict[str, tuple[str, Callable[[str], Value]]]] = {
    "d": (r"[+-]?\d+", int),
    "u": (r"[+-]?\d+", int),
    "i": (r"[+-]?(?:0[xX][0-9a-fA-F]+|0[0-7]*|\d+)", lambda text: _prefixed(text)),
    "o": (r"[+-]?[0-7]+", lambda text: int(text, 8)),
    "x": (r"[+-]?(?:0[xX])?[0-9a-fA-F]+", lambda text: int(text, 16)),
    "s": (r"\S+", lambda text: text),
    **dict.fromkeys("aefg", (_FLOAT, float)),
}


def scanf(text: str, template: str) -> tuple[Value, ...]:
    """The values up to the first directive that does not match."""
    values: list[Value] = []
    at = 0
    for match in _DIRECTIVE.finditer(template):
        ignored, width, kind, blank, literal = match.groups()
        if blank is not None:
            at = _after_blanks(text, at)
            continue
        if literal is not None or kind == "%":
            expected = literal or "%"
            if text[at : at + 1] != expected:
                break
            at += 1
            continue
        found = _matched(text, at, kind, int(width) if width else None)
        if found is None:
            break
        value, at = found
        if not ignored:
            values.append(value)
    return tuple(values)


def _matched(text: str, at: int, kind: str, width: int | None) -> tuple[Value, int] | None:
    """The value of one directive and the place behind it."""
    if kind == "c":
        taken = text[at : at + (width or 1)]
        return (taken, at + len(taken)) if taken else None
    convert: Callable[[str], Value] = _as_is
    if kind.startswith("["):
        pattern = f"{kind}+"
    else:
        at = _after_blanks(text, at)
        pattern, convert = _KINDS[kind.lower()]
    piece = text[at:] if width is None else text[at : at + width]
    match = re.match(pattern, piece)
    return None if match is None else (convert(match[0]), at + match.end())


def _after_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _prefixed(text: str) -> int:
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text.lstrip("+"))
    radix = 16 if digits[:2].lower() == "0x" else 8 if digits.startswith("0") else 10
    return sign * int(digits, radix)


def _as_is(text: str) -> str:
    return text

"""Numbers as Ruby reads and prints them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from ..base.errors import PuppetError

_NUMERIC = re.compile(r"[ \t]*(?:([-+])[ \t]*)?((0[xX][0-9A-Fa-f]+)|(0?[0-9]+)((?:\.[0-9]+)?(?:[eE]-?[0-9]+)?))[ \t]*")
#: Ruby's `[[:blank:]]` is any space separator; Python's re has no such class.
_BLANKS = str.maketrans(dict.fromkeys("\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006" "\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "))  # fmt: skip


def to_number(text: str) -> int | float | None:
    """The number that a string denotes to the operators of Puppet; None where it denotes none."""
    match = _NUMERIC.fullmatch(text.removeprefix("::").translate(_BLANKS))
    if match is None:
        return None
    sign, digits, hexadecimal, decimal, rest = match.groups()
    negative = sign == "-"
    if rest:
        if not decimal.strip("0") and re.fullmatch(r"\.?0*[eE].*", rest):
            return None
        number = float(digits)
        if math.isinf(number):
            return None
        return -number if negative else number
    if hexadecimal:
        integer = int(digits, 16)
    elif len(digits) > 1 and digits[0] == "0":
        if not re.fullmatch("[0-7]+", digits):
            return None
        integer = int(digits, 8)
    else:
        integer = int(digits)
    return -integer if negative else integer


def whole(number: int | float, convert: Callable[[float], int] = int) -> int:
    """An integer made out of a number; Ruby's FloatDomainError for one that is infinite."""
    try:
        return convert(number)
    except (OverflowError, ValueError):
        raise PuppetError(float_text(number)) from None


def float_text(value: float) -> str:
    """`Float#to_s`: `1.0`, `1.0e+15`, `1.0e-05`, `Infinity`."""
    if math.isinf(value) or math.isnan(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    text = repr(value)
    mantissa, _, exponent = text.partition("e")
    if not exponent and abs(value) >= 1e15 and text.endswith(".0"):
        # Python writes all digits of integers below 1e16, Ruby below 1e15.
        lead, digits = text[: 2 if value < 0 else 1], text[2 if value < 0 else 1 : -2]
        mantissa, exponent = f"{lead}.{digits.rstrip('0') or '0'}", "+15"
    if not exponent:
        return text if "." in text else text + ".0"
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}e{exponent[0]}{exponent[1:].zfill(2)}"


def ruby_integer(text: str, radix: int | None = None) -> int | None:
    """`Integer(text, radix)` for radix 2, 8, 10, 16 or none; None where Ruby raises."""
    match = re.fullmatch(r"\s*([+-]?)(0[xXbBoOdD])?(_?)([0-9A-Za-z]+(?:_[0-9A-Za-z]+)*)\s*", text)
    if match is None or "\0" in text:
        return None
    sign, prefix, underscore, digits = match.groups()
    bases = {"x": 16, "b": 2, "o": 8, "d": 10}
    base = bases[prefix[1].lower()] if prefix else 10
    if underscore:
        return None
    if radix is not None:
        if prefix and base != radix:
            # A prefix of another radix may be digits of this one: `0b1` is 0xb1.
            digits, prefix = prefix + digits, None
        base = radix
    elif not prefix and len(digits) > 1 and digits[0] == "0":
        base = 8
    try:
        number = int(digits.replace("_", ""), base)
    except ValueError:
        return None
    return -number if sign == "-" else number


def ruby_float(text: str) -> float | None:
    """`Float(text)`; None where Ruby raises."""
    stripped = text.strip(" \t\n\v\f\r")
    hexadecimal = re.fullmatch(
        r"([+-]?)0[xX]([0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*)(\.[0-9A-Fa-f]+)?([pP][+-]?[0-9]+)?", stripped
    )
    if hexadecimal:
        return float.fromhex(stripped.replace("_", ""))
    digits = "[0-9]+(?:_[0-9]+)*"
    if not re.fullmatch(rf"[+-]?(?:{digits}(?:\.{digits})?|\.{digits})(?:[eE][+-]?{digits})?", stripped):
        return None
    return float(stripped.replace("_", ""))

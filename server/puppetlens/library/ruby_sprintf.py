"""Ruby's `sprintf`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..base.errors import PuppetError
from ..types.values import Hash, Value
from .rounding import to_float
from .ruby_order import class_name
from .ruby_text import inspect, to_s

_DIRECTIVE: Final = re.compile(
    r"%(?P<flags>(?:[ #+\-0]|(?P<index>\d+)\$|<(?P<first_name>\w+)>)*)"
    r"(?P<width>\d+|\*)?(?:\.(?P<precision>\d+|\*)?)?(?P<dot>)"
    r"(?:<(?P<name>\w+)>)?(?P<late_width>\d+|\*)?(?:\.(?P<late_precision>\d+|\*))?"
    r"(?P<kind>\{[^}]*\}|[^<])?",
    re.S,
)
_INTEGER: Final = re.compile(r"\s*([+-]?)(0[xX]|0[bB]|0[oO]|0[dD]|0)?([0-9a-fA-F]+(?:_[0-9a-fA-F]+)*)\s*\Z")
_RADIX: Final = {"0x": 16, "0b": 2, "0o": 8, "0d": 10, "0": 8}


@dataclass
class Directive:
    """One `%...`: its flags, width and precision as they turn out."""

    flags: str
    width: int | None
    precision: int | None
    kind: str

    def pad(self, text: str, sign: str = "") -> str:
        """`sign` and `text` in the width; zeroes go between the two."""
        room = (self.width or 0) - len(sign) - len(text)
        if room <= 0:
            return sign + text
        if "-" in self.flags:
            return sign + text + " " * room
        return sign + "0" * room + text if "0" in self.flags else " " * room + sign + text

    def sign_of(self, negative: bool) -> str:
        return "-" if negative else "+" if "+" in self.flags else " " if " " in self.flags else ""


class Arguments:
    """The values to format, taken one by one, by number or by name."""

    def __init__(self, values: Sequence[Value]) -> None:
        self._values = values
        self._taken = 0
        self._numbered: int | None = None

    def next(self) -> Value:
        if self._numbered is not None:
            raise PuppetError(f"unnumbered({self._taken + 1}) mixed with numbered")
        if self._taken >= len(self._values):
            raise PuppetError("too few arguments")
        self._taken += 1
        return self._values[self._taken - 1]

    def at(self, number: int) -> Value:
        if self._taken:
            raise PuppetError(f"numbered({number}) after unnumbered({self._taken})")
        self._numbered = number
        if not 1 <= number <= len(self._values):
            raise PuppetError("too few arguments")
        return self._values[number - 1]

    def named(self, name: str, shown: str) -> Value:
        if len(self._values) != 1 or not isinstance(self._values[0], Hash):
            raise PuppetError("one hash required")
        if name not in self._values[0]:
            raise PuppetError(f"key{shown} not found")
        return self._values[0][name]


def sprintf(template: str, values: Sequence[Value]) -> str:
    """`template` with its directives replaced; Ruby's errors as `PuppetError`."""
    arguments = Arguments(values)
    return _DIRECTIVE.sub(lambda match: _formatted(match, arguments), template)


def _formatted(match: re.Match[str], arguments: Arguments) -> str:
    kind = match["kind"] or ""
    flags = re.sub(r"\d+\$|<\w+>", "", match["flags"])
    if kind in ("%", "\n", "\0") and not flags and match["width"] is None:
        return kind if kind == "%" else f"%{kind}"
    if not kind or kind == "%":
        raise PuppetError(_incomplete(match, flags))
    directive = Directive(
        flags,
        _number(match["width"] or match["late_width"], arguments),
        _precision(match, arguments),
        kind,
    )
    if directive.width is not None and directive.width < 0:
        directive.width, directive.flags = -directive.width, directive.flags + "-"
    name = match["first_name"] or match["name"]
    if kind.startswith("{"):
        return directive.pad(to_s(arguments.named(kind[1:-1], kind)))
    if kind not in "diuxXobBeEfgGaAcsp":
        raise PuppetError(f"malformed format string - %{kind}")
    if name is not None:
        value = arguments.named(name, f"<{name}>")
    elif match["index"] is not None:
        value = arguments.at(int(match["index"]))
    else:
        value = arguments.next()
    return _shown(directive, value)


def _incomplete(match: re.Match[str], flags: str) -> str:
    if match["width"]:
        return "malformed format string - %*[0-9]"
    if flags:
        return "invalid format character - %"
    return "incomplete format specifier; use %% (double %) instead"


def _number(text: str | None, arguments: Arguments) -> int | None:
    if text is None:
        return None
    return to_integer(arguments.next()) if text == "*" else int(text)


def _precision(match: re.Match[str], arguments: Arguments) -> int | None:
    given = _number(match["precision"] or match["late_precision"], arguments)
    if given is None and "." in match[0][: match.start("kind") - match.start()]:
        return 0
    return given


def _shown(directive: Directive, value: Value) -> str:
    kind = directive.kind
    if kind in "diu":
        return _decimal(directive, to_integer(value))
    if kind in "xXobB":
        return _radix(directive, to_integer(value))
    if kind in "eEfgGaA":
        return _real(directive, value)
    directive.flags = directive.flags.replace("0", "")
    if kind == "c":
        return directive.pad(_character(value))
    text = to_s(value) if kind == "s" else inspect(value)
    return directive.pad(text if directive.precision is None else text[: directive.precision])


def _character(value: Value) -> str:
    if isinstance(value, str):
        if len(value) != 1:
            raise PuppetError("%c requires a character")
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return chr(int(value) & 0x10FFFF)
    if value is None:
        raise PuppetError("no implicit conversion from nil to integer")
    raise PuppetError(f"no implicit conversion of {_kind_of(value)} into Integer")


def _decimal(directive: Directive, value: int) -> str:
    digits = str(abs(value))
    if directive.precision is not None:
        directive.flags = directive.flags.replace("0", "")
        digits = "" if value == 0 and directive.precision == 0 else digits.zfill(directive.precision)
    return directive.pad(digits, directive.sign_of(value < 0))


def _radix(directive: Directive, value: int) -> str:
    """Hexadecimal, octal and binary; negative ones as `..f01` unless a sign is asked for."""
    letter = directive.kind.lower()
    base = {"x": 16, "o": 8, "b": 2}[letter]
    prefix = {"x": "0x", "o": "0", "b": "0b"}[letter] if "#" in directive.flags and value else ""
    signed = "+" in directive.flags or " " in directive.flags
    zeroes = "0" in directive.flags and "-" not in directive.flags and directive.precision is None
    if value >= 0 or signed:
        digits = format(abs(value), letter)
        if directive.precision is not None:
            digits = digits.zfill(directive.precision)
        sign = directive.sign_of(value < 0) + prefix
        filler = "0"
    else:
        digits = _complement(value, base)
        filler = format(base - 1, "x")
        sign = prefix
        if zeroes:
            digits = filler * max(0, (directive.width or 0) - len(prefix) - 2 - len(digits)) + digits
        digits = f"..{digits}"
    if directive.kind in "XB":
        digits, sign = (digits.upper() if letter == "x" else digits), sign.upper()
    if not zeroes:
        directive.flags = directive.flags.replace("0", "")
    return directive.pad(digits, sign)


def _complement(value: int, base: int) -> str:
    """The digits of a negative number in two's complement: one of the endless leading ones, and the rest."""
    bits = {16: 4, 8: 3, 2: 1}[base]
    count = 1
    while value < -(1 << (bits * count - 1)) or count < 1:
        count += 1
    digits = format(value & ((1 << (bits * count)) - 1), {16: "x", 8: "o", 2: "b"}[base])
    highest = format(base - 1, "x")
    digits = digits.zfill(count).lstrip(highest)
    return highest + digits


def _real(directive: Directive, value: Value) -> str:
    number = _to_real(value)
    sign = directive.sign_of(number < 0 or str(number).startswith("-"))
    magnitude = abs(number)
    if magnitude != magnitude or magnitude == float("inf"):
        directive.flags = directive.flags.replace("0", "")
        return directive.pad("NaN" if magnitude != magnitude else "Inf", sign)
    if directive.kind in "aA":
        text = re.sub(r"\.?0*p", "p", magnitude.hex()) if directive.precision is None else magnitude.hex()
        return directive.pad(text.upper() if directive.kind == "A" else text, sign)
    alternate = "#" if "#" in directive.flags else ""
    precision = 6 if directive.precision is None else directive.precision
    return directive.pad(f"%{alternate}.{precision}{directive.kind}" % magnitude, sign)


def _to_real(value: Value) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        number = to_float(value)
        if number is None:
            raise PuppetError(f"invalid value for Float(): {inspect(value)}")
        return number
    raise PuppetError(f"can't convert {_kind_of(value)} into Float")


def to_integer(value: Value) -> int:
    """Ruby's `Integer(value)`."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return int(value)
    if not isinstance(value, str):
        raise PuppetError(f"can't convert {_kind_of(value)} into Integer")
    match = _INTEGER.match(value)
    if match is not None:
        sign, prefix, digits = match.groups()
        radix = _RADIX[prefix.lower()] if prefix else 10
        try:
            return int(digits, radix) * (-1 if sign == "-" else 1)
        except ValueError:
            pass  # a digit that the radix does not have, told below
    if value.strip() in ("0", "+0", "-0"):
        return 0
    raise PuppetError(f"invalid value for Integer(): {inspect(value)}")


def _kind_of(value: Value) -> str:
    if value is None:
        return "nil"
    return ("true" if value else "false") if isinstance(value, bool) else class_name(value)

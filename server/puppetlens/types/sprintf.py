"""Ruby's `sprintf`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Decimal

from ..base.byte_text import joined, like
from ..base.errors import PuppetError
from ..base.ruby_string import inspect_string
from .labels import ruby_class
from .ruby_number import float_text, ruby_float, ruby_integer
from .ruby_text import not_a_float
from .time_values import TimeData
from .values import Hash, Value

_DIGITS = re.compile("[0-9]*")
_FLAGS = " #+-0"
_INTEGER_KINDS = "dixXobBu"
_FLOAT_KINDS = "feEgGaA"


class _Directive:
    """What stands between `%` and the letter; `chosen` where a number or a name chose the value."""

    def __init__(self) -> None:
        self.flags: set[str] = set()
        self.width: int | None = None
        self.precision: int | None = None
        self.precise = False
        self.chosen = False
        self.name: str | None = None
        self.value: Value = None

    def allow(self, what: str) -> None:
        """PuppetError where a flag or a width comes too late."""
        if what == "width" and self.width is not None:
            raise PuppetError("width given twice")
        if what == "flag" and self.width is not None:
            raise PuppetError("flag after width")
        if self.precise:
            raise PuppetError(f"{what} after precision")


def sprintf(
    format_: str,
    arguments: tuple[Value, ...],
    shown: Callable[[Value], str],
    inspected: Callable[[Value], str],
    string_names: bool = False,
) -> str:
    """`format % arguments`; `shown` is Ruby's `to_s` of a value, `inspected` its `inspect`.

    `string_names`: `%<name>d` and `%{name}` look the keys of a hash up as strings. Ruby wants symbols, which no
    hash of Puppet's has; the function `sprintf` makes them of the strings.

    PuppetError with Ruby's words for a malformed format, too few arguments, a value of the wrong kind.
    """
    return _Formatter(format_, arguments, shown, inspected, string_names).run()


class _Formatter:
    def __init__(
        self,
        format_: str,
        arguments: tuple[Value, ...],
        shown: Callable[[Value], str],
        inspected: Callable[[Value], str],
        string_names: bool,
    ) -> None:
        self.format = format_
        self.string_names = string_names
        self.arguments = arguments
        self.shown, self.inspected = shown, inspected
        self.at = 0
        #: How many arguments were taken in turn; None once one was chosen by number or (`named`) by name.
        self.taken: int | None = 0
        self.named = False

    def run(self) -> str:
        out: list[str] = []
        while True:
            start = self.format.find("%", self.at)
            if start < 0:
                return joined((like(self.format, ""), *out, self.format[self.at :]))
            out.append(self.format[self.at : start])
            self.at = start + 1
            if self.at == len(self.format):
                raise PuppetError("incomplete format specifier; use %% (double %) instead")
            out.append(self._directive())

    def _peek(self) -> str:
        return self.format[self.at : self.at + 1]

    def _directive(self) -> str:
        directive = _Directive()
        while True:
            char = self._peek() or "\0"
            if char in _FLAGS:
                directive.allow("flag")
                directive.flags.add(char)
                self.at += 1
            elif char.isdecimal() and char.isascii():
                self._number(directive)
            elif char == "*":
                directive.allow("width")
                width = self._star()
                if width < 0:
                    directive.flags.add("-")
                directive.width = abs(width)
            elif char == ".":
                self._precision(directive)
            elif char in "<{":
                if self._name(directive, char):
                    return self._text(directive, self.shown(directive.value))
            elif char in "\n\0" or char == "%":
                if directive.flags or directive.width is not None or directive.precise:
                    raise PuppetError("invalid format character - %")
                self.at += 1 if char == "%" else 0
                return "%"
            else:
                self.at += 1
                return self._convert(directive, char)

    def _digits(self) -> str:
        match = _DIGITS.match(self.format, self.at)
        assert match is not None
        self.at = match.end()
        if self.at == len(self.format):
            raise PuppetError("malformed format string - %*[0-9]")
        return match[0]

    def _number(self, directive: _Directive) -> None:
        number = _size(self._digits(), "width")
        if self._peek() != "$":
            directive.allow("width")
            directive.width = number
            return
        if directive.chosen:
            raise PuppetError(f"value given twice - {number}$")
        directive.chosen, directive.value = True, self._at(number)
        self.at += 1

    def _star(self) -> int:
        """The number that `*` or `*2$` stands for."""
        self.at += 1
        before = self.at
        digits = self._digits()
        if self._peek() == "$":
            self.at += 1
            return _whole(self._at(int(digits or 0)))
        self.at = before
        return _whole(self._take())

    def _precision(self, directive: _Directive) -> None:
        if directive.precise:
            raise PuppetError("precision given twice")
        directive.precise = True
        self.at += 1
        if self._peek() == "*":
            precision = self._star()
            directive.precision = None if precision < 0 else precision
            return
        directive.precision = _size(self._digits() or "0", "precision")

    def _name(self, directive: _Directive, opening: str) -> bool:
        """Reads `<name>` or `{name}`; whether the directive ends here."""
        close = ">" if opening == "<" else "}"
        end = self.format.find(close, self.at)
        if end < 0:
            raise PuppetError("malformed name - unmatched parenthesis")
        name = self.format[self.at + 1 : end]
        self.at = end + 1
        if directive.name is not None:
            raise PuppetError(f"named{opening}{name}{close} after <{directive.name}>")
        if self.taken != 0 and not self.named:
            before = "numbered" if self.taken is None else f"unnumbered({self.taken})"
            raise PuppetError(f"named{opening}{name}{close} after {before}")
        self.taken, self.named = None, True
        if len(self.arguments) != 1 or not isinstance(self.arguments[0], Hash):
            raise PuppetError("one hash required")
        if not self.string_names or name not in self.arguments[0]:
            raise PuppetError(f"key{opening}{name}{close} not found")
        directive.chosen, directive.name, directive.value = True, name, self.arguments[0][name]
        return opening == "{"

    def _take(self) -> Value:
        """The next argument."""
        if self.taken is None:
            raise PuppetError(f"unnumbered(1) mixed with {'named' if self.named else 'numbered'}")
        if self.taken >= len(self.arguments):
            raise PuppetError("too few arguments")
        self.taken += 1
        return self.arguments[self.taken - 1]

    def _at(self, number: int) -> Value:
        """The argument of a number."""
        if self.taken:
            raise PuppetError(f"numbered({number}) after unnumbered({self.taken})")
        if self.named:
            raise PuppetError(f"numbered({number}) after named")
        if number < 1:
            raise PuppetError(f"invalid index - {number}$")
        self.taken = None
        if number > len(self.arguments):
            raise PuppetError("too few arguments")
        return self.arguments[number - 1]

    def _convert(self, directive: _Directive, kind: str) -> str:
        if not directive.chosen and kind in "cspdixXobBufeEgGaA":
            directive.value = self._take()
        value = directive.value
        if kind == "c":
            return self._character(directive, value)
        if kind == "s":
            return self._text(directive, self.shown(value))
        if kind == "p":
            return self._text(directive, self.inspected(value))
        if kind in _INTEGER_KINDS:
            return format_integer(directive.flags, directive.width, directive.precision, kind, self._integer(value))
        if kind in _FLOAT_KINDS:
            number = self._float(value)
            return format_float(directive.flags, directive.width, directive.precision, kind, number)
        raise PuppetError(f"malformed format string - %{kind}")

    def _character(self, directive: _Directive, value: Value) -> str:
        if isinstance(value, str):
            if len(value) != 1:
                raise PuppetError("%c requires a character")
            return _pad(value, directive.flags, directive.width)
        if isinstance(value, (tuple, Hash)):
            raise PuppetError(_not_converted(value, "Integer").replace("can't convert", "no implicit conversion of"))
        return _pad(_character_of(self._integer(value)), directive.flags, directive.width)

    def _text(self, directive: _Directive, text: str) -> str:
        if directive.precision is not None:
            text = text[: directive.precision]
        return _pad(text, directive.flags, directive.width)

    def _integer(self, value: Value) -> int:
        if isinstance(value, str):
            number = ruby_integer(value)
            if number is None:
                raise PuppetError(f"invalid value for Integer(): {inspect_string(value)}")
            return number
        if isinstance(value, float):
            if math.isinf(value) or math.isnan(value):
                raise PuppetError(float_text(value))
            return int(value)
        if isinstance(value, TimeData):
            return math.floor(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise PuppetError(_not_converted(value, "Integer"))
        return value

    def _float(self, value: Value) -> float | int:
        if isinstance(value, str):
            number = ruby_float(value)
            if number is None:
                raise not_a_float(value)
            return number
        if isinstance(value, TimeData):
            return float(value)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise PuppetError(_not_converted(value, "Float"))
        return value


def _size(digits: str, what: str) -> int:
    """A width or precision, which Ruby takes up to the largest C `int`."""
    if len(digits.lstrip("0")) > 10 or int(digits) > 2**31 - 1:
        raise PuppetError(f"{what} too big")
    return int(digits)


def _whole(value: Value) -> int:
    """A width or precision among the arguments."""
    if isinstance(value, float) and math.isfinite(value):
        return int(value)
    if value is None:
        raise PuppetError("no implicit conversion from nil to integer")
    if isinstance(value, bool) or not isinstance(value, int):
        raise PuppetError(_not_converted(value, "Integer").replace("can't convert", "no implicit conversion of"))
    if abs(value) > 2**31 - 1:
        raise PuppetError(f"integer {value} too big to convert to `int'")
    return value


def _character_of(code: int) -> str:
    if code.bit_length() > 31:
        raise PuppetError(f"integer {code} too big to convert to `int'")
    # Ruby makes text of halves of surrogate pairs and of bytes too, which nothing can show.
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise PuppetError("invalid character")
    return chr(code)


def _not_converted(value: Value, kind: str) -> str:
    name = {None: "nil", True: "true", False: "false"}.get(value) if value is None or isinstance(value, bool) else None
    return f"can't convert {name or ruby_class(value)} into {kind}"


def _pad(text: str, flags: set[str], width: int | None) -> str:
    if width is None:
        return text
    return text.ljust(width) if "-" in flags else text.rjust(width)


def format_integer(flags: set[str], width: int | None, precision: int | None, kind: str, value: int) -> str:
    """`%d` and alike. Without a sign flag, a negative number in another base is two's complement with `..`."""
    base = {"x": 16, "X": 16, "o": 8, "b": 2, "B": 2}.get(kind, 10)
    prefix = {"x": "0x", "X": "0X", "o": "0", "b": "0b", "B": "0B"}.get(kind, "") if "#" in flags else ""
    sign = "-" if value < 0 else "+" if "+" in flags else " " if " " in flags else ""
    dots = ""
    if value < 0 and base != 10 and not flags & {"+", " "}:
        sign = ""
        digits = _complement(value, base)
        dots = ".."
    else:
        digits = _digits(abs(value), base)
    if kind == "X":
        digits = digits.upper()
    if value == 0:
        prefix = ""
    if precision == 0 and value == 0:
        digits = ""
    elif precision is not None:
        fill = digits[0] if dots else "0"
        digits = digits.rjust(precision - len(dots), fill)
    elif "0" in flags and "-" not in flags and width is not None:
        room = width - len(sign) - len(prefix)
        digits = digits.rjust(room - len(dots), digits[0] if dots else "0")
    return _pad(f"{sign}{prefix}{dots}{digits}", flags, width)


def _digits(value: int, base: int) -> str:
    return format(value, {16: "x", 8: "o", 2: "b"}.get(base, "d"))


def _complement(value: int, base: int) -> str:
    """The shortest digits of a negative number that begin with the highest digit."""
    bits = {16: 4, 8: 3, 2: 1}[base]
    length = value.bit_length() // bits + 1
    text = _digits((1 << (bits * length)) + value, base).rjust(length, "0")
    top = _digits(base - 1, base)
    text = top + text.lstrip(top)
    return text or top


def format_float(flags: set[str], width: int | None, precision: int | None, kind: str, value: float | int) -> str:
    negative = math.copysign(1, value) < 0
    sign = "-" if negative else "+" if "+" in flags else " " if " " in flags else ""
    if isinstance(value, float) and (math.isinf(value) or math.isnan(value)):
        name = "NaN" if math.isnan(value) else "Inf"
        return _pad(("" if math.isnan(value) and negative else sign) + name, flags, width)
    if kind in "aA":
        body = _hexadecimal(abs(float(value)), precision, "#" in flags)
        prefix = "0x"
        if kind == "A":
            body, prefix = body.upper(), "0X"
    else:
        body, prefix = _decimal(abs(value), kind, 6 if precision is None else precision, "#" in flags), ""
    if "0" in flags and "-" not in flags and width is not None:
        body = body.rjust(width - len(sign) - len(prefix), "0")
    return _pad(sign + prefix + body, flags, width)


def _decimal(value: float | int, kind: str, precision: int, alternate: bool) -> str:
    if kind == "f" and isinstance(value, int):
        text = str(value)
        return f"{text}.{'0' * precision}" if precision else text + ("." if alternate else "")
    return format(float(value), f"{'#' if alternate else ''}.{precision}{kind}")


def _hexadecimal(value: float, precision: int | None, alternate: bool) -> str:
    if value == 0:
        digits = "" if precision is None else "0" * precision
        return f"0{'.' + digits if digits or alternate else ''}p+0"
    mantissa, exponent = math.frexp(value)
    exponent -= 1
    whole = int(Decimal(mantissa * 2) * (1 << 52))
    if precision is None:
        digits = f"{whole:014x}"[1:].rstrip("0")
    else:
        known = min(precision, 13)
        whole = int((Decimal(whole) / (1 << (52 - 4 * known))).quantize(Decimal(1), ROUND_HALF_EVEN))
        if whole >= 2 * 16**known:
            whole, exponent = 16**known, exponent + 1
        digits = f"{whole:x}"[1:].ljust(precision, "0")
    return f"1{'.' + digits if digits or alternate else ''}p{exponent:+d}"

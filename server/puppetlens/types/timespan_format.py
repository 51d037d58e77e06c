"""Timespan's own formats, both ways: `%D-%H:%M:%S.%-N`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from ..base.errors import PuppetError
from .time_values import DAY, HOUR, MINUTE, SECOND, Timespan

DEFAULT_FORMATS = (
    "%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S",
)  # fmt: skip

#: Letter -> nanoseconds of one, default width; from small to large.
_UNITS = {"N": (1, 9), "L": (1_000_000, 3), "S": (SECOND, 2), "M": (MINUTE, 2), "H": (HOUR, 2), "D": (DAY, 1)}
_ORDER = "NLSMHD"
#: How many of a unit make one of the next.
_WRAP = {"S": 60, "M": 60, "H": 24, "L": 1000}


class _Segment(msgspec.Struct):
    """A literal (`letter` is empty), or a unit with its padding and width.

    `total` is set for the largest unit of a format, which counts all that is above it too.
    """

    text: str
    letter: str = ""
    pad: str | None = "0"
    width: int | None = None
    total: bool = False

    @property
    def digits(self) -> int:
        return self.width or _UNITS[self.letter][1]

    def pattern(self) -> str:
        if not self.letter:
            return f"({re.escape(self.text)})"
        if self.width is None:
            if self.total:
                return r"\s*([0-9]+)" if self.pad == " " else "([0-9]+)"
            return rf"([0-9\s]{{1,{self.digits}}})" if self.pad == " " else f"([0-9]{{1,{self.digits}}})"
        if self.pad is None:
            return f"([0-9]{{1,{self.width}}})"
        return f"([0-9]{{{self.width}}})" if self.pad == "0" else rf"([0-9\s]{{{self.width}}})"

    def nanoseconds(self, group: str) -> int:
        if self.letter not in "LN":
            return int(group) * _UNITS[self.letter][0]
        if self.total:
            raise PuppetError(
                "Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher"
                " magnitude"
            )
        scale = 9 - len(group)
        return int(group) * 10**scale if scale > 0 else int(group)

    def shown(self, nsecs: int) -> str:
        if not self.letter:
            return self.text
        number = self._number(nsecs)
        if self.letter in "LN":
            if not self.total and self.pad != "0":
                number = int(re.sub(r"\A([0-9]+?)0*\Z", r"\1", str(number)))
            return str(number) if self.pad is None else f"{number:<{self.digits}d}"
        if self.pad is None:
            return str(number)
        return f"{number:{'0' if self.pad == '0' else ''}{self.digits}d}"

    def _number(self, nsecs: int) -> int:
        if self.letter == "N":
            if self.digits < 9:
                scale: int = 10 ** (9 - self.digits)
                fraction = nsecs // scale
                return fraction if self.total else int(fraction % 10**self.digits)
            return nsecs if self.total else nsecs % SECOND
        number: int = nsecs // _UNITS[self.letter][0]
        return number if self.total or self.letter == "D" else int(number % _WRAP[self.letter])


@lru_cache(maxsize=256)
def _segments(format_: str) -> tuple[_Segment, ...]:
    segments: list[_Segment] = []
    at, highest = 0, -1
    while at < len(format_):
        if format_[at] != "%":
            _literal(segments, format_[at])
            at += 1
            continue
        match = re.compile(r"%([-_]?)([0-9]*)").match(format_, at)
        assert match is not None
        letter = format_[match.end() : match.end() + 1]
        if letter == "%":
            _literal(segments, "%")
        elif letter and letter in _ORDER:
            pad, width = _padding(match[1], match[2])
            segments.append(_Segment("", letter, pad, width))
            highest = max(highest, _ORDER.index(letter))
        else:
            position = match.end() if letter else len(format_) - 1
            raise PuppetError(f"Bad format specifier '{format_[at:position]}' in '{format_}', at position {position}")
        at = match.end() + 1
    for segment in segments:
        if highest >= 0 and segment.letter == _ORDER[highest]:
            segment.total = True
            break
    return tuple(segments)


def _padding(flag: str, digits: str) -> tuple[str | None, int | None]:
    pad = {"-": None, "_": " ", "": "0"}[flag]
    if not flag and digits[:1] == "0":
        digits = digits[1:]
    return pad, int(digits) if digits else None


def _literal(segments: list[_Segment], char: str) -> None:
    if segments and not segments[-1].letter:
        segments[-1].text += char
    else:
        segments.append(_Segment(char))


def format_timespan(timespan: Timespan, format_: str) -> str:
    sign = "-" if timespan.nsecs < 0 else ""
    return sign + "".join(segment.shown(abs(timespan.nsecs)) for segment in _segments(format_))


def parse_timespan(text: str, formats: str | Sequence[str] = DEFAULT_FORMATS) -> Timespan:
    """The first format that fits; Puppet's error where none does."""
    if isinstance(formats, str):
        return _parse(text, formats)
    for format_ in formats:
        _segments(format_)
        try:
            return _parse(text, format_)
        except PuppetError:
            continue
    raise PuppetError(f"Unable to parse '{text}' using any of the formats {', '.join(formats)}")


def _parse(text: str, format_: str) -> Timespan:
    segments = _segments(format_)
    match = re.compile(r"\A-?" + "".join(segment.pattern() for segment in segments) + r"\Z").match(text)
    refused = PuppetError(f"Unable to parse '{text}' using format '{format_}'")
    if match is None:
        raise refused
    nsecs = 0
    for segment, group in zip(segments, match.groups(), strict=True):
        if segment.letter:
            group = group.lstrip()
            if not re.fullmatch("[0-9]+", group):
                raise refused
            nsecs += segment.nanoseconds(group)
    return Timespan(-nsecs if text.startswith("-") else nsecs)

"""Ruby's strftime and strptime."""

from __future__ import annotations

import datetime
import re
import time
from collections.abc import Callable, Sequence
from functools import lru_cache

from ..base.errors import PuppetError
from .time_values import SECOND

FORMATS_WITHOUT_ZONE = ("%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F")
FORMATS = ("%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z", *FORMATS_WITHOUT_ZONE)

DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip

#: Abbreviation -> seconds east of Greenwich.
ZONES = {
    "utc": 0, "z": 0, "gmt": 0, "ut": 0, "wet": 0, "est": -18000, "edt": -14400, "cst": -21600, "cdt": -18000,
    "mst": -25200, "mdt": -21600, "pst": -28800, "pdt": -25200, "bst": 3600, "cet": 3600, "cest": 7200,
    "west": 3600, "met": 3600, "mez": 3600, "mewt": 3600, "mest": 7200, "mesz": 7200, "eet": 7200, "eest": 10800,
    "msk": 10800, "msd": 14400, "ist": 19800, "jst": 32400, "hst": -36000, "akst": -32400, "akdt": -28800,
    "ast": -14400, "adt": -10800, "nst": -12600, "ndt": -9000, "brt": -10800, "art": -10800, "sst": 7200,
    "cat": -36000, "eat": 10800, "sast": 7200, "bt": 10800, "cct": 23400, "nzst": 43200, "nzdt": 46800,
    "nzt": 43200, "gst": 36000, "east": 36000, "eadt": 39600, "sgt": 28800, "zp4": 14400, "zp5": 18000,
    "zp6": 21600,
}  # fmt: skip

# Writing ---------------------------------------------------------------------------------------------------

_DIRECTIVE = re.compile(
    r"%([-0^#_]*)((?:[1-9][0-9]*)?)(?:(:{0,3})(?=z)|E(?=[cCxXyY])|O(?=[deHkIlmMSuUVwWy])|)([A-Za-z%]|\Z)"
)
#: The widest field that is written; a wider one stays as it is.
_WIDEST = 65535
_COMPOUND = {
    "c": "%a %b %e %H:%M:%S %Y", "D": "%m/%d/%y", "F": "%Y-%m-%d", "v": "%e-%^b-%4Y", "x": "%m/%d/%y",
    "X": "%H:%M:%S", "r": "%I:%M:%S %p", "R": "%H:%M", "T": "%H:%M:%S",
}  # fmt: skip


_EPOCH = datetime.date(1970, 1, 1)


class _Moment:
    """A time broken down, in UTC (`offset` None) or at an offset in seconds; any year, as Ruby has them."""

    def __init__(self, nsecs: int, offset: int | None) -> None:
        self.nsecs, self.offset = nsecs, offset
        days, self.second_of_day = divmod(nsecs // SECOND + (offset or 0), 86400)
        self.fraction = nsecs % SECOND
        # Centuries repeat every 400 years: the same day, in years that Python knows.
        cycles, day = divmod(days, 146097)
        self.date = _EPOCH + datetime.timedelta(day)
        self.shift = 400 * cycles

    @property
    def hour(self) -> int:
        return self.second_of_day // 3600

    @property
    def year(self) -> int:
        return self.date.year + self.shift

    @property
    def iso_year(self) -> int:
        return self.date.isocalendar()[0] + self.shift


#: Letter -> number, default width, padding.
_NUMBERS: dict[str, tuple[Callable[[_Moment], int], int, str]] = {
    "Y": (lambda m: m.year, 4, "0"), "C": (lambda m: m.year // 100, 2, "0"),
    "y": (lambda m: m.year % 100, 2, "0"), "m": (lambda m: m.date.month, 2, "0"),
    "j": (lambda m: m.date.timetuple().tm_yday, 3, "0"), "d": (lambda m: m.date.day, 2, "0"),
    "e": (lambda m: m.date.day, 2, " "), "H": (lambda m: m.hour, 2, "0"), "k": (lambda m: m.hour, 2, " "),
    "I": (lambda m: (m.hour + 11) % 12 + 1, 2, "0"), "l": (lambda m: (m.hour + 11) % 12 + 1, 2, " "),
    "M": (lambda m: m.second_of_day // 60 % 60, 2, "0"), "S": (lambda m: m.second_of_day % 60, 2, "0"),
    "u": (lambda m: m.date.isoweekday(), 1, "0"), "w": (lambda m: m.date.isoweekday() % 7, 1, "0"),
    "G": (lambda m: m.iso_year, 4, "0"), "g": (lambda m: m.iso_year % 100, 2, "0"),
    "V": (lambda m: m.date.isocalendar()[1], 2, "0"), "s": (lambda m: m.nsecs // SECOND, 1, "0"),
    "U": (lambda m: (m.date.timetuple().tm_yday + 6 - m.date.isoweekday() % 7) // 7, 2, "0"),
    "W": (lambda m: (m.date.timetuple().tm_yday + 6 - (m.date.isoweekday() - 1) % 7) // 7, 2, "0"),
}  # fmt: skip


def strftime(nsecs: int, format_: str, offset: int | None = None) -> str:
    """`Time#strftime`; `offset` in seconds east of UTC, None for UTC itself."""
    moment = _Moment(nsecs, offset)

    def directive(match: re.Match[str]) -> str:
        if not match[4]:
            raise PuppetError(f"invalid format: {format_}")
        return _directive(moment, match)

    return _DIRECTIVE.sub(directive, format_)


def _directive(moment: _Moment, match: re.Match[str]) -> str:
    flags, width, letter = match[1], int(match[2] or 0), match[4]
    if width > _WIDEST:
        return match[0]
    if letter in _NUMBERS:
        number, default, pad = _NUMBERS[letter]
        return _padded(str(number(moment)), flags, width or default, pad)
    if letter in ("L", "N"):
        digits = width or (3 if letter == "L" else 9)
        return f"{moment.fraction:09d}".ljust(digits, "0")[:digits]
    if letter == "z":
        return _offset_text(moment.offset, flags, width, len(match[3] or ""))
    text = _text(moment, letter)
    if text is None:
        return match[0]
    if "^" in flags or ("#" in flags and letter in "AaBbhP"):
        text = text.upper()
    elif "#" in flags and letter in "pZ":
        text = text.lower()
    return _padded(text, flags, width, " ")


def _padded(text: str, flags: str, width: int, pad: str) -> str:
    if "-" in flags:
        return text
    pad = "0" if "0" in flags else " " if "_" in flags else pad
    if pad == "0" and text.startswith("-"):
        return "-" + text[1:].rjust(width - 1, "0")
    return text.rjust(width, pad)


def _offset_text(offset: int | None, flags: str, width: int, colons: int) -> str:
    """`+hhmm`, with as many colons `+hh:mm`, `+hh:mm:ss` or no more than needed; `%-z` has UTC as `-0000`."""
    sign = "-" if (offset or 0) < 0 or (offset is None and "-" in flags) else "+"
    hours, rest = divmod(abs(offset or 0), 3600)
    minutes, secs = divmod(rest, 60)
    tail = f"{minutes:02d}" if colons == 0 else f":{minutes:02d}"
    if colons == 2 or (colons == 3 and secs):
        tail += f":{secs:02d}"
    elif colons == 3 and not minutes:
        tail = ""
    room = max(width - len(tail), 3)
    return (f"{sign}{hours}".rjust(room) if "_" in flags else f"{sign}{hours:0{room - 1}d}") + tail


def _text(moment: _Moment, letter: str) -> str | None:
    if letter in _COMPOUND:
        return strftime(moment.nsecs, _COMPOUND[letter], moment.offset)
    if letter in ("A", "a"):
        name = DAYS[moment.date.isoweekday() % 7]
        return name if letter == "A" else name[:3]
    if letter in ("B", "b", "h"):
        name = MONTHS[moment.date.month - 1]
        return name if letter == "B" else name[:3]
    if letter in ("p", "P"):
        name = "PM" if moment.hour >= 12 else "AM"
        return name if letter == "p" else name.lower()
    if letter == "Z":
        return "UTC" if moment.offset is None else ""
    return {"n": "\n", "t": "\t", "%": "%"}.get(letter)


# Reading ---------------------------------------------------------------------------------------------------

_ZONE = (
    r"(?:(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|[A-Za-z.\s]+(?:standard|daylight)\s+time\b"
    r"|[A-Za-z]+(?:\s+dst)?\b)"
)
_NAMES = "|".join(f"{name}|{name[:3]}" for name in DAYS)
_MONTH_NAMES = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
#: Letter -> field and pattern of what it reads.
_FIELDS = {
    "Y": ("year", r"[-+]?\d+"), "y": ("short_year", r"\d{1,2}"), "C": ("century", r"[-+]?\d{1,2}"),
    "m": ("month", r"\d{1,2}"), "d": ("day", r" \d|\d{1,2}"), "e": ("day", r" \d|\d{1,2}"),
    "H": ("hour", r" \d|\d{1,2}"), "k": ("hour", r" \d|\d{1,2}"), "I": ("hour", r" \d|\d{1,2}"),
    "l": ("hour", r" \d|\d{1,2}"), "M": ("minute", r"\d{1,2}"), "S": ("second", r"\d{1,2}"),
    "L": ("fraction", r"\d{1,3}"), "N": ("fraction", r"\d+"), "p": ("half", r"[AaPp](?:\.[Mm]\.|[Mm])"),
    "P": ("half", r"[AaPp](?:\.[Mm]\.|[Mm])"), "z": ("zone", _ZONE), "Z": ("zone", _ZONE), "j": ("yearday", r"\d{1,3}"),
    "s": ("epoch", r"-?\d+"), "Q": ("epoch_ms", r"-?\d+"), "A": ("weekday", _NAMES), "a": ("weekday", _NAMES),
    "B": ("month_name", _MONTH_NAMES), "b": ("month_name", _MONTH_NAMES), "h": ("month_name", _MONTH_NAMES),
    "u": ("weekday", "[1-7]"), "w": ("weekday", "[0-6]"),
    "U": ("week", r"\d{1,2}"), "W": ("week", r"\d{1,2}"), "V": ("week", r"\d{1,2}"), "G": ("week_year", r"[-+]?\d+"),
}  # fmt: skip


@lru_cache(maxsize=256)
def _reader(format_: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    fields: list[str] = []

    def pattern(text: str) -> str:
        parts, at = [], 0
        while at < len(text):
            match = re.compile(r"%[-0^#_:]*([A-Za-z%+])").match(text, at)
            if match is None:
                parts.append(r"\s*" if text[at].isspace() else re.escape(text[at]))
                at += 1
                continue
            at = match.end()
            letter = match[1]
            if letter in _COMPOUND:
                parts.append(pattern(_COMPOUND[letter]))
            elif letter in _FIELDS:
                field, digits = _FIELDS[letter]
                if letter in "YN" and re.match(r"%[-0^#_:]*[CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy]|\d", text[at:]):
                    # Read greedily only where no digit can follow.
                    digits = r"[-+]?\d{1,4}" if letter == "Y" else r"\d{1,9}"
                parts.append(f"({digits})")
                fields.append(field)
            else:
                parts.append(r"\s*" if letter in "nt" else re.escape("%" if letter == "%" else match[0]))
        return "".join(parts)

    return re.compile(pattern(format_) + r"\Z", re.I), tuple(fields)


def _read(text: str, format_: str) -> dict[str, str] | None:
    reader, fields = _reader(format_)
    match = reader.match(text)
    if match is None:
        return None
    found = dict(zip(fields, match.groups(), strict=True))
    limits = {"month": (1, 12), "day": (1, 31), "hour": (0, 24), "minute": (0, 59), "second": (0, 60)}
    for field, (low, high) in limits.items():
        if field in found and not low <= int(found[field]) <= high:
            return None
    return found


def parse_timestamp(text: str | None, formats: str | Sequence[str] | None = None, timezone: str | None = None) -> int:
    """Nanoseconds since 1970; the first of several formats that fits, Puppet's error where none does."""
    if text is None:
        raise PuppetError("no implicit conversion of nil into String")
    if formats is None:
        formats = FORMATS_WITHOUT_ZONE if timezone else FORMATS
    if isinstance(formats, str):
        found = _read(text, formats)
        if found is None:
            raise PuppetError(f"Unable to parse '{text}' using format '{formats}'")
        if timezone and "zone" in found:
            raise PuppetError(
                "Using a Timezone designator in format specification is mutually exclusive to providing an explicit"
                " timezone argument"
            )
    else:
        candidates = (_read(text, format_) for format_ in formats)
        fits = (each for each in candidates if each is not None and not (timezone and "zone" in each))
        first = next(fits, None)
        if first is None:
            raise PuppetError(f"Unable to parse '{text}' using any of the formats {', '.join(formats)}")
        found = first
    zone = timezone or found.get("zone")
    return _nanoseconds(found) - (utc_offset(zone) * SECOND if zone else 0)


def _nanoseconds(found: dict[str, str]) -> int:
    year = _year(found)
    if year is None:
        raise PuppetError("can't convert nil into an exact number")
    month = int(found.get("month") or 1)
    if "month_name" in found:
        month = 1 + [name[:3].lower() for name in MONTHS].index(found["month_name"][:3].lower())
    hour = int(found.get("hour") or 0)
    if "half" in found:
        hour = hour % 12 + (12 if found["half"][0] in "Pp" else 0)
    day = int(found.get("day") or 1)
    # Centuries repeat every 400 years: any year is counted from one that Python knows.
    known = 2000 + year % 400
    days = (datetime.date(known, month, 1) - _EPOCH).days + (year - known) // 400 * 146097 + day - 1
    total = days * 86400 + hour * 3600 + int(found.get("minute") or 0) * 60 + int(found.get("second") or 0)
    fraction = found.get("fraction") or "0"
    return total * SECOND + int(fraction[:9].ljust(9, "0"))


def _year(found: dict[str, str]) -> int | None:
    if "year" in found:
        return int(found["year"])
    if "short_year" in found:
        short = int(found["short_year"])
        if "century" in found:
            return int(found["century"]) * 100 + short
        return short + (1900 if short >= 69 else 2000)
    return None


def utc_offset(timezone: str) -> int:
    """Seconds east of UTC."""
    if timezone.lower() == "current":
        return time.localtime().tm_gmtoff
    offset = _offset(timezone.strip().lower())
    if offset is None:
        raise PuppetError(f"Illegal timezone '{timezone}'")
    return offset


def _offset(zone: str) -> int | None:
    name, _, rest = zone.partition(" ")
    if name in ZONES and rest.strip() in ("", "dst", "standard time", "daylight time"):
        return ZONES[name] + (3600 if rest.strip() in ("dst", "daylight time") else 0)
    match = re.fullmatch(r"(?:gmt|utc?)?([-+])(\d+)(?::(\d+)(?::(\d+))?)?", zone)
    if match is None:
        return None
    sign, digits, minutes, secs = match.groups()
    if minutes is not None:
        total = int(digits) * 3600 + int(minutes) * 60 + int(secs or 0)
    else:
        digits = digits if len(digits) % 2 == 0 else "0" + digits
        total = sum(int(digits[at : at + 2]) * unit for at, unit in zip((0, 2, 4), (3600, 60, 1), strict=True)
                    if digits[at : at + 2])  # fmt: skip
    return -total if sign == "-" else total


def convert_timezone(timezone: str) -> int:
    """The offset in seconds that formatting in a time zone uses, whole minutes."""
    offset = utc_offset(timezone)
    minutes = offset // 60
    return minutes * 60


def format_timestamp(nsecs: int, format_: str, timezone: str | None = None) -> str:
    return strftime(nsecs, format_, convert_timezone(timezone) if timezone else None)

"""Timespan and Timestamp, the types."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from ..base.errors import PuppetError
from .constructor import Constructor, Dispatch, local_types
from .errors import arity_error
from .labels import a_an_uc, ruby_class
from .numbers import INF
from .scalars import ScalarType
from .specialise import flatten
from .time_values import TimeData, Timespan, Timestamp, seconds
from .timespan_format import DEFAULT_FORMATS, parse_timespan
from .timestamp_format import parse_timestamp
from .type import Args, Type, register
from .values import DEFAULT, Hash, Value

if TYPE_CHECKING:
    from .render import Renderer


class TimeType(ScalarType):
    """A range of times; the bounds are nanoseconds, infinite where open."""

    values: type[TimeData]

    def __init__(self, low: Value = None, high: Value = None) -> None:
        self.low = self._bound(low, -INF)
        self.high = self._bound(high, INF)
        if self.low > self.high:
            raise PuppetError(
                f"'from' must be less or equal to 'to'. Got ({self._text(self.low)}, {self._text(self.high)}"
            )

    def key(self) -> tuple[object, ...]:
        return (self.low, self.high)

    def contains(self, value: Value) -> bool:
        return type(value) is self.values and self.low <= value.nsecs <= self.high

    def covers(self, other: Type) -> bool:
        return isinstance(other, type(self)) and self.low <= other.low and self.high >= other.high

    def generalize(self) -> Type:
        return type(self)()

    def merge(self, other: Type) -> Type | None:
        """One range for both, where they meet."""
        if not isinstance(other, type(self)) or self.high < other.low or other.high < self.low:
            return None
        merged = type(self)()
        merged.low, merged.high = min(self.low, other.low), max(self.high, other.high)
        return merged

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        if self.low == -INF and self.high == INF:
            return ()
        low = "default" if self.low == -INF else f"'{self._text(self.low)}'"
        return (low,) if self.high in (INF, self.low) else (low, f"'{self._text(self.high)}'")

    def _text(self, nsecs: float) -> str:
        if math.isinf(nsecs):
            return "Infinity" if nsecs > 0 else "-Infinity"
        return str(self.values(int(nsecs)))

    def _bound(self, value: Value, open_: float) -> float:
        if value is None or value is DEFAULT:
            return open_
        if isinstance(value, self.values):
            return value.nsecs
        if isinstance(value, Hash):
            return self.from_hash(value).nsecs
        if isinstance(value, str):
            return self.parse(value).nsecs
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return seconds(value)
        raise PuppetError(f"Unable to create a {self.values.ruby_class} from a {ruby_class(value)}")

    def parse(self, text: str) -> TimeData:
        raise NotImplementedError

    def from_hash(self, given: Hash) -> TimeData:
        raise NotImplementedError

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if len(keys) > 2:
            raise arity_error(a_an_uc(self), 0, 2, len(keys))
        return type(self)(*keys)


class TimespanType(TimeType):
    name = simple_name = "Timespan"
    values = Timespan

    def parse(self, text: str) -> TimeData:
        return parse_timespan(text)

    def from_hash(self, given: Hash) -> TimeData:
        return _span_from_string_hash(given) if "string" in given else _span_from_fields_hash(given)

    def constructor(self) -> Constructor:
        fields = ["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"]
        members = "".join(f"Optional[{field}] => Integer," for field in fields)
        return Constructor(
            "new_timespan",
            (
                Dispatch(lambda value: Timespan(seconds(value)), "Variant[Integer,Float] seconds"),
                Dispatch(_span_from_string, "String[1] string", "Formats format?"),
                Dispatch(
                    _span_from_fields, *(f"Integer {f}" for f in fields[:4]), *(f"Integer {f}?" for f in fields[4:])
                ),
                Dispatch(_span_from_string_hash, "Struct[{string => String[1], Optional[format] => Formats}] hash_arg"),
                Dispatch(_span_from_fields_hash, f"Struct[{{Optional[negative] => Boolean, {members}}}] hash_arg"),
            ),
            local_types(Formats="Variant[String[2],Array[String[2], 1]]"),
        )


def _span_from_string(text: str, formats: Any = DEFAULT_FORMATS) -> Timespan:
    return parse_timespan(text, formats)


def _span_from_string_hash(given: Hash) -> Timespan:
    return parse_timespan(given["string"], given.get("format") or DEFAULT_FORMATS)


def _span_from_fields(
    days: int, hours: int, minutes: int, secs: int, millis: int = 0, micros: int = 0, nanos: int = 0
) -> Timespan:
    whole = ((days * 24 + hours) * 60 + minutes) * 60 + secs
    return Timespan(((whole * 1000 + millis) * 1000 + micros) * 1000 + nanos)


def _span_from_fields_hash(given: Hash) -> Timespan:
    fields = ["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"]
    span = _span_from_fields(*(given.get(field) or 0 for field in fields))
    return Timespan(-span.nsecs) if given.get("negative") else span


class TimestampType(TimeType):
    name = simple_name = "Timestamp"
    values = Timestamp

    def parse(self, text: str) -> TimeData:
        return Timestamp(parse_timestamp(text))

    def from_hash(self, given: Hash) -> TimeData:
        return _stamp_from_string(given.get("string"), given.get("format"), given.get("timezone"))

    def constructor(self) -> Constructor:
        return Constructor(
            "new_timestamp",
            (
                Dispatch(lambda: Timestamp(time.time_ns())),
                Dispatch(lambda value: Timestamp(seconds(value)), "Variant[Integer,Float] seconds"),
                Dispatch(_stamp_from_string, "String[1] string", "Formats format?", "String[1] timezone?"),
                Dispatch(
                    self.from_hash,
                    "Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}]"
                    " hash_arg",
                ),
            ),
            local_types(Formats="Variant[String[2],Array[String[2], 1]]"),
        )


def _stamp_from_string(text: str | None, formats: Any = None, timezone: str | None = None) -> Timestamp:
    return Timestamp(parse_timestamp(text, None if formats is DEFAULT else formats, timezone))


TIMESPAN, TIMESTAMP = TimespanType(), TimestampType()
register(TIMESPAN, "lengths of time", "[from, to]")
register(TIMESTAMP, "points in time", "[from, to]")

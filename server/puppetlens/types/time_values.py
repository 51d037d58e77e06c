"""Points in time and lengths of it, in nanoseconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .labels import article, ruby_class
from .ruby_number import whole
from .values import Value

if TYPE_CHECKING:
    from .type import Type

SECOND = 1_000_000_000
MINUTE, HOUR, DAY = 60 * SECOND, 3600 * SECOND, 86400 * SECOND


class TimeData:
    """What Timespan and Timestamp have in common: order, equality and numbers of seconds."""

    __slots__ = ("nsecs",)
    label = ruby_class = "Object"

    def __init__(self, nsecs: int) -> None:
        self.nsecs = nsecs

    def puppet_type(self) -> Type:
        from .time_types import TimespanType, TimestampType

        return TimespanType(self, self) if isinstance(self, Timespan) else TimestampType(self, self)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.nsecs == other.nsecs

    def __hash__(self) -> int:
        return hash((type(self), self.nsecs))

    def __lt__(self, other: TimeData) -> bool:
        return self.nsecs < other.nsecs

    def __le__(self, other: TimeData) -> bool:
        return self.nsecs <= other.nsecs

    def __floor__(self) -> int:
        return self.nsecs // SECOND

    def __float__(self) -> float:
        return self.nsecs / SECOND

    def compared(self, other: Value) -> int | None:
        """Less than, equal to or greater than zero; None where the two cannot be ordered."""
        mine: float = self.nsecs
        if type(other) is type(self):
            theirs: float = other.nsecs
        elif isinstance(other, float):
            mine, theirs = float(self), other
        elif isinstance(other, int) and not isinstance(other, bool):
            mine, theirs = self.nsecs // SECOND, other
        else:
            return None
        return (mine > theirs) - (mine < theirs)


def seconds(value: float) -> int:
    """Seconds as nanoseconds."""
    return whole(value * SECOND)


def _rounded(nsecs: int, change: Callable[[int], float]) -> int:
    """What a float makes of nanoseconds; more of them than a float can be are infinitely many."""
    try:
        return whole(change(nsecs))
    except OverflowError:
        raise PuppetError("Infinity") from None


def _kind(value: Value) -> str:
    """The last part of the class name, with an article."""
    name = ruby_class(value).rpartition("::")[2]
    return f"{article(name)} {name}"


def _kind_uc(value: Value) -> str:
    text = _kind(value)
    return text[0].upper() + text[1:]


class Timespan(TimeData):
    __slots__ = ()
    label = "Timespan"
    ruby_class = "Puppet::Pops::Time::Timespan"

    def add(self, other: Value) -> TimeData:
        if isinstance(other, Timestamp):
            return Timestamp(self.nsecs + other.nsecs)
        if isinstance(other, Timespan):
            return Timespan(self.nsecs + other.nsecs)
        if isinstance(other, (int, float)):
            return Timespan(self.nsecs + seconds(other))
        raise PuppetError(f"{_kind_uc(other)} cannot be added to a Timespan")

    def subtract(self, other: Value) -> TimeData:
        if isinstance(other, Timespan):
            return Timespan(self.nsecs - other.nsecs)
        if isinstance(other, (int, float)):
            return Timespan(self.nsecs - seconds(other))
        raise PuppetError(f"{_kind_uc(other)} cannot be subtracted from a Timespan")

    def multiply(self, other: Value) -> TimeData:
        if isinstance(other, (int, float)):
            return Timespan(_rounded(self.nsecs, lambda nsecs: nsecs * other))
        raise PuppetError(f"A Timestamp cannot be multiplied by {_kind(other)}")

    def divide(self, other: Value) -> Value:
        if isinstance(other, Timespan):
            return self.nsecs / other.nsecs if other.nsecs else float("nan") if not self.nsecs else float("inf")
        if isinstance(other, (int, float)):
            return Timespan(_rounded(self.nsecs, lambda nsecs: nsecs // other))
        raise PuppetError(f"A Timespan cannot be divided by {_kind(other)}")

    def modulo(self, other: Value) -> Value:
        if isinstance(other, float):
            return float(self) % other
        if isinstance(other, int):
            return (self.nsecs // SECOND) % other
        raise PuppetError(f"Can not do modulus on a Timespan using a {_kind(other)}")

    def __str__(self) -> str:
        from .timespan_format import DEFAULT_FORMATS, format_timespan

        return format_timespan(self, DEFAULT_FORMATS[0])


class Timestamp(TimeData):
    __slots__ = ()
    label = "Timestamp"
    ruby_class = "Puppet::Pops::Time::Timestamp"

    def add(self, other: Value) -> TimeData:
        if isinstance(other, Timespan):
            return Timestamp(self.nsecs + other.nsecs)
        if isinstance(other, (int, float)):
            return Timestamp(self.nsecs + seconds(other))
        raise PuppetError(f"{_kind_uc(other)} cannot be added to a Timestamp")

    def subtract(self, other: Value) -> TimeData:
        if isinstance(other, Timestamp):
            return Timespan(self.nsecs - other.nsecs)
        if isinstance(other, Timespan):
            return Timestamp(self.nsecs - other.nsecs)
        if isinstance(other, (int, float)):
            return Timestamp(self.nsecs - seconds(other))
        raise PuppetError(f"{_kind_uc(other)} cannot be subtracted from a Timestamp")

    def __str__(self) -> str:
        from .timestamp_format import strftime

        return strftime(self.nsecs, "%FT%T.%N %Z")


#: What an operator does to a time on its left side.
OPERATIONS: dict[type, dict[str, Callable[..., Value]]] = {
    Timespan: {"+": Timespan.add, "-": Timespan.subtract, "*": Timespan.multiply, "/": Timespan.divide,
               "%": Timespan.modulo},
    Timestamp: {"+": Timestamp.add, "-": Timestamp.subtract},
}  # fmt: skip

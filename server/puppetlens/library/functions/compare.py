"""-1, 0 or 1, as the first of two values is less than, equal to or greater than the second.

Compares numbers, strings, versions (SemVer), Timestamps and Timespans; the last two also with numbers.
The case of strings does not count unless the third argument is `false`.
"""

from __future__ import annotations

from ...types.compare import fold, ordering
from ...types.labels import label
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..ruby_order import order

EXAMPLES = {
    "notice(compare(1, 2), compare('b', 'a'))": "-1 1",
    "notice(compare('a', 'A'), compare('a', 'A', false))": "0 1",
    "notice(compare(SemVer('1.10.0'), SemVer('1.9.0')))": "1",
}

FUNCTION = Function(
    __name__,
    __doc__,
    EXAMPLES,
    local_types={
        "TimeComparable": "Variant[Numeric, Timespan, Timestamp]",
        "Comparable": "Variant[String, SemVer, TimeComparable]",
    },
)


@FUNCTION.dispatch("Numeric $a, Numeric $b")
def of_numbers(_: Context, a: Value, b: Value) -> int | None:
    return order(a, b)


@FUNCTION.dispatch("String $a, String $b, Boolean $ignore_case = true")
def of_strings(_: Context, a: str, b: str, ignore_case: bool = True) -> int | None:
    return order(fold(a), fold(b)) if ignore_case else order(a, b)


def of_ordered(_: Context, a: Value, b: Value) -> int:
    answer = ordering(a, b)
    return (answer > 0) - (answer < 0)


for _signature in (
    "SemVer $a, SemVer $b",
    "Numeric $a, Variant[Timespan, Timestamp] $b",
    "Timestamp $a, Variant[Timestamp, Numeric] $b",
    "Timespan $a, Variant[Timespan, Numeric] $b",
):
    FUNCTION.dispatch(_signature)(of_ordered)


@FUNCTION.mismatch("Comparable $a, Comparable $b, Any *$ignore_case")
def not_alike(_: Context, a: Value, b: Value, *ignore_case: Value) -> str:
    if ignore_case:
        if not (isinstance(a, str) and isinstance(b, str)):
            return "compare(): The third argument (ignore case) can only be used when comparing strings"
        if len(ignore_case) != 1:
            return f"compare(): Accepts at most 3 arguments, got {2 + len(ignore_case)}"
        return f"compare(): The third argument (ignore case) must be a Boolean. Got {label(ignore_case[0])}"
    return (
        "compare(): Can only compare values of the same type (or for Timestamp/Timespan also against "
        f"Numeric). Got {label(a)} and {label(b)}"
    )


@FUNCTION.mismatch("Any $a, Any $b, Any *$ignore_case")
def not_comparable(_: Context, a: Value, b: Value, *ignore_case: Value) -> str:
    return (
        "compare(): Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and "
        f"Timestamp can be compared. Got {label(a)} and {label(b)}"
    )

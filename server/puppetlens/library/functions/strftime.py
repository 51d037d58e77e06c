"""A Timestamp or Timespan as text, by a template: `%Y-%m-%d %H:%M:%S` and the like.

A Timestamp is shown in UTC unless a third argument names a time zone. A template alone stands for the
time of the compilation, which is deprecated.
"""

from __future__ import annotations

from ...types.time_values import Timespan, Timestamp
from ...types.timespan_format import format_timespan
from ...types.timestamp_format import format_timestamp
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..reasons import NOW

EXAMPLES = {
    "notice(strftime(Timestamp('2020-02-29T12:30:00'), '%F %H:%M'))": "2020-02-29 12:30",
    "notice(Timespan('0-01:02:03').strftime('%H:%M:%S'))": "01:02:03",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("Timespan $time_object, String $format")
def of_timespan(_: Context, time_object: Timespan, format: str) -> str:
    return format_timespan(time_object, format)


@FUNCTION.dispatch("Timestamp $time_object, String $format, String $timezone = 'UTC'")
def of_timestamp(_: Context, time_object: Timestamp, format: str, timezone: str | None = None) -> str:
    return format_timestamp(time_object.nsecs, format, timezone)


@FUNCTION.dispatch("String $format, String $timezone = 'UTC'")
def of_now(context: Context, format: str, timezone: str | None = None) -> Value:
    context.warn_once(
        "deprecations",
        "legacy#strftime",
        "The argument signature (String format, [String timezone]) is deprecated for #strftime. "
        "See #strftime documentation and Timespan type for more info",
        context.location,
    )
    return context.unknown(NOW.shown)

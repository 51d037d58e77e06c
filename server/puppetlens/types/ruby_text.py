"""Values as Ruby's `to_s` and `inspect` print them."""

from __future__ import annotations

import re

from ..base.errors import PuppetError
from ..base.ruby_string import inspect_string
from .labels import ruby_class
from .regex import compiles, escaped_slashes
from .ruby_number import float_text
from .semver_values import SemVerRange
from .time_values import TimeData
from .values import DEFAULT, Hash, Regexp, Sensitive, Value


def to_s(value: Value) -> str:
    """Ruby's `to_s`."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if value is DEFAULT:
        return "default"
    if isinstance(value, Regexp):
        return regexp_text(value.source)
    if isinstance(value, Sensitive):
        return "Sensitive [value redacted]"
    return str(value) if isinstance(value, (TimeData, SemVerRange)) else inspect(value)


def inspect(value: Value) -> str:
    """Ruby's `inspect`."""
    if isinstance(value, str):
        return inspect_string(value)
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(inspect, value))}]"
    if isinstance(value, Hash):
        return f"{{{', '.join(f'{inspect(key)}=>{inspect(element)}' for key, element in value.pairs())}}}"
    if value is DEFAULT:
        return ":default"
    if isinstance(value, Regexp):
        return f"/{escaped_slashes(value.source)}/"
    if isinstance(value, SemVerRange):
        return " || ".join(map(str, value.intervals))
    if isinstance(value, TimeData):
        # Ruby shows the object's address, too.
        return f"#<{value.ruby_class} @nsecs={value.nsecs}>"
    return "#<Sensitive [value redacted]>" if isinstance(value, Sensitive) else str(value)


def no_method(name: str, receiver: Value) -> PuppetError:
    """What Ruby says of a method that a value does not have (without its guess at what was meant)."""
    shown = inspect(receiver)
    return PuppetError(
        f"undefined method `{name}' for {shown if shown[0] == '#' else f'{shown}:{ruby_class(receiver)}'}"
    )


#: Options around a whole expression, up to what they are for.
_OPTIONS = re.compile(r"\(\?([mix]*)(?:-([mix]*))?([):])")


def regexp_text(source: str) -> str:
    """`Regexp#to_s`: the options of `(?i)...` and of `(?i:...)` stand for those of the whole."""
    on: set[str] = set()
    inner = source
    while (found := _OPTIONS.match(inner)) and len(inner) >= 4:
        on = (on | set(found[1])) - set(found[2] or "")
        inner = inner[found.end() :]
        if found[3] == ":":
            inner = inner.removesuffix(")")
            if not inner or not source.endswith(")") or not compiles(inner):
                on, inner = set(), source
            break
    flags = "".join(each for each in "mix" if each in on)
    off = "".join(each for each in "mix" if each not in on)
    return f"(?{flags}{'-' if off else ''}{off}:{escaped_slashes(inner)})"


def not_a_float(text: str) -> PuppetError:
    """What `Float(text)` raises."""
    return PuppetError(f"invalid value for Float(): {inspect_string(text, encoded=False)}")

"""Values as Ruby's `to_s` and `inspect` print them, where a function hands them to Ruby as they are."""

from __future__ import annotations

from ..base.byte_text import joined
from ..base.ruby_string import inspect_string
from ..types.ruby_text import inspect, no_method, to_s
from ..types.values import Value

__all__ = ["inspect", "inspect_string", "join", "no_method", "to_s"]


def join(values: tuple[Value, ...], separator: str) -> str:
    """Ruby's `Array#join`: arrays inside are joined by the same separator."""
    return joined([join(each, separator) if isinstance(each, tuple) else to_s(each) for each in values], separator)

"""A value as text: what interpolation and `notice` show."""

from __future__ import annotations

from ..base.byte_text import joined
from .render import regexp_literal
from .ruby_number import float_text
from .values import DEFAULT, Hash, Regexp, Sensitive, Value


def to_string(value: Value) -> str:
    """What `"${value}"` gives."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, tuple):
        return joined(("[", joined([to_string(each) for each in value], ", "), "]"))
    if isinstance(value, Hash):
        pairs = [joined((to_string(key), " => ", to_string(element))) for key, element in value.pairs()]
        return joined(("{", joined(pairs, ", "), "}"))
    if isinstance(value, Regexp):
        return regexp_literal(value)
    if value is DEFAULT:
        return "default"
    return "Sensitive [value redacted]" if isinstance(value, Sensitive) else str(value)

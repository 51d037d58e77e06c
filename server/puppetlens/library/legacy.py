"""How values reach functions of Puppet's API of version 3."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..types import infer
from ..types.integer_range import in_range
from ..types.labels import ruby_class
from ..types.references import ClassType, ResourceType
from ..types.values import Hash, Regexp, Value
from .ruby_text import inspect, to_s

_AS_TEXT = {"SemVer", "SemVerRange", "Binary", "Timespan", "Timestamp"}


def legacy_arguments(arguments: tuple[Value, ...]) -> tuple[Value, ...]:
    """Undef becomes `''` (inside collections it stays); some kinds of values become text."""
    return tuple("" if value is None else legacy_value(value) for value in arguments)


def legacy_value(value: Value) -> Value:
    if isinstance(value, (str, bool, float)) or value is None:
        return value
    if isinstance(value, int):
        return in_range(value)
    if isinstance(value, tuple):
        return tuple(map(legacy_value, value))
    if isinstance(value, Hash):
        return Hash((legacy_value(key), legacy_value(element)) for key, element in value.pairs())
    if isinstance(value, Regexp):
        return inspect(value)
    if isinstance(value, (ResourceType, ClassType)):
        return value
    name = infer(value).name
    if name == "Iterator":
        raise PuppetError("Use of an Iterator is not supported here")
    return str(value) if name in _AS_TEXT else value


def text_argument(value: Value) -> str:
    """An argument that Ruby takes for nothing but a string."""
    if isinstance(value, str):
        return value
    shown = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else None
    raise PuppetError(f"no implicit conversion of {shown or ruby_class(value)} into String")


def legacy_text(value: Value) -> str:
    """An argument's `to_s`: references are shown as resources, `File[/x]`."""
    return value.reference if isinstance(value, (ResourceType, ClassType)) else to_s(value)

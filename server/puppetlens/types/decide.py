"""Whether a value that is not wholly known is an instance of a type: yes, no, or that nobody knows."""

from __future__ import annotations

from .type import Type
from .values import Hash, Sensitive, Unknown, Value, reasons_in


class Alien:
    """A value that is of no type but those that take anything."""


_ALIEN = Alien()


def is_instance(type_: Type, value: Value) -> bool | Unknown:
    """As `Type.accepts`, but an Unknown in the value leaves open what depends on it."""
    if not isinstance(value, (tuple, Hash, Sensitive, Unknown)):
        return type_.accepts(value)
    reasons = reasons_in(value)
    if not reasons or not type_.accepts(value):
        return type_.accepts(value)
    if isinstance(value, Unknown) and value.must_be(type_):
        return True
    certain = type_.accepts(replaced(value, None)) and type_.accepts(replaced(value, _ALIEN))
    return True if certain else Unknown(*reasons)


def replaced(value: Value, stand_in: Value) -> Value:
    """A value with something in the place of each Unknown."""
    if isinstance(value, tuple):
        return tuple(replaced(element, stand_in) for element in value)
    if isinstance(value, Hash):
        return Hash((replaced(key, stand_in), replaced(element, stand_in)) for key, element in value.pairs())
    if isinstance(value, Sensitive):
        return Sensitive(replaced(value.value, stand_in))
    return stand_in if isinstance(value, Unknown) else value

"""Which parts of a list or hash it is that something fails by."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from ..base.errors import Way
from .values import Hash, Unknown, UnknownReason, Value

#: In the place of a part that is not looked at.
ANYTHING: Final = Unknown(UnknownReason(reason="another part of the value is looked at"))

Ask = Callable[[Value], bool]


def blamed(value: Value, fails: Ask) -> Way:
    """The way to the innermost part without which it does not fail, were anything in its place; empty where it is all of the value.

    `fails` is asked of values that have anything in the place of some parts, each time of half as many.
    """
    keys = keys_of(value)
    key = _one_of(value, keys, fails) if keys else None
    return () if key is None else (key, *blamed(value[key], lambda part: fails(replaced(value, (key,), part))))


def _one_of(value: Value, keys: Way, fails: Ask) -> str | int | None:
    """The key of the part without which it does not fail; None where it takes several."""
    if fails(replaced(value, keys, ANYTHING)):
        return None
    if len(keys) == 1:
        return keys[0]
    half = len(keys) // 2
    found = _one_of(value, keys[:half], fails)
    return _one_of(value, keys[half:], fails) if found is None else found


def misfits(value: Value, fits: Ask) -> Value:
    """A value with anything in the place of all that is not known in it, but for what does not fit, were all else anything."""
    if isinstance(value, Unknown):
        return ANYTHING if fits(value) else value
    rest = _with_anything(value)

    def fits_there(key: str | int, part: Value) -> bool:
        return fits(replaced(rest, (key,), part))

    for key in keys_of(value):
        value = replaced(value, (key,), misfits(value[key], partial(fits_there, key)))
    return value


def _with_anything(value: Value) -> Value:
    if isinstance(value, Hash):
        return Hash((key, _with_anything(each)) for key, each in value.pairs())
    if isinstance(value, tuple):
        return tuple(map(_with_anything, value))
    return ANYTHING if isinstance(value, Unknown) else value


def keys_of(value: Value) -> Way:
    """Those that lead to the parts of a list or hash, as far as a text or a number does."""
    if isinstance(value, Hash):
        return tuple(key for key in value if type(key) in (str, int))
    return tuple(range(len(value))) if isinstance(value, tuple) else ()


def replaced(value: Value, keys: Way, part: Value) -> Value:
    """A list or hash with something else under some of its keys."""
    if isinstance(value, Hash):
        return Hash((key, part if key in keys else each) for key, each in value.pairs())
    return tuple(part if at in keys else each for at, each in enumerate(value))

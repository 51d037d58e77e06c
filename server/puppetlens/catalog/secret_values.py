"""Which texts a Sensitive value of Puppet's hides: those that `secret_texts` tells of its rich data."""

from __future__ import annotations

from collections.abc import Iterator

from ..types.values import Hash, Sensitive, Value
from .secret_texts import texts_of_scalar


def secret_texts(hidden: Value) -> Iterator[str]:
    """The texts of what a Sensitive value hides."""
    if isinstance(hidden, str):
        yield hidden
    else:
        yield from _members(hidden)


def hidden_in(value: Value) -> Iterator[str]:
    """The texts of the Sensitive values inside of a value."""
    if isinstance(value, Sensitive):
        yield from secret_texts(value.value)
    elif isinstance(value, tuple):
        for each in value:
            yield from hidden_in(each)
    elif isinstance(value, Hash):
        for pair in value.pairs():
            yield from hidden_in(pair)


def _members(value: Value) -> Iterator[str]:
    if isinstance(value, (str, int, float)):
        yield from texts_of_scalar(value)
    elif isinstance(value, tuple):
        for each in value:
            yield from _members(each)
    elif isinstance(value, Sensitive):
        yield from secret_texts(value.value)
    elif isinstance(value, Hash):
        for _, each in value.pairs():
            yield from _members(each)

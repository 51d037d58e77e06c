"""Type assertions with the type as text."""

from __future__ import annotations

from functools import lru_cache

from puppetlens.types import Type, parse_type
from puppetlens.types import assert_instance as assert_instance_of_type
from puppetlens.types.values import Value


@lru_cache(maxsize=64)
def _parsed(text: str) -> Type:
    return parse_type(text)


def assert_instance(subject: str, expected: Type | str, value: Value) -> Value:
    """`value`, or a PuppetError that says what `subject` was expected to be."""
    return assert_instance_of_type(subject, _parsed(expected) if isinstance(expected, str) else expected, value)

"""Type assertions as `Puppet::Pops::Types::TypeAsserter` words them."""

from __future__ import annotations

from functools import lru_cache

from puppetlens.base.errors import PuppetError
from puppetlens.types import Type, describe_mismatch, parse_type
from puppetlens.types.values import Unknown, Value


@lru_cache(maxsize=64)
def _parsed(text: str) -> Type:
    return parse_type(text)


def assert_instance(subject: str, expected: Type | str, value: Value) -> Value:
    """`value`, or a PuppetError that says what `subject` was expected to be."""
    expected = _parsed(expected) if isinstance(expected, str) else expected
    if isinstance(value, Unknown) or expected.accepts(value):
        return value
    raise PuppetError(describe_mismatch(f"{subject} has wrong type,", expected, value))

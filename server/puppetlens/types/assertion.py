"""Values that must be of a type."""

from __future__ import annotations

from ..base.errors import PuppetError
from .describe import describe_mismatch_of_type
from .infer import actual_type
from .type import Type
from .values import Value


class TypeAssertionError(PuppetError):
    """A value is not of the type that it has to be: an error of its own to Ruby."""

    ruby_kind = "assertion"


def assert_instance(subject: str, expected: Type, value: Value) -> Value:
    """`value`, where it is of the type; Puppet's error, which begins with `subject`, where it is not."""
    if not expected.accepts(value):
        actual = actual_type(value, expected)
        raise TypeAssertionError(describe_mismatch_of_type(f"{subject} has wrong type,", expected, actual))
    return value

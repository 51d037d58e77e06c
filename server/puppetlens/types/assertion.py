"""Values that must be of a type."""

from __future__ import annotations

from ..base.errors import PuppetError
from .describe import describe_mismatch_of_type
from .infer import infer_set
from .type import Type
from .values import Value


def assert_instance(subject: str, expected: Type, value: Value) -> Value:
    """`value`, where it is of the type; Puppet's error, which begins with `subject`, where it is not."""
    if not expected.accepts(value):
        raise PuppetError(describe_mismatch_of_type(f"{subject} has wrong type,", expected, infer_set(value)))
    return value

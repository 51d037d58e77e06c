"""The value, where it is of the type; an error where it is not, or what a lambda makes of the two types.

The lambda gets the expected and the actual type, and may give a value to go on with.
"""

from __future__ import annotations

from ...base.errors import FailedByIntent
from ...types import Type, describe_mismatch, infer_set
from ...types.assertion import TypeAssertionError
from ...types.values import Value
from ..context import Context, Lambda
from ..function import Function

EXAMPLES = {
    "notice(assert_type(Integer, 42))": "42",
    "notice(assert_type(Integer, 'x') |$expected, $actual| { 0 })": "0",
}


class Refused(TypeAssertionError, FailedByIntent):
    """What an assertion is there for."""


FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def asserted(type_: Type, value: Value, block: Lambda | None) -> Value:
    if type_.accepts(value):
        return value
    if block is not None:
        return block.call(type_, infer_set(value))
    raise Refused(describe_mismatch("assert_type():", type_, value))


@FUNCTION.dispatch("Type $type, Any $value, Optional[Callable[Type, Type]] &$block")
def of_type(_: Context, type: Type, value: Value, *, block: Lambda | None) -> Value:
    return asserted(type, value, block)


@FUNCTION.dispatch("String $type_string, Any $value, Optional[Callable[Type, Type]] &$block")
def of_text(context: Context, type_string: str, value: Value, *, block: Lambda | None) -> Value:
    return asserted(context.parse_type(type_string), value, block)

"""End the innermost function, class or define, from inside its lambdas too; the argument is its value."""

from __future__ import annotations

from ...types.values import Value
from ..context import Context, ReturnValue
from ..function import Function

EXAMPLES = {
    "function first_even($numbers) { $numbers.each |$x| { if $x % 2 == 0 { return($x) } } 'none' }\n"
    "notice(first_even([1, 4, 6]))": "4",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own")


@FUNCTION.dispatch("Any $value = undef")
def jump(context: Context, value: Value = None) -> None:
    raise ReturnValue(context.location, value)

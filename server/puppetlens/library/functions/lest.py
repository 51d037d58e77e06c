"""The value, or where it is undef what a lambda without parameters gives: a default made when needed."""

from __future__ import annotations

from ...types.values import Value
from ..context import Context, Lambda
from ..function import Function

EXAMPLES = {
    "notice({'a' => 1}['b'].lest || { 'none' })": "none",
    "notice({'a' => 1}['a'].lest || { 'none' })": "1",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch("Any $arg, Callable[0, 0] &$block")
def call(_: Context, arg: Value, *, block: Lambda) -> Value:
    return block.call() if arg is None else arg

"""Call a lambda with the arguments: a scope of its own for a few variables."""

from __future__ import annotations

from ...types.values import Value
from ..context import Context, Lambda
from ..function import Function

EXAMPLES = {"notice(with(2, 3) |$a, $b| { $a * $b })": "6"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own")


@FUNCTION.dispatch("Any *$arg, Callable &$block")
def call(_: Context, *arg: Value, block: Lambda) -> Value:
    return block.call(*arg)

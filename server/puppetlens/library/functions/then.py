"""Call a lambda with a value unless the value is undef, which then is the result.

`lest` is the opposite; in a chain the two replace nested conditions.
"""

from __future__ import annotations

from ...types.values import Value
from ..context import Context, Lambda
from ..function import Function

EXAMPLES = {
    "notice({'a' => {'b' => 1}}.dig('a').then |$x| { $x['b'] })": "1",
    "notice({}.dig('a').then |$x| { $x['b'] } =~ Undef)": "true",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch("Any $arg, Callable[1, 1] &$block")
def call(_: Context, arg: Value, *, block: Lambda) -> Value:
    return None if arg is None else block.call(arg)

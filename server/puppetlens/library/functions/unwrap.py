"""The value inside a Sensitive; anything else is left as it is. A lambda gets the value."""

from __future__ import annotations

from ...types.values import Sensitive, Value
from ..context import Context, Lambda
from ..function import Function

EXAMPLES = {
    "notice(Sensitive('secret').unwrap)": "secret",
    "notice(unwrap(Sensitive('abc')) |$text| { length($text) })": "3",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch("Sensitive $arg, Optional[Callable] &$block")
def of_sensitive(context: Context, arg: Sensitive, *, block: Lambda | None) -> Value:
    context.reveal(arg.value)
    return arg.value if block is None else block.call(arg.value)


@FUNCTION.dispatch("Any $arg, Optional[Callable] &$block")
def of_any(_: Context, arg: Value, *, block: Lambda | None) -> Value:
    return arg if block is None else block.call(arg)

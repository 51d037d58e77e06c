"""Join the elements of an array to one string, arrays inside it too, with a delimiter between them."""

from __future__ import annotations

from ...types.values import Value
from ..context import Context
from ..function import Function
from ..ruby_text import join

EXAMPLES = {
    "notice(join(['a', 'b', 1], '-'))": "a-b-1",
    "notice(join(['a', ['b', 'c']]))": "abc",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("Array $arg, String $delimiter = ''")
def join_array(_: Context, arg: tuple[Value, ...], delimiter: str = "") -> str:
    return join(arg, delimiter)

"""Iterate from the last element to the first.

Without a lambda the result is an Iterator to go on with (`map`, `each`, ...); with one it is undef.
"""

from __future__ import annotations

from ...types.values import Value
from ..context import Context, Lambda
from ..function import Function
from ..iteration import iterator_of, until_break

EXAMPLES = {
    "notice([1, 2, 3].reverse_each.map |$x| { $x * 10 })": "[30, 20, 10]",
    "['a', 'b'].reverse_each |$x| { notice($x) }": "b\na",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch("Iterable $iterable")
def reversed_iterator(_: Context, iterable: Value) -> Value:
    return iterator_of("reverse_each", iterable, infer_elements=True).reverse()


@FUNCTION.dispatch("Iterable $iterable, Callable[1, 1] &$block")
def run(_: Context, iterable: Value, *, block: Lambda) -> None:
    until_break(iterator_of("reverse_each", iterable).reverse().take(), block.call)

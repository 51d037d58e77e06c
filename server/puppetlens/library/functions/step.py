"""Iterate over every n-th element, beginning with the first.

Without a lambda the result is an Iterator to go on with (`map`, `each`, ...); with one it is undef.
"""

from __future__ import annotations

from ...types.values import Value
from ..context import Context, Lambda
from ..function import Function
from ..iteration import iterator_of, until_break

EXAMPLES = {
    "notice(Integer[0, 10].step(5).map |$x| { $x })": "[0, 5, 10]",
    "['a', 'b', 'c'].step(2) |$x| { notice($x) }": "a\nc",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch("Iterable $iterable, Integer[1] $step")
def stepping_iterator(_: Context, iterable: Value, step: int) -> Value:
    return iterator_of("step", iterable, infer_elements=True).step(step)


@FUNCTION.dispatch("Iterable $iterable, Integer[1] $step, Callable[1, 1] &$block")
def run(_: Context, iterable: Value, step: int, *, block: Lambda) -> None:
    until_break(iterator_of("step", iterable).step(step).take(), block.call)

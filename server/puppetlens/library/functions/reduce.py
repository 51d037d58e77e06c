"""One value out of many: a lambda gets what it gave last and the next element.

It starts with the second argument, or with the first element where there is none. A hash's elements are
arrays of key and value. `break()` ends it with the value so far.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...types.values import Value
from ..context import BreakIteration, Context, Lambda
from ..function import Function
from ..iteration import iterator_of

EXAMPLES = {
    "notice([1, 2, 3].reduce |$sum, $x| { $sum + $x })": "6",
    "notice(['a', 'b'].reduce('>') |$text, $x| { \"${text}${x}\" })": ">ab",
    "notice([].reduce |$a, $b| { $a })": "",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def reduced(memo: Value, rest: Iterator[Value], block: Lambda) -> Value:
    for element in rest:
        try:
            memo = block.call(memo, element)
        except BreakIteration as jump:
            jump.take()
            return memo
    return memo


@FUNCTION.dispatch("Iterable $enumerable, Callable[2, 2] &$block")
def without_memo(_: Context, enumerable: Value, *, block: Lambda) -> Value:
    elements = iterator_of("reduce", enumerable).all()
    return reduced(next(elements, None), elements, block)


@FUNCTION.dispatch("Iterable $enumerable, Any $memo, Callable[2, 2] &$block")
def with_memo(_: Context, enumerable: Value, memo: Value, *, block: Lambda) -> Value:
    return reduced(memo, iterator_of("reduce", enumerable).all(), block)

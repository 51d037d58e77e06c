"""An array of what a lambda makes of every element.

Iterates over arrays, hashes, strings, integers, integer ranges and enums, as `each` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...types.values import Hash, Value
from ..context import Context, Lambda
from ..function import Function
from ..iteration import HASH_1, HASH_2, ITERABLE_1, ITERABLE_2, indexed, iterator_of, until_break

EXAMPLES = {
    "notice([1, 2, 3].map |$x| { $x * 10 })": "[10, 20, 30]",
    "notice({'a' => 1}.map |$key, $value| { \"${key}=${value}\" })": "[a=1]",
    "notice(['a', 'b'].map |$index, $x| { \"${index}${x}\" })": "[0a, 1b]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def mapped(values: Iterable[Value], convert: Callable[[Value], Value]) -> tuple[Value, ...]:
    results: list[Value] = []
    until_break(values, lambda value: results.append(convert(value)))
    return tuple(results)


@FUNCTION.dispatch(HASH_2)
def of_hash_by_pairs(_: Context, hash: Hash, *, block: Lambda) -> Value:
    return mapped(hash.pairs(), lambda pair: block.call(*pair))


@FUNCTION.dispatch(HASH_1)
def of_hash(_: Context, hash: Hash, *, block: Lambda) -> Value:
    return mapped(hash.pairs(), block.call)


@FUNCTION.dispatch(ITERABLE_2)
def of_iterable_by_pairs(_: Context, enumerable: Value, *, block: Lambda) -> Value:
    return mapped(indexed(iterator_of("map", enumerable)), lambda pair: block.call(*pair))


@FUNCTION.dispatch(ITERABLE_1)
def of_iterable(_: Context, enumerable: Value, *, block: Lambda) -> Value:
    return mapped(iterator_of("map", enumerable).take(), block.call)

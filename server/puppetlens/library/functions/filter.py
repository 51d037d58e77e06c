"""The elements for which a lambda gives something true; a hash gives a hash, all else an array.

Iterates as `each` does: a lambda of two parameters gets key and value, or index and element.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...types.values import Hash, Unknown, Value
from ..context import BreakIteration, Context, Lambda
from ..function import Function
from ..iteration import HASH_1, HASH_2, ITERABLE_1, ITERABLE_2, iterator_of, truth

EXAMPLES = {
    "notice([1, 20, 3].filter |$x| { $x < 10 })": "[1, 3]",
    "notice({'a' => 1, 'b' => 2}.filter |$key, $value| { $value > 1 })": "{b => 2}",
    "notice(['a', 'b', 'c'].filter |$index, $x| { $index != 1 })": "[a, c]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def kept(values: Iterable[tuple[Value, Value]], may_break: bool) -> tuple[Value, ...] | Unknown:
    """The values whose test is true, of pairs of test and value; Unknown where a test is."""
    results: list[Value] = []
    unknown: list[Unknown] = []
    try:
        for test, value in values:
            answer = truth(test)
            if isinstance(answer, Unknown):
                unknown.append(answer)
            elif answer:
                results.append(value)
    except BreakIteration as jump:
        if not may_break:
            raise
        jump.take()
    if unknown:
        return Unknown(*(reason for each in unknown for reason in each.reasons))
    return tuple(results)


def as_hash(entries: tuple[Value, ...] | Unknown) -> Value:
    return entries if isinstance(entries, Unknown) else Hash(entries)


@FUNCTION.dispatch(HASH_2)
def of_hash_by_pairs(_: Context, hash: Hash, *, block: Lambda) -> Value:
    return as_hash(kept(((block.call(*pair), pair) for pair in hash.pairs()), may_break=False))


@FUNCTION.dispatch(HASH_1)
def of_hash(_: Context, hash: Hash, *, block: Lambda) -> Value:
    return as_hash(kept(((block.call(pair), pair) for pair in hash.pairs()), may_break=False))


@FUNCTION.dispatch(ITERABLE_2)
def of_iterable_by_pairs(_: Context, enumerable: Value, *, block: Lambda) -> Value:
    iterator = iterator_of("filter", enumerable)
    if iterator.hash_style:
        return as_hash(kept(((block.call(*pair), pair) for pair in iterator.all()), may_break=False))
    tests = ((block.call(index, element), element) for index, element in enumerate(iterator.take()))
    return kept(tests, may_break=True)


@FUNCTION.dispatch(ITERABLE_1)
def of_iterable(_: Context, enumerable: Value, *, block: Lambda) -> Value:
    elements = iterator_of("filter", enumerable).take()
    return kept(((block.call(element), element) for element in elements), may_break=True)

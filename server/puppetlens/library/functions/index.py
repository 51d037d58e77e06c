"""The key or index of the first element that matches, undef where none does.

With a lambda of one parameter it gets the value of a hash's entry or the element; with two, key and value
or index and element. Without a lambda the second argument is compared with the elements; in a string it
is searched for, as text or as a regular expression.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...types.regex import search
from ...types.values import Hash, Regexp, Unknown, Value
from ..context import Context, Lambda
from ..function import Function
from ..iteration import HASH_1, HASH_2, ITERABLE_1, ITERABLE_2, iterator_of, truth
from ..ruby_order import equal

EXAMPLES = {
    "notice(['a', 'b'].index |$x| { $x == 'b' })": "1",
    "notice({'a' => 1, 'b' => 2}.index |$value| { $value == 2 })": "b",
    "notice(['a', 'b'].index('b'))": "1",
    "notice('hello'.index('l'))": "2",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def first(tests: Iterable[tuple[Value, Value]], context: Context, block: Lambda | None) -> Value:
    """The key of the first true test, of pairs of test and key."""
    for test, key in tests:
        answer = truth(test)
        if isinstance(answer, Unknown):
            context.stops(answer, block)
            return answer
        if answer:
            return key
    return None


def entries(enumerable: Value) -> Iterable[tuple[Value, Value]]:
    iterator = iterator_of("index", enumerable)
    return iterator.all() if iterator.hash_style else enumerate(iterator.all())


@FUNCTION.dispatch(HASH_2)
def of_hash_by_pairs(context: Context, hash: Hash, *, block: Lambda) -> Value:
    return first(((block.call(key, value), key) for key, value in hash.pairs()), context, block)


@FUNCTION.dispatch(HASH_1)
def of_hash(context: Context, hash: Hash, *, block: Lambda) -> Value:
    return first(((block.call(value), key) for key, value in hash.pairs()), context, block)


@FUNCTION.dispatch(ITERABLE_2)
def of_iterable_by_pairs(context: Context, enumerable: Value, *, block: Lambda) -> Value:
    return first(((block.call(key, value), key) for key, value in entries(enumerable)), context, block)


@FUNCTION.dispatch(ITERABLE_1)
def of_iterable(context: Context, enumerable: Value, *, block: Lambda) -> Value:
    return first(((block.call(value), key) for key, value in entries(enumerable)), context, block)


@FUNCTION.dispatch("String $str, Variant[String, Regexp] $match")
def of_string(_: Context, str: str, match: str | Regexp) -> Value:
    if isinstance(match, Regexp):
        found = search(match, str)
        return None if found is None else found.start()
    at = str.find(match)
    return None if at < 0 else at


@FUNCTION.dispatch("Iterable $enumerable, Any $match")
def of_value(context: Context, enumerable: Value, match: Value) -> Value:
    return first(((equal(value, match), key) for key, value in entries(enumerable)), context, None)

"""Two arrays: the elements for which a lambda gives something true, and the others.

A lambda of two parameters gets index and element of an array, key and value of a hash; a hash's elements
are arrays of key and value.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...types.values import Hash, Unknown, Value, unknown_in
from ..context import Context, Lambda
from ..function import Function
from ..iteration import truth

EXAMPLES = {
    "notice(['a', 'b'].partition |$x| { $x == 'c' })": "[[], [a, b]]",
    "notice({'a' => 1, 'b' => 2}.partition |$key, $value| { $value > 1 })": "[[[b, 2]], [[a, 1]]]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def parted(tests: Iterable[tuple[Value, Value]]) -> tuple[Value, ...] | Unknown:
    """The two arrays, of pairs of test and element."""
    answers = [(truth(test), element) for test, element in tests]
    unknown = unknown_in(*(answer for answer, _ in answers))
    if unknown is not None:
        return unknown
    return (
        tuple(element for answer, element in answers if answer),
        tuple(element for answer, element in answers if not answer),
    )


@FUNCTION.dispatch("Collection $collection, Callable[1, 1] &$block >> Tuple[Array, Array]")
def by_element(_: Context, collection: Hash | tuple[Value, ...], *, block: Lambda) -> Value:
    elements = collection.pairs() if isinstance(collection, Hash) else collection
    return parted((block.call(element), element) for element in elements)


@FUNCTION.dispatch("Array $array, Callable[2, 2] &$block >> Tuple[Array, Array]")
def by_index_and_element(_: Context, array: tuple[Value, ...], *, block: Lambda) -> Value:
    return parted((block.call(index, element), element) for index, element in enumerate(array))


@FUNCTION.dispatch("Collection $collection, Callable[2, 2] &$block >> Tuple[Array, Array]")
def by_key_and_value(_: Context, collection: Hash, *, block: Lambda) -> Value:
    return parted((block.call(*pair), pair) for pair in collection.pairs())

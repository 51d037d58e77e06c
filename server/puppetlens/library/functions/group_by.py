"""A hash of the elements by what a lambda gives for each: the keys are its results, the values arrays.

A lambda of two parameters gets index and element of an array, key and value of a hash; a hash's elements
are arrays of key and value.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...types.values import Hash, Unknown, Value, identity, unknown_in
from ..context import Context, Lambda
from ..function import Function

EXAMPLES = {
    "notice([1, 2, 3].group_by |$x| { $x % 2 })": "{1 => [1, 3], 0 => [2]}",
    "notice({'a' => 1, 'b' => 1}.group_by |$key, $value| { $value })": "{1 => [[a, 1], [b, 1]]}",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def grouped(entries: Iterable[tuple[Value, Value]]) -> Hash | Unknown:
    """A hash out of pairs of group and element."""
    groups: dict[object, tuple[Value, list[Value]]] = {}
    keys: list[Value] = []
    for key, element in entries:
        keys.append(key)
        groups.setdefault(identity(key), (key, []))[1].append(element)
    return unknown_in(*keys) or Hash((key, tuple(elements)) for key, elements in groups.values())


def elements_of(collection: Hash | tuple[Value, ...]) -> Iterable[Value]:
    return collection.pairs() if isinstance(collection, Hash) else collection


@FUNCTION.dispatch("Collection $collection, Callable[1, 1] &$block >> Hash")
def by_element(_: Context, collection: Hash | tuple[Value, ...], *, block: Lambda) -> Value:
    return grouped((block.call(element), element) for element in elements_of(collection))


@FUNCTION.dispatch("Array $array, Callable[2, 2] &$block >> Hash")
def by_index_and_element(_: Context, array: tuple[Value, ...], *, block: Lambda) -> Value:
    return grouped((block.call(index, element), element) for index, element in enumerate(array))


@FUNCTION.dispatch("Collection $collection, Callable[2, 2] &$block >> Hash")
def by_key_and_value(_: Context, collection: Hash, *, block: Lambda) -> Value:
    return grouped((block.call(*pair), pair) for pair in collection.pairs())

"""What the functions that iterate have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..base.errors import PuppetError
from ..types import infer
from ..types.iterator import Iterator, iterate
from ..types.values import Hash, Unknown, Value
from .context import BreakIteration, Context, Lambda
from .function import Function, Implementation

#: The four signatures of the functions that test elements: a hash or anything iterable, a lambda of two
#: parameters (key and value, index and element) or one.
HASH_2 = "Hash[Any, Any] $hash, Callable[2, 2] &$block"
HASH_1 = "Hash[Any, Any] $hash, Callable[1, 1] &$block"
ITERABLE_2 = "Iterable $enumerable, Callable[2, 2] &$block"
ITERABLE_1 = "Iterable $enumerable, Callable[1, 1] &$block"


def iterator_of(function: str, value: Value, infer_elements: bool = False) -> Iterator:
    """An iterator over an argument that dispatch took for iterable."""
    iterator = iterate(value, infer_elements)
    if iterator is None:
        raise PuppetError(f"{function}(): wrong argument type ({infer(value).name}; is not Iterable.")
    return iterator


def truth(value: Value) -> bool | Unknown:
    """Whether a lambda's result counts as true: all but undef and false do."""
    if isinstance(value, Unknown):
        return value
    return value is not None and value is not False


def indexed(iterator: Iterator) -> Iterable[tuple[Value, Value]]:
    """Pairs for a lambda of two parameters: a hash's entries, else index and element."""
    return iterator.take() if iterator.hash_style else enumerate(iterator.take())


def until_break(values: Iterable[Value], action: Callable[[Value], None]) -> None:
    """Do something with each value until a `break()`."""
    try:
        for value in values:
            action(value)
    except BreakIteration:
        return


def dispatch_tests(function: Function, by_pairs: Implementation, by_elements: Implementation) -> None:
    """Register `by_pairs(pairs, test)` and `by_elements(elements, test)` for the four signatures.

    `pairs` and `elements` are iterables of what is handed to the block; `test` calls it and gives the truth
    of what it returns.
    """

    @function.dispatch(HASH_2)
    def hash_2(_: Context, hash: Hash, *, block: Lambda) -> Value:
        return by_pairs(hash.pairs(), lambda pair: truth(block.call(*pair)))

    @function.dispatch(HASH_1)
    def hash_1(_: Context, hash: Hash, *, block: Lambda) -> Value:
        return by_elements(hash.pairs(), lambda pair: truth(block.call(pair)))

    @function.dispatch(ITERABLE_2)
    def iterable_2(_: Context, enumerable: Value, *, block: Lambda) -> Value:
        pairs = indexed(iterator_of(function.name, enumerable))
        return by_pairs(pairs, lambda pair: truth(block.call(*pair)))

    @function.dispatch(ITERABLE_1)
    def iterable_1(_: Context, enumerable: Value, *, block: Lambda) -> Value:
        elements = iterator_of(function.name, enumerable).all()
        return by_elements(elements, lambda element: truth(block.call(element)))

"""What the functions that iterate have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..base.errors import PuppetError
from ..types import infer
from ..types.iterator import Iterator, iterate
from ..types.values import Hash, Unknown, Value
from .context import BreakIteration, Context, Lambda
from .function import Function

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
        return value.truth()
    return value is not None and value is not False


def indexed(iterator: Iterator) -> Iterable[tuple[Value, Value]]:
    """Pairs for a lambda of two parameters: a hash's entries, else index and element."""
    return iterator.take() if iterator.hash_style else enumerate(iterator.take())


def until_break(values: Iterable[Value], action: Callable[[Value], None]) -> None:
    """Do something with each value until a `break()`."""
    try:
        for value in values:
            action(value)
    except BreakIteration as jump:
        jump.take()


#: `any_of` or `all_of`: the truth of many, up to the first that decides.
Combine = Callable[[Iterable[bool | Unknown]], bool | Unknown]


def dispatch_tests(function: Function, combine: Combine) -> None:
    """Register what combines a lambda's answers for the four signatures."""

    @function.dispatch(HASH_2)
    def hash_2(context: Context, hash: Hash, *, block: Lambda) -> Value:
        return combine(while_known((truth(block.call(*pair)) for pair in hash.pairs()), context, block))

    @function.dispatch(HASH_1)
    def hash_1(context: Context, hash: Hash, *, block: Lambda) -> Value:
        return combine(while_known((truth(block.call(pair)) for pair in hash.pairs()), context, block))

    @function.dispatch(ITERABLE_2)
    def iterable_2(context: Context, enumerable: Value, *, block: Lambda) -> Value:
        pairs = indexed(iterator_of(function.name, enumerable))
        return combine(while_known((truth(block.call(*pair)) for pair in pairs), context, block))

    @function.dispatch(ITERABLE_1)
    def iterable_1(context: Context, enumerable: Value, *, block: Lambda) -> Value:
        elements = iterator_of(function.name, enumerable).all()
        return combine(while_known((truth(block.call(element)) for element in elements), context, block))


def while_known(answers: Iterable[bool | Unknown], context: Context, block: Lambda) -> Iterable[bool | Unknown]:
    """The answers of a lambda; behind one that is not known only where nothing tells that it was called again."""
    for answer in answers:
        yield answer
        if isinstance(answer, Unknown) and context.stops(answer, block):
            return

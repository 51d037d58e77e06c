"""Divide into pieces of a given size; the last one may be shorter.

Without a lambda the result is the array of pieces. A lambda gets each piece, as one array or, where it
has as many parameters as a piece has elements, one by one, filled up with undef; the result is what was
divided.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...base.errors import PuppetError
from ...types.values import Hash, Value
from ..context import Context, Lambda
from ..function import Function
from ..iteration import iterator_of, until_break

EXAMPLES = {
    "notice([1, 2, 3].slice(2))": "[[1, 2], [3]]",
    '[1, 2, 3, 4].slice(2) |$a, $b| { notice("${a}-${b}") }': "1-2\n3-4",
    "notice({'a' => 1, 'b' => 2}.slice(1))": "[[[a, 1]], [[b, 2]]]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def pieces(values: Iterable[Value], size: int) -> tuple[tuple[Value, ...], ...]:
    elements = tuple(values)
    return tuple(elements[at : at + size] for at in range(0, len(elements), size))


def serving_size(block: Lambda, size: int) -> int:
    """How many arguments the block takes; a block of any number takes a whole piece."""
    names = block.parameter_names
    serving = size if block.captures_rest or block.required_count != len(names) else len(names)
    if serving == 0:
        raise PuppetError("slice(): block must define at least one parameter. Block has 0.")
    if serving not in (1, size):
        raise PuppetError(
            "slice(): block must define one parameter, or the same number of parameters as the given size of "
            f"the slice ({size}). Block has {serving}; {', '.join(names)}"
        )
    return serving


def serve(values: Iterable[Value], size: int, filler: Value, block: Lambda) -> None:
    serving = serving_size(block, size)
    served = pieces(values, size)
    if serving == 1:
        until_break(served, block.call)
    else:
        until_break(served, lambda piece: block.call(*piece, *(filler,) * (serving - len(piece))))


@FUNCTION.dispatch("Hash[Any, Any] $hash, Integer[1, default] $slice_size, Optional[Callable] &$block")
def of_hash(_: Context, hash: Hash, slice_size: int, *, block: Lambda | None) -> Value:
    if block is None:
        return pieces(hash.pairs(), slice_size)
    serve(hash.pairs(), slice_size, (), block)
    return hash


@FUNCTION.dispatch("Iterable $enumerable, Integer[1, default] $slice_size, Optional[Callable] &$block")
def of_iterable(_: Context, enumerable: Value, slice_size: int, *, block: Lambda | None) -> Value:
    elements = iterator_of("slice", enumerable).all()
    if block is None:
        return pieces(elements, slice_size)
    serve(elements, slice_size, None, block)
    return enumerable

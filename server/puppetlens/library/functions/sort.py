"""The elements of an array, or the characters of a string, in ascending order.

Numbers sort by value, strings by code point (upper case before lower); the two do not mix. A lambda of
two parameters gives a negative number, zero or a positive one, as `compare` does.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...base.byte_text import like
from ...types.values import Unknown, Value
from ..context import Context, Lambda
from ..function import Function
from ..ruby_order import UndecidedOrder, block_order, compare, in_order

EXAMPLES = {
    "notice([3, 1, 2].sort)": "[1, 2, 3]",
    "notice('hello'.sort)": "ehllo",
    "notice(['b', 'A', 'a'].sort |$a, $b| { compare($a, $b) })": "[A, a, b]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


def arranged(values: Sequence[Value], block: Lambda | None) -> tuple[Value, ...] | Unknown:
    if block is None:
        return tuple(in_order(values, compare))

    def by_block(left: Value, right: Value) -> int:
        answer = block.call(left, right)
        if isinstance(answer, Unknown):
            raise UndecidedOrder(answer)
        return block_order(left, right, answer)

    try:
        return tuple(in_order(values, by_block))
    except UndecidedOrder as undecided:
        return undecided.unknown


@FUNCTION.dispatch("String $string_value, Optional[Callable[2, 2]] &$block")
def of_string(_: Context, string_value: str, *, block: Lambda | None) -> Value:
    characters = arranged(string_value, block)
    return characters if isinstance(characters, Unknown) else like(string_value, "".join(characters))


@FUNCTION.dispatch("Array $array_value, Optional[Callable[2, 2]] &$block")
def of_array(_: Context, array_value: tuple[Value, ...], *, block: Lambda | None) -> Value:
    return arranged(array_value, block)

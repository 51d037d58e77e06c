"""The number of characters, elements, entries or bytes of a string, array, hash or Binary."""

from __future__ import annotations

from ...types.binary import Binary
from ...types.values import Value
from ..context import Context
from ..function import Function

EXAMPLES = {
    "notice(length('abc'))": "3",
    "notice([1, 2].length)": "2",
    "notice({'a' => 1}.length)": "1",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch("Collection $arg")
def of_collection(_: Context, arg: Value) -> int:
    return len(arg)


@FUNCTION.dispatch("String $arg")
def of_string(_: Context, arg: str) -> int:
    return len(arg)


@FUNCTION.dispatch("Binary $arg")
def of_binary(_: Context, arg: Binary) -> int:
    return len(arg.data)

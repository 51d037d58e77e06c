"""One array of all arguments and of the elements of the arrays among them, at any depth; hashes stay."""

from __future__ import annotations

from collections.abc import Iterator

from ...types.values import Value, unknown_in
from ..context import Context
from ..function import Function

EXAMPLES = {"notice(flatten([1, [2, [3]]]))": "[1, 2, 3]", "notice(flatten(1, ['a'], 'b'))": "[1, a, b]"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def flat(values: tuple[Value, ...]) -> Iterator[Value]:
    for value in values:
        if isinstance(value, tuple):
            yield from flat(value)
        else:
            yield value


@FUNCTION.dispatch("Any *$args")
def flatten_all(_: Context, *args: Value) -> Value:
    values = tuple(flat(args))
    return unknown_in(*values) or values

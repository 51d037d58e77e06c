"""Whether a lambda gives something true for at least one element; false where there is none.

Iterates as `each` does, up to the first element that passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...types.values import Unknown, Value, unknown_in
from ..function import Function
from ..iteration import dispatch_tests

EXAMPLES = {
    "notice([1, 3, 4].any |$x| { $x % 2 == 0 })": "true",
    "notice({'a' => 1}.any |$key, $value| { $value =~ String })": "false",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def holds(values: Iterable[Value], test: Callable[[Value], bool | Unknown]) -> bool | Unknown:
    undecided: list[Unknown] = []
    for value in values:
        answer = test(value)
        if answer is True:
            return True
        if isinstance(answer, Unknown):
            undecided.append(answer)
    return unknown_in(*undecided) or False


dispatch_tests(FUNCTION, holds, holds)

"""Whether a lambda gives something true for every element; true where there is none.

Iterates as `each` does, up to the first element that fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...types.values import Unknown, Value, unknown_in
from ..function import Function
from ..iteration import dispatch_tests

EXAMPLES = {
    "notice([2, 4].all |$x| { $x % 2 == 0 })": "true",
    "notice({'a' => 1}.all |$key, $value| { $value =~ String })": "false",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def holds(values: Iterable[Value], test: Callable[[Value], bool | Unknown]) -> bool | Unknown:
    undecided: list[Unknown] = []
    for value in values:
        answer = test(value)
        if answer is False:
            return False
        if isinstance(answer, Unknown):
            undecided.append(answer)
    return unknown_in(*undecided) or True


dispatch_tests(FUNCTION, holds, holds)

"""Whether a lambda gives something true for every element; true where there is none.

Iterates as `each` does, up to the first element that fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...types.compare import all_of
from ...types.values import Unknown, Value
from ..function import Function
from ..iteration import dispatch_tests

EXAMPLES = {
    "notice([2, 4].all |$x| { $x % 2 == 0 })": "true",
    "notice({'a' => 1}.all |$key, $value| { $value =~ String })": "false",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


def holds(values: Iterable[Value], test: Callable[[Value], bool | Unknown]) -> bool | Unknown:
    return all_of(map(test, values))


dispatch_tests(FUNCTION, holds, holds)

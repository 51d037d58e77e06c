"""Whether a lambda gives something true for at least one element; false where there is none.

Iterates as `each` does, up to the first element that passes.
"""

from __future__ import annotations

from ...types.compare import any_of
from ..function import Function
from ..iteration import dispatch_tests

EXAMPLES = {
    "notice([1, 3, 4].any |$x| { $x % 2 == 0 })": "true",
    "notice({'a' => 1}.any |$key, $value| { $value =~ String })": "false",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")

dispatch_tests(FUNCTION, any_of)

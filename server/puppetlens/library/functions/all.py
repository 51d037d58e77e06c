"""Whether a lambda gives something true for every element; true where there is none.

Iterates as `each` does, up to the first element that fails.
"""

from __future__ import annotations

from ...types.compare import all_of
from ..function import Function
from ..iteration import dispatch_tests

EXAMPLES = {
    "notice([2, 4].all |$x| { $x % 2 == 0 })": "true",
    "notice({'a' => 1}.all |$key, $value| { $value =~ String })": "false",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")

dispatch_tests(FUNCTION, all_of)

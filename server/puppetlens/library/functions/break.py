"""End the innermost iteration from inside its lambda.

What `map` and `filter` collected so far is their result. Not every function that takes a lambda can be
ended: `filter` over a hash, `with` or `then` hand it on to the iteration around them.
"""

from __future__ import annotations

from ..context import BreakIteration, Context
from ..function import Function

EXAMPLES = {"notice([1, 2, 3].map |$x| { if $x == 3 { break() } $x })": "[1, 2]"}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("")
def jump(context: Context) -> None:
    raise BreakIteration(context.location)

"""End the innermost lambda, function, class or define; its value is the argument, or undef."""

from __future__ import annotations

from ...types.values import Value
from ..context import Context, NextIteration
from ..function import Function

EXAMPLES = {"notice([1, 2].map |$x| { if $x == 1 { next('one') } $x })": "[one, 2]"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own")


@FUNCTION.dispatch("Any $value = undef")
def jump(context: Context, value: Value = None) -> None:
    raise NextIteration(context.location, value)

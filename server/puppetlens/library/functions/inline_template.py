"""Render texts as ERB templates, one after the other.

ERB is Ruby, which is not run here: the result is unknown.
"""

from __future__ import annotations

from ...types.values import Value
from ..context import Context
from ..function import Function

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String +$texts")
def render(context: Context, *texts: Value) -> Value:
    return context.unknown("inline_template() runs Ruby (ERB)")

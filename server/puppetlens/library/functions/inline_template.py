"""Render texts as ERB templates, one after the other."""

from __future__ import annotations

from ...types.values import Value
from ..context import Context
from ..function import Function
from ..legacy import text_argument
from ..rendered import joined

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String +$texts")
def render(context: Context, *texts: Value) -> Value:
    return joined(context.evaluate_erb(text_argument(text)) for text in texts)

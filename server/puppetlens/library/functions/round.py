"""The closest integer; halves go away from zero."""

from __future__ import annotations

from ...types.ruby_number import whole
from ..context import Context
from ..function import Function

EXAMPLES = {"notice(round(1.5))": "2", "notice((-2.4).round)": "-2"}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("Numeric $val")
def of_number(_: Context, val: int | float) -> int:
    return whole(val + 0.5 if val > 0 else val - 0.5)

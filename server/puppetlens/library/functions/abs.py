"""The absolute value of a number. A string with one is converted, which is deprecated."""

from __future__ import annotations

import re

from ...base.errors import PuppetError
from ..context import Context
from ..function import Function
from ..rounding import warn_of_coercion

EXAMPLES = {"notice(abs(-3))": "3", "notice((-2.5).abs)": "2.5"}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("Numeric $val")
def of_number(_: Context, val: int | float) -> int | float:
    return abs(val)


@FUNCTION.dispatch("String $val")
def of_string(context: Context, val: str) -> int | float:
    warn_of_coercion(context, "abs", "Numeric")
    decimal = re.search(r"^-?\d+\.\d+$|^-?\d+$", val, re.MULTILINE | re.ASCII)
    if decimal is None:
        raise PuppetError("abs(): Requires float or integer to work with - was given non decimal string")
    return abs(float(decimal[0])) if "." in decimal[0] else abs(int(decimal[0]))

"""The functions that make integers out of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from ..base.errors import PuppetError
from .context import Context
from .function import Function

#: What Ruby's `Float()` reads: digits with single underscores, or a hexadecimal number.
_FLOAT: Final = re.compile(r"\s*([+-]?)(?:(\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:[eE][+-]?\d+)?)|0[xX]([0-9a-fA-F]+))\s*\Z")


def rounding_function(
    name: str, doc: str | None, examples: Mapping[str, str], convert: Callable[[float], int]
) -> Function:
    """`ceiling` and `floor`: of numbers, and of strings, which is deprecated."""
    function = Function(name, doc, examples)

    @function.dispatch("Numeric $val")
    def of_number(_: Context, val: int | float) -> int:
        return convert(val)

    @function.dispatch("String $val")
    def of_string(context: Context, val: str) -> int:
        warn_of_coercion(context, function.name, "Float")
        number = to_float(val)
        if number is None:
            raise PuppetError(f"{function.name}(): cannot convert given value to a floating point value.")
        return convert(number)

    return function


def to_float(text: str) -> float | None:
    """Ruby's `Float(text)`."""
    match = _FLOAT.match(text)
    if match is None:
        return None
    sign, decimal, hexadecimal = match.groups()
    value = float(int(hexadecimal, 16)) if hexadecimal else float(decimal.replace("_", ""))
    return -value if sign == "-" else value


def warn_of_coercion(context: Context, name: str, target: str, hint: str = "") -> None:
    context.warn_once(
        "deprecations",
        f"{name}_function_numeric_coerce_string",
        f"The {name}() function's auto conversion of String to {target} is deprecated - "
        f"change to convert input before calling{hint}",
    )

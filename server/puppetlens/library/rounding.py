"""The functions that make integers out of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..base.errors import PuppetError
from ..types.ruby_number import ruby_float, whole
from .context import Context
from .function import Function


def rounding_function(
    name: str, doc: str | None, examples: Mapping[str, str], convert: Callable[[float], int]
) -> Function:
    """`ceiling` and `floor`: of numbers, and of strings, which is deprecated."""
    function = Function(name, doc, examples)

    @function.dispatch("Numeric $val")
    def of_number(_: Context, val: int | float) -> int:
        return whole(val, convert)

    @function.dispatch("String $val")
    def of_string(context: Context, val: str) -> int:
        warn_of_coercion(context, function.name, "Float")
        number = ruby_float(val)
        if number is None:
            raise PuppetError(f"{function.name}(): cannot convert given value to a floating point value.")
        return whole(number, convert)

    return function


def warn_of_coercion(context: Context, name: str, target: str, hint: str = "") -> None:
    context.warn_once(
        "deprecations",
        f"{name}_function_numeric_coerce_string",
        f"The {name}() function's auto conversion of String to {target} is deprecated - "
        f"change to convert input before calling{hint}",
    )

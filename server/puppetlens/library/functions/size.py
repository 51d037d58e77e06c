"""The same as `length`."""

from __future__ import annotations

from ...types.values import Value
from ..context import Context
from ..function import Function

EXAMPLES = {"notice([1, 2].size)": "2", "notice('abc'.size)": "3"}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow")


@FUNCTION.dispatch("Variant[Collection, String, Binary] $arg")
def of_any(context: Context, arg: Value) -> Value:
    return context.call_function("length", (arg,))

"""Convert a value to a type, as `Type.new` does with the value first; a lambda gets the result."""

from __future__ import annotations

from ...types import Type
from ...types.values import Value
from ..context import Context, Lambda
from ..function import Function

EXAMPLES = {
    "notice('0x1F'.convert_to(Integer, 16))": "31",
    "notice([1, 2].convert_to(String))": "[1, 2]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("Any $value, Type $type, Any *$args, Optional[Callable[1, 1]] &$block")
def convert(context: Context, value: Value, type: Type, *args: Value, block: Lambda | None) -> Value:
    result = context.call_function("new", (type, value, *args))
    return result if block is None else block.call(result)

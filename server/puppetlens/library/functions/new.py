"""A new value of a type, made of the arguments: conversion, parsing or building, as the type says.

`Integer('42')` is short for `Integer.new('42')`, `new(Integer, '42')` the same as a function. What is of
the type already stays as it is; a lambda gets what was made.
"""

from __future__ import annotations

from ...types import Type, new_value
from ...types.values import Unknown, Value
from ..context import Context, Lambda
from ..function import Function

EXAMPLES = {
    "notice(Integer.new('0b101', 2))": "5",
    "notice(new(Boolean, 'yes'))": "true",
    "notice(Array({'a' => 1}))": "[[a, 1]]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("Type $type, Any *$args, Optional[Callable] &$block")
def new(context: Context, type: Type, *args: Value, block: Lambda | None) -> Value:
    result = new_value(type, args)
    if isinstance(result, Unknown):
        result = context.unknown(type.only_in_ruby) if type.only_in_ruby is not None else result
        context.skip(result, block)
        return result
    is_one = len(args) == 1 and result is args[0]
    return result if block is None or is_one else block.call(result)

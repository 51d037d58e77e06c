"""`max` and `min`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from ..base.errors import PuppetError
from ..types.values import Unknown, Value
from .context import Context, Lambda
from .function import Function, Implementation
from .rounding import warn_of_coercion
from .ruby_order import UndecidedOrder, block_order, compare
from .ruby_text import to_s

_NUMBER: Final = re.compile(r"-?\d+([._eE]\d+)?\Z", re.ASCII)
_LEADING_NUMBER: Final = re.compile(r"-?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
_HINT: Final = ", or use lambda"

Order = Callable[[Value, Value], int]
Find = Callable[[Context, tuple[Value, ...]], Value]


class Extreme:
    """Finds the greatest (`sign` 1) or least (-1) of some values; `name` is the function's, for messages."""

    def __init__(self, name: str, sign: int) -> None:
        self._name = name
        self._sign = sign

    def found(self, values: tuple[Value, ...], order: Order) -> Value:
        if not values:
            raise PuppetError(f"{self._name}(): Wrong number of arguments need at least one")
        best = values[0]
        for value in values[1:]:
            if order(value, best) * self._sign > 0:
                best = value
        return best

    def by_block(self, values: tuple[Value, ...], block: Lambda) -> Value:
        def order(left: Value, right: Value) -> int:
            answer = block.call(left, right)
            if isinstance(answer, Unknown):
                raise UndecidedOrder(answer)
            return block_order(left, right, answer)

        try:
            return self.found(values, order) if values else None
        except UndecidedOrder as undecided:
            return undecided.unknown

    def of_alike(self, _: Context, values: tuple[Value, ...]) -> Value:
        return self.found(values, compare)

    def of_texts(self, context: Context, values: tuple[Value, ...]) -> Value:
        return self.found(values, lambda left, right: self._text_order(context, left, right))

    def _text_order(self, context: Context, left: Value, right: Value) -> int:
        one, other = to_s(left), to_s(right)
        if _NUMBER.match(one) and _NUMBER.match(other):
            warn_of_coercion(context, self._name, "Numeric", _HINT)
            return compare(leading_number(one), leading_number(other))
        if not (isinstance(left, str) and isinstance(right, str)):
            context.warn_once(
                "deprecations",
                f"{self._name}_function_string_coerce_any",
                f"The {self._name}() function's auto conversion of Any to String is deprecated - "
                f"change to convert input before calling{_HINT}",
            )
        return compare(one, other)


#: Types whose values have an order of their own, and the first major version of Puppet that knows of it here.
_ORDERED: Final = (("Numeric", 0), ("String", 0), ("SemVer", 8), ("Timespan", 8), ("Timestamp", 8))


def extreme_function(name: str, doc: str | None, examples: Mapping[str, str], sign: int) -> Function:
    """The function `max` (`sign` 1) or `min` (-1)."""
    function = Function(name, doc, examples)
    extreme = Extreme(function.name, sign)

    def of_values(find: Find) -> Implementation:
        return lambda context, *values: find(context, values)

    def of_array(find: Find) -> Implementation:
        return lambda context, values, *, block: (
            find(context, values) if block is None else extreme.by_block(values, block)
        )

    # Strings may be numbers, which counts.
    finds = [(kind, since, extreme.of_texts if kind == "String" else extreme.of_alike) for kind, since in _ORDERED]
    for kind, since, find in finds:
        function.dispatch(f"{kind} *$values", since=since)(of_values(find))
    # `min` tries arrays of strings last.
    arrays = finds if sign > 0 else sorted(finds, key=lambda each: each[0] == "String")
    for kind, since, find in arrays:
        function.dispatch(f"Array[{kind}] $values, Optional[Callable[2, 2]] &$block", since=since)(of_array(find))
    function.dispatch("Array $values, Optional[Callable[2, 2]] &$block")(of_array(extreme.of_texts))
    function.dispatch("Any *$values, Callable[2, 2] &$block")(
        lambda context, *values, block: extreme.by_block(values, block)
    )
    function.dispatch("Any *$values")(of_values(extreme.of_texts))
    return function


def leading_number(text: str) -> float:
    """Ruby's `to_f`: the number that a text begins with."""
    match = _LEADING_NUMBER.match(text)
    return float(match[0].replace("_", "")) if match else 0.0

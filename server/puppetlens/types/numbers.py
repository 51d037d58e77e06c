"""Numeric, Integer and Float."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from ..base.ruby_string import inspect_string
from .errors import OperandError
from .labels import ruby_class
from .ruby_number import float_text, ruby_float, ruby_integer, to_number, whole
from .ruby_text import inspect, not_a_float
from .scalars import ScalarDataType, not_converted
from .type import Args, Type, register
from .values import DEFAULT, Hash, Value

if TYPE_CHECKING:
    from .constructor import Constructor
    from .iterables import IterableType
    from .render import Renderer

INF = math.inf


def is_number(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class NumericType(ScalarDataType):
    """Numbers from `low` to `high`, infinite where open; Numeric itself has no bounds."""

    name = simple_name = "Numeric"

    def __init__(self, low: float | None = None, high: float | None = None) -> None:
        self.low: float = -INF if low is None else low
        self.high: float = INF if high is None else high
        if self.low > self.high:
            raise PuppetError(
                f"'from' must be less or equal to 'to'. Got ({number_text(self.low)}, {number_text(self.high)}"
            )

    def key(self) -> tuple[object, ...]:
        return (self.low, self.high)

    def contains(self, value: Value) -> bool:
        return isinstance(value, (int, float)) and not isinstance(value, bool)

    def covers(self, other: Type) -> bool:
        return isinstance(other, type(self)) and self.low <= other.low and self.high >= other.high

    def range_arguments(self) -> tuple[str, ...]:
        if self.low == -INF and self.high == INF:
            return ()
        first = "default" if self.low == -INF else number_text(self.low)
        return (first,) if self.high == INF else (first, number_text(self.high))

    def intersects(self, other: NumericType) -> bool:
        return not (self.high < other.low or other.high < self.low)

    def merge(self, other: Type) -> Type | None:
        """One range for both, where they meet."""
        if isinstance(other, type(self)) and self.intersects(other):
            return type(self)(min(self.low, other.low), max(self.high, other.high))
        return None

    def constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch, Mismatch, local_types

        types = local_types(
            Convertible=f"Variant[Integer, Float, Boolean, Pattern[/{FLOAT_PATTERN}/], Timespan, Timestamp]",
            NamedArgs="Struct[{from => Convertible, Optional[abs] => Boolean}]",
        )
        return Constructor(
            "new_numeric",
            (
                Dispatch(to_numeric, "Convertible from", "Boolean abs?"),
                Dispatch(lambda given: to_numeric(given["from"], given.get("abs") or False), "NamedArgs hash_args"),
                Mismatch(lambda value, abs_=False: not_converted(value, "Numeric"), "Any from", "Boolean abs?"),
            ),
            types,
        )


def number_text(value: float) -> str:
    return float_text(value) if isinstance(value, float) else str(value)


class IntegerType(NumericType):
    name = simple_name = "Integer"

    def contains(self, value: Value) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def generalize(self) -> Type:
        return INTEGER

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return self.range_arguments()

    def to_size(self) -> IntegerType:
        """This range as one of sizes, which are not negative."""
        return self if self.low >= 0 else IntegerType(0, 0 if self.high < 0 else self.high)

    def merge(self, other: Type) -> Type | None:
        if not isinstance(other, IntegerType):
            return None
        if self.intersects(other) or self.high + 1 == other.low or other.high + 1 == self.low:
            return IntegerType(min(self.low, other.low), max(self.high, other.high))
        return None

    def finite(self) -> bool:
        return self.low != -INF and self.high != INF

    def enumerable(self) -> bool:
        return self.finite()

    def iterable(self) -> bool:
        return True

    def iterable_type(self) -> IterableType:
        from .iterables import IterableType

        return IterableType(INTEGER)

    def specialise(self, args: Args) -> Value:
        from .specialise import flatten

        keys = flatten(args)
        if not 1 <= len(keys) <= 2:
            raise OperandError(
                f"Integer-Type supports [] with one or two arguments (from, to). Got {len(keys)}",
                "BAD_INTEGER_SLICE_ARITY",
            )
        for index, key in enumerate(keys):
            if not is_integer(key) and key is not DEFAULT:
                raise OperandError(
                    f"Integer-Type [] requires all arguments to be integers (or default). Got {ruby_class(key)}",
                    "BAD_INTEGER_SLICE_TYPE",
                    index,
                )
        return integer_range(*keys)

    def constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch, Mismatch, local_types

        types = local_types(
            Radix="Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]",
            Convertible=f"Variant[Numeric, Boolean, Pattern[/{INTEGER_PATTERN}/], Timespan, Timestamp]",
            NamedArgs="Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]",
        )
        return Constructor(
            "new",
            (
                Dispatch(to_integer, "Convertible from", "Radix radix?", "Boolean abs?"),
                Dispatch(
                    lambda given: to_integer(given["from"], given.get("radix") or DEFAULT, given.get("abs") or False),
                    "NamedArgs hash_args",
                ),
                Mismatch(lambda given: integer_hash_mismatch(types, given), "Hash hash_args"),
                Mismatch(integer_mismatch, "Any from", "Integer radix?", "Boolean abs?"),
            ),
            types,
        )


def integer_range(low: Value = None, high: Value = None) -> IntegerType:
    """`Integer[low, high]`; None and `default` are open ends, of other values Ruby says what it lacks."""
    for end in (low, high):
        if isinstance(end, str):
            raise PuppetError("comparison of String with Float failed")
        if not (is_number(end) or end is None or end is DEFAULT):
            raise PuppetError(f"undefined method `>' for {inspect(end)}")
    return IntegerType(None if low is DEFAULT else low, None if high is DEFAULT else high)


class FloatType(NumericType):
    name = simple_name = "Float"

    def contains(self, value: Value) -> bool:
        return isinstance(value, float) and self.low <= value <= self.high

    def generalize(self) -> Type:
        return FLOAT

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return self.range_arguments()

    def specialise(self, args: Args) -> Value:
        from .specialise import flatten

        keys = flatten(args)
        if not 1 <= len(keys) <= 2:
            raise OperandError(
                f"Float-Type supports [] with one or two arguments (from, to). Got {len(keys)}",
                "BAD_INTEGER_SLICE_ARITY",
            )
        for index, key in enumerate(keys):
            if not is_number(key) and key is not DEFAULT:
                raise OperandError(
                    "Float-Type [] requires all arguments to be floats, or integers (or default)."
                    f" Got {ruby_class(key)}",
                    "BAD_INTEGER_SLICE_TYPE",
                    index,
                )
        return FloatType(*(None if key is DEFAULT else float(key) for key in keys))

    def constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch, Mismatch, local_types

        types = local_types(
            Convertible=f"Variant[Numeric, Boolean, Pattern[/{FLOAT_PATTERN}/], Timespan, Timestamp]",
            NamedArgs="Struct[{from => Convertible, Optional[abs] => Boolean}]",
        )
        return Constructor(
            "new_float",
            (
                Dispatch(to_float, "Convertible from", "Boolean abs?"),
                Dispatch(lambda given: to_float(given["from"], given.get("abs") or False), "NamedArgs hash_args"),
                Mismatch(lambda value, abs_=False: not_converted(value, "Float"), "Any from", "Boolean abs?"),
            ),
            types,
        )


# Conversion ------------------------------------------------------------------------------------------------

_SIGN = r"[+-]?\s*"
_HEX, _OCT, _BIN, _DEC = "(?:0[xX][0-9A-Fa-f]+)", "(?:0[0-7]+)", "(?:0[bB][01]+)", r"(?:0|[1-9]\d*)"
INTEGER_PATTERN = rf"\A{_SIGN}(?:(?:\d+)|{_HEX}|{_BIN})\z"
FLOAT_PATTERN = rf"\A{_SIGN}(?:(?:{_DEC}(?:\.\d+)?(?:[eE]-?\d+)?)|{_HEX}|{_OCT}|{_BIN})\z"

_SIGN_AND_NUMBER = re.compile(r"([+-])[ \t]+(.*)", re.S)


def to_integer(value: Value, radix: Value = DEFAULT, absolute: bool = False) -> int:
    if isinstance(value, str):
        result = text_to_integer(value, None if radix is DEFAULT else radix)
    else:
        result = whole(value) if isinstance(value, float) else math.floor(value)
    return abs(result) if absolute else result


def text_to_integer(text: str, radix: int | None) -> int:
    number = ruby_integer(text, radix)
    if number is None and (match := _SIGN_AND_NUMBER.fullmatch(text)):
        number = ruby_integer(match[1] + match[2], radix)
    if number is None:
        raise PuppetError(f"invalid value for Integer(): {inspect_string(text)}")
    return number


def integer_mismatch(value: Value, radix: Value = DEFAULT, absolute: Value = None) -> str:
    if radix is not DEFAULT:
        assert_radix(radix)
    return not_converted(value, "Integer")


def assert_radix(radix: Value) -> None:
    if radix not in (2, 8, 10, 16):
        from .to_string import to_string

        raise PuppetError(f"Illegal radix: {to_string(radix)}, expected 2, 8, 10, 16, or default")


def integer_hash_mismatch(types: dict[str, Type], given: Hash) -> str:
    from .assertion import assert_instance

    if "from" in given and not types["convertible"].accepts(given["from"]):
        return integer_mismatch(given["from"])
    radix = given.get("radix")
    if radix is not None and radix is not DEFAULT:
        assert_radix(radix)
    assert_instance("Integer.new", types["namedargs"], given)
    return ""


def to_float(value: Value, absolute: bool = False) -> float:
    if isinstance(value, str):
        result = text_to_float(value)
    else:
        result = float(value)
    return abs(result) if absolute else result


def text_to_float(text: str) -> float:
    number = ruby_integer(text) if text[:1] == "0" and text[1:2] in ("b", "B") else ruby_float(text)
    if number is None and (match := _SIGN_AND_NUMBER.fullmatch(text)):
        number = ruby_float(match[1] + match[2])
    if number is None:
        raise not_a_float(text)
    return float(number)


def to_numeric(value: Value, absolute: bool = False) -> Value:
    if isinstance(value, bool):
        result: Value = int(value)
    elif isinstance(value, str):
        if value[:1] == "0" and value[1:2] in ("b", "B", "x", "X"):
            result = ruby_integer(value)
        else:
            result = to_number(value)
    elif isinstance(value, (int, float)):
        result = value
    else:
        result = float(value)
    return abs(result) if absolute and result is not None else result


NUMERIC, INTEGER, FLOAT = NumericType(), IntegerType(), FloatType()
DEFAULT_SIZE, ZERO_SIZE = IntegerType(0), IntegerType(0, 0)
register(NUMERIC, "integers and floats")
register(INTEGER, "whole numbers", "[from, to]")
register(FLOAT, "numbers with a fraction", "[from, to]")

"""Arithmetic and concatenation."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from ..base.errors import PuppetError
from .binary import Binary
from .collections import ArrayType, HashType
from .errors import Operand, OperandError
from .integer_range import LARGEST, SMALLEST
from .iterator import Iterator
from .labels import a_an
from .numbers import FloatType, IntegerType
from .ruby_number import to_number
from .ruby_text import to_s
from .semver_values import SemVer
from .shaped import stand_ins, unknown_of
from .time_values import OPERATIONS, TimeData, Timespan, Timestamp, seconds
from .uri import Uri
from .values import Hash, Unknown, Value, identity, reasons_in, unknown_in

#: Told of each string that is used as a number: the operand, the string, the number.
Coerced = Callable[[Operand, str, Value], None]

__all__ = ["arithmetic", "negate", "to_number", "unfold"]

#: Versions are numbers to Ruby, up to where it computes with them.
_VERSION_IS_NO_FLOAT = "can't convert SemanticPuppet::Version into Float"


#: Bits: so far a number may grow before it is refused.
_LONGEST_SHIFT = 1_000_000


def arithmetic(operator: str, left: Value, right: Value, coerced: Coerced | None = None) -> Value:
    """`+ - * / % << >>` on numbers, strings that denote numbers, collections and times."""
    if isinstance(left, (tuple, Hash)) and operator in ("+", "-", "<<"):
        return _collect(operator, left, right)
    unknown = unknown_in(left, right)
    if unknown is not None:
        return _with_unknown(operator, left, right, coerced) or unknown
    if operator == "+" and isinstance(left, (Uri, Binary)):
        return _append(left, right)
    one, two = numeric(left, "left", coerced), numeric(right, "right", coerced)
    result = _calculate(operator, one, two)
    if isinstance(result, float) and math.isinf(result):
        raise OperandError(f"The result of the {operator} expression is Infinity", "RESULT_IS_INFINITY", "left")
    if isinstance(result, int) and not SMALLEST <= result <= LARGEST:
        end = "max" if result > 0 else "min"
        raise OperandError(
            f"A '{operator}' expression resulted in a value outside of Puppet Integer {end} range,"
            f" got '{_signed_hexadecimal(result)}'",
            "NUMERIC_OVERFLOW",
        )
    return result


def _with_unknown(operator: str, left: Value, right: Value, coerced: Coerced | None) -> Unknown | None:
    """The result of operands of which no more is known than their types, if that; the error that all their values give,
    where it is told of one that is known, or undef."""
    if not isinstance(left, (Unknown, Uri, Binary)):
        numeric(left, "left")  # or nothing is to be added to it
    results: set[type] = set()
    errors: list[PuppetError] = []
    ones, others = stand_ins(left), stand_ins(right)
    for one, other in ((one, other) for one in ones for other in others):
        try:
            results.add(type(arithmetic(operator, one, other, coerced)))
        except PuppetError as error:
            known = {"left": one is left or one is None, "right": other is right or other is None}
            operand = error.operand if isinstance(error, OperandError) else "whole"
            if error.issue_code != "NOT_NUMERIC" or not known.get(str(operand)):
                return None
            errors.append(error)
    if errors and not results:
        raise errors[-1]  # undef comes first
    types = [_RESULTS[each] for each in results if each in _RESULTS]
    known_type = len(types) == len(results) == 1
    return unknown_of(types[0], *reasons_in((left, right))) if known_type else None


_RESULTS: Final = {int: IntegerType(), float: FloatType(), tuple: ArrayType(), Hash: HashType()}


def _signed_hexadecimal(value: int) -> str:
    return f"{'-' if value < 0 else '+'}{abs(value):#x}"


def numeric(value: Value, operand: Operand, coerced: Coerced | None = None) -> Value:
    """An operand of arithmetic; a string that denotes a number is one."""
    if isinstance(value, (int, float, TimeData, SemVer)) and not isinstance(value, bool):
        return value
    number = to_number(value) if isinstance(value, str) else None
    if number is None:
        raise OperandError(f"The value '{to_s(value)}' cannot be converted to Numeric.", "NOT_NUMERIC", operand)
    if coerced is not None:
        coerced(operand, value, number)
    return number


def _calculate(operator: str, left: Value, right: Value) -> Value:
    if operator == "%" and (isinstance(left, float) or isinstance(right, float)):
        raise _not_applicable(operator, left, None if isinstance(left, float) else right)
    if isinstance(right, TimeData) and not isinstance(left, TimeData):
        span = isinstance(right, Timespan)
        if operator == "+" or (operator == "*" and span):
            left, right = right, left
        elif operator == "-" and span and isinstance(left, SemVer):
            raise _not_applicable(operator, left)
        elif operator == "-" and span:
            left = Timespan(seconds(left))
        else:
            raise _not_applicable(operator, left, right)
    if isinstance(left, SemVer):
        raise _not_applicable(operator, left)
    if isinstance(left, TimeData):
        operation = OPERATIONS[type(left)].get(operator)
        if operation is None:
            raise _not_applicable(operator, left)
        try:
            return operation(left, right)
        except ZeroDivisionError as error:
            raise OperandError("Division by 0", "DIV_BY_ZERO", "right") from error
    if isinstance(right, SemVer):
        raise PuppetError(_VERSION_IS_NO_FLOAT)
    return _on_numbers(operator, left, right)


def _on_numbers(operator: str, left: int | float, right: int | float) -> int | float:
    whole = isinstance(left, int) and isinstance(right, int)
    if operator in ("<<", ">>"):
        if not isinstance(left, int):
            raise _not_applicable(operator, left)
        return _shift(left, int(right) if operator == "<<" else -int(right))
    if operator in ("/", "%") and whole and right == 0:
        raise OperandError("Division by 0", "DIV_BY_ZERO", "right")
    try:
        if operator == "+":
            return left + right
        if operator == "-":
            return left - right
        if operator == "*":
            return left * right
        if operator == "%":
            return left % right
        return left // right if whole else left / right
    except ZeroDivisionError:
        return math.nan if left == 0 or math.isnan(left) else math.copysign(math.inf, left)
    except OverflowError:
        return math.inf


def _shift(value: int, bits: int) -> int:
    # What leaves the range is an error anyway, which shows the digits.
    return value << min(bits, _LONGEST_SHIFT) if bits >= 0 else value >> min(-bits, _LONGEST_SHIFT)


def _not_applicable(operator: str, left: Value, right: Value = None) -> OperandError:
    if right is None:
        return OperandError(
            f"Operator '{operator}' is not applicable to {a_an(left)}.", "OPERATOR_NOT_APPLICABLE", "left"
        )
    return OperandError(
        f"Operator '{operator}' is not applicable to {a_an(left)} when right side is {a_an(right)}.",
        "OPERATOR_NOT_APPLICABLE_WHEN",
        "left",
    )


# Collections -----------------------------------------------------------------------------------------------


def _collect(operator: str, left: Value, right: Value) -> Value:
    """Concatenation, difference and append; an Unknown right side leaves nothing known but of `<<`, any of a `-`."""
    if operator == "<<":
        if isinstance(left, Hash):
            raise _not_applicable(operator, left)
        return (*left, right)
    if isinstance(right, Unknown):
        return right.plain()
    if operator == "-" or (isinstance(left, Hash) and isinstance(right, tuple)):
        reasons = (*reasons_in(left if isinstance(left, tuple) else ()), *reasons_in(right))
        if reasons:
            return Unknown(*reasons)
    if isinstance(left, tuple):
        others = _elements(right)
        return left + others if operator == "+" else _without(left, others)
    if operator == "+":
        return left.merge(_entries(right))
    removed = set(map(identity, right if isinstance(right, (tuple, Hash)) else (right,)))
    return Hash(pair for pair in left.pairs() if identity(pair[0]) not in removed)


def _elements(value: Value) -> tuple[Value, ...]:
    if isinstance(value, tuple):
        return value
    return tuple(value.pairs()) if isinstance(value, Hash) else (value,)


def _without(values: tuple[Value, ...], others: tuple[Value, ...]) -> tuple[Value, ...]:
    removed = {_ruby_equality(other) for other in others}
    return tuple(value for value in values if _ruby_equality(value) not in removed)


def _ruby_equality(value: Value) -> object:
    """A stand-in, the same for two values where Ruby's `==` holds: `1 == 1.0`, but not `'a' == 'A'`."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, tuple):
        return (tuple, *map(_ruby_equality, value))
    if isinstance(value, Hash):
        return (Hash, frozenset((identity(key), _ruby_equality(element)) for key, element in value.pairs()))
    return identity(value)


def _entries(value: Value) -> Hash:
    """What is added to a hash: a hash, an array of pairs, or one of keys and values in turn."""
    if isinstance(value, Hash):
        return value
    if not isinstance(value, tuple):
        raise PuppetError("Can only append Array or Hash to a Hash")
    if value and all(isinstance(pair, tuple) for pair in value):
        for pair in value:
            if not 1 <= len(pair) <= 2:
                raise PuppetError(f"invalid number of elements ({len(pair)} for 1..2)")
        return Hash((pair[0], pair[1] if len(pair) > 1 else None) for pair in value)
    if len(value) % 2:
        raise PuppetError("odd number of arguments for Hash")
    return Hash(zip(value[::2], value[1::2], strict=True))


def _append(left: Value, right: Value) -> Value:
    if isinstance(left, Uri):
        if not isinstance(right, (str, Uri)):
            raise PuppetError("An URI can only be merged with an URI or String")
        return left.join(right)
    if not isinstance(right, Binary):
        raise PuppetError("Can only append Binary to a Binary")
    return Binary(left.data + right.data)


# Unary -----------------------------------------------------------------------------------------------------


def negate(value: Value, coerced: Coerced | None = None) -> Value:
    """`-value`."""
    if isinstance(value, Unknown):
        return value.plain()
    number = numeric(value, "whole", coerced)
    if isinstance(number, SemVer):
        raise PuppetError(_VERSION_IS_NO_FLOAT)
    if isinstance(number, Timestamp):
        raise PuppetError("undefined method `-@' for an instance of Timestamp")
    return Timespan(-number.nsecs) if isinstance(number, Timespan) else -number


def unfold(value: Value) -> tuple[Value, ...] | Unknown:
    """`*value`: the elements of a collection, nothing for undef, else the value alone."""
    if value is None:
        return ()
    if isinstance(value, Unknown):
        return value.plain()
    if isinstance(value, tuple):
        return value
    if isinstance(value, Hash):
        return tuple(value.pairs())
    return tuple(value.all()) if isinstance(value, Iterator) else (value,)

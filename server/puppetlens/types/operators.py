"""Arithmetic and concatenation."""

from __future__ import annotations

import re

from ..base.errors import PuppetError
from .compare import a_an, equals
from .infer import infer
from .values import Hash, Regexp, Unknown, Value, unknown_in

_NUMBER = re.compile(r"\A\s*([+-]?)\s*(0[xX][0-9A-Fa-f]+|0[0-7]+|0?\d+(?:\.\d+)?(?:[eE]-?\d+)?)\s*\Z")
_LARGEST = 2**63 - 1
_SMALLEST = -(2**63)


def to_number(text: str) -> int | float | None:
    """The number a string denotes, or None."""
    match = _NUMBER.match(text)
    if not match:
        return None
    sign, digits = match.groups()
    value: int | float
    if digits[:2] in ("0x", "0X"):
        value = int(digits, 16)
    elif any(mark in digits for mark in ".eE"):
        value = float(digits)
    elif digits.startswith("0") and len(digits) > 1:
        if not digits.isdigit() or any(digit in "89" for digit in digits):
            return None
        value = int(digits, 8)
    else:
        value = int(digits)
    return -value if sign == "-" else value


def numeric(value: Value, operator: str) -> int | float:
    """An operand of arithmetic; a string that denotes a number is one."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    if isinstance(value, str):
        number = to_number(value)
        if number is not None:
            return number
        raise PuppetError(f"The value '{value}' cannot be converted to Numeric.", "NOT_NUMERIC")
    raise PuppetError(
        f"Operator '{operator}' is not applicable to {a_an(operand_name(value))}.", "OPERATOR_NOT_APPLICABLE"
    )


def operand_name(value: Value) -> str:
    if value is None:
        return "Undef Value"
    name = infer(value).general().name
    return {"Tuple": "Array", "Struct": "Hash", "Type": "Type"}.get(name, name)


def arithmetic(operator: str, left: Value, right: Value) -> Value:
    """`+ - * / % << >>`."""
    if isinstance(left, (tuple, Hash)) and operator in ("+", "-", "<<"):
        return collect(operator, left, right)
    unknown = unknown_in(left, right)
    if unknown:
        return unknown
    if isinstance(left, Regexp) or isinstance(right, Regexp):
        raise PuppetError(f"Operator '{operator}' is not applicable to a Regexp.", "OPERATOR_NOT_APPLICABLE")
    a = numeric(left, operator)
    if not isinstance(right, (int, float, str)) or isinstance(right, bool):
        raise PuppetError(
            f"Operator '{operator}' is not applicable to {a_an(operand_name(left))} when right side is "
            f"{a_an(operand_name(right))}.",
            "OPERATOR_NOT_APPLICABLE_WHEN",
        )
    b = numeric(right, operator)
    result = compute(operator, a, b)
    if isinstance(result, int) and not _SMALLEST <= result <= _LARGEST:
        raise PuppetError(
            f"'{operator}' resulted in a value outside of Puppet Integer max range, got '{result}'",
            "NUMERIC_OVERFLOW",
        )
    return result


def compute(operator: str, a: int | float, b: int | float) -> int | float:
    if operator == "+":
        return a + b
    if operator == "-":
        return a - b
    if operator == "*":
        return a * b
    if operator in ("/", "%"):
        if b == 0 and ((isinstance(a, int) and isinstance(b, int)) or operator == "/"):
            raise PuppetError("Division by 0", "DIV_BY_ZERO")
        if operator == "%":
            if isinstance(a, float) or isinstance(b, float):
                raise PuppetError("Operator '%' is not applicable to a Float.", "OPERATOR_NOT_APPLICABLE")
            return a % b
        return a // b if isinstance(a, int) and isinstance(b, int) else a / b
    if isinstance(a, float) or isinstance(b, float):
        raise PuppetError(f"Operator '{operator}' is not applicable to a Float.", "OPERATOR_NOT_APPLICABLE")
    amount = b if operator == "<<" else -b
    return a << amount if amount >= 0 else a >> -amount


def collect(operator: str, left: Value, right: Value) -> Value:
    """Concatenation, difference and append; an Unknown right side leaves nothing known."""
    if isinstance(right, Unknown) and operator != "<<":
        return right
    if isinstance(left, tuple):
        if operator == "<<":
            return (*left, right)
        if operator == "+":
            return (*left, *(right if isinstance(right, tuple) else hash_pairs(right)))
        removed = right if isinstance(right, tuple) else hash_pairs(right)
        return tuple(element for element in left if not any(equals(element, other) is True for other in removed))
    if operator == "<<":
        raise PuppetError("Operator '<<' is not applicable to a Hash.", "OPERATOR_NOT_APPLICABLE")
    if operator == "+":
        if isinstance(right, tuple):
            if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in right):
                if len(right) % 2:
                    raise PuppetError("odd number of arguments for Hash", "RUNTIME_ERROR")
                right = tuple(zip(right[::2], right[1::2], strict=True))
            return left.merge(Hash(right))
        if not isinstance(right, Hash):
            raise PuppetError(
                f"Operator '+' is not applicable to a Hash when right side is {a_an(operand_name(right))}.",
                "OPERATOR_NOT_APPLICABLE_WHEN",
            )
        return left.merge(right)
    keys = list(right) if isinstance(right, (Hash, tuple)) else [right]
    return Hash((key, value) for key, value in left.pairs() if not any(equals(key, k) is True for k in keys))


def hash_pairs(value: Value) -> tuple[Value, ...]:
    return tuple(value.pairs()) if isinstance(value, Hash) else (value,)


def negate(value: Value) -> Value:
    if isinstance(value, Unknown):
        return value
    return -numeric(value, "-")

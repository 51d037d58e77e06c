"""`Type.new`: values made of other values."""

from __future__ import annotations

import re

from ..base.errors import PuppetError
from .collections import ArrayType, HashType, StructType, TupleType
from .compare import a_an
from .infer import infer
from .misc import Binary, SensitiveType
from .mismatch import describe_mismatch
from .operators import to_number
from .references import ClassType, ResourceType
from .render import puppet_type_name, to_string
from .scalars import BooleanType, FloatType, IntegerType, NumericType, RegexpType, StringType
from .type import AliasType, Type
from .values import DEFAULT, Hash, Regexp, Sensitive, Value, unknown_in
from .variants import NotUndefType, OptionalType


def new_value(type_: Type, args: tuple[Value, ...]) -> Value:
    """The value, checked to be of the type; PuppetError with Puppet's sentence where there is none."""
    unknown = unknown_in(*args)
    if unknown:
        return unknown
    resolved = type_.resolved() if isinstance(type_, AliasType) else type_
    value = convert(resolved, args)
    if not type_.accepts(value):
        raise PuppetError(
            describe_mismatch(f"Converted value from {type_}.new()", type_, value), "TYPE_ASSERTION_ERROR"
        )
    return value


def convert(type_: Type, args: tuple[Value, ...]) -> Value:
    first = args[0] if args else None
    if isinstance(type_, (OptionalType, NotUndefType)):
        return None if first is None and isinstance(type_, OptionalType) else new_value(type_.inner, args)
    if isinstance(type_, IntegerType):
        return to_integer(first, args[1] if len(args) > 1 else DEFAULT, args[2] if len(args) > 2 else False)
    if isinstance(type_, FloatType):
        return absolute(float(to_numeric(first, type_)), args)
    if isinstance(type_, NumericType):
        return absolute(to_numeric(first, type_), args)
    if isinstance(type_, BooleanType):
        return to_boolean(first)
    if isinstance(type_, StringType):
        return to_string_value(first, args[1] if len(args) > 1 else DEFAULT)
    if isinstance(type_, (ArrayType, TupleType)):
        return to_array(first, args[1] if len(args) > 1 else False)
    if isinstance(type_, (HashType, StructType)):
        return to_hash(first)
    if isinstance(type_, SensitiveType):
        return first if isinstance(first, Sensitive) else Sensitive(first)
    if isinstance(type_, RegexpType):
        return first if isinstance(first, Regexp) else Regexp(str(first))
    if isinstance(type_, (ResourceType, ClassType)):
        return type_.specialise(args)
    if type_.name == "Binary":
        import base64

        return Binary(base64.b64decode(str(first)))
    raise PuppetError(f"Creation of new instance of type '{type_}' is not supported")


def absolute(value: int | float, args: tuple[Value, ...]) -> int | float:
    return abs(value) if len(args) > 1 and args[1] is True else value


def cannot(value: Value, type_: Type) -> PuppetError:
    if isinstance(value, str):
        return PuppetError(f"The string '{value}' cannot be converted to {type_.general()}")
    return PuppetError(f"Value of type {puppet_type_name(value)} cannot be converted to {type_.general()}")


def to_numeric(value: Value, type_: Type) -> int | float:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, Hash) and "from" in value:
        return to_numeric(value["from"], type_)
    if isinstance(value, str):
        text = value.replace(" ", "")
        binary = re.fullmatch(r"([+-]?)0[bB]([01]+)", text)
        if binary:
            return int(binary[1] + binary[2], 2)
        number = to_number(text)
        if number is not None:
            return number
    raise cannot(value, type_)


def to_integer(value: Value, radix: Value, absolute_value: Value) -> int:
    if isinstance(value, Hash):
        return to_integer(value.get("from"), value.get("radix", DEFAULT), value.get("abs", False))
    type_ = IntegerType()
    if isinstance(value, str) and isinstance(radix, int) and radix != 10:
        digits = re.sub(r"\A([+-]?)\s*0[xXbB]?(?=[0-9A-Fa-f])", r"\1", value)
        try:
            number = int(digits, radix)
        except ValueError as error:
            raise cannot(value, type_) from error
    elif isinstance(value, str) and radix == 10:
        try:
            number = int(value, 10)
        except ValueError as error:
            raise cannot(value, type_) from error
    else:
        number = int(to_numeric(value, type_))
    return abs(number) if absolute_value is True else number


def to_boolean(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        return value != 0
    if isinstance(value, str):
        lower = value.lower()
        if lower in ("true", "yes", "y"):
            return True
        if lower in ("false", "no", "n"):
            return False
    raise cannot(value, BooleanType())


def to_string_value(value: Value, format_: Value) -> str:
    from .render import element_text

    if format_ is not DEFAULT:
        if isinstance(format_, str) and format_ in ("%p",):
            return element_text(value)
        if isinstance(format_, str) and isinstance(value, (int, float)) and not isinstance(value, bool):
            return format_ % value if re.fullmatch(r"%[-+ 0#]*\d*(\.\d+)?[dxXofeEgs]", format_) else to_string(value)
    return to_string(value) if value is not None else "undef"


def to_array(value: Value, wrap: Value) -> tuple[Value, ...]:
    if isinstance(value, tuple):
        return value
    if wrap is True:
        return (value,)
    if isinstance(value, Hash):
        return tuple(value.pairs())
    if isinstance(value, str):
        return tuple(value)
    if isinstance(value, IntegerType) and value.low is not None and value.high is not None:
        return tuple(range(value.low, value.high + 1))
    if isinstance(value, int) and not isinstance(value, bool):
        return tuple(range(value))
    raise PuppetError(f"Value of type {puppet_type_name(value)} cannot be converted to Array")


def to_hash(value: Value) -> Hash:
    if isinstance(value, Hash):
        return value
    if isinstance(value, tuple):
        if all(isinstance(element, tuple) and len(element) == 2 for element in value):
            return Hash(value)
        if len(value) % 2:
            raise PuppetError("odd number of arguments for Hash")
        return Hash(zip(value[::2], value[1::2], strict=True))
    raise PuppetError(f"Value of type {puppet_type_name(value)} cannot be converted to Hash")


_ = (a_an, infer)

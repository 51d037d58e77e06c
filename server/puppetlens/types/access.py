"""`left[keys]`."""

from __future__ import annotations

from typing import TypeVar

from ..base.byte_text import like
from ..base.errors import PuppetError
from .algebra import Known, alternatives, member, union
from .binary import Binary
from .errors import OperandError
from .infer import infer
from .integer_range import LARGEST, SMALLEST
from .labels import a_an, a_an_uc, article, key_type_name
from .object_value import ObjectValue
from .operators import Coerced, numeric
from .references import ResourceType
from .ruby_number import to_number
from .shaped import like_all_of, refined
from .specialise import flatten
from .strings import STRING, EnumType, StringType
from .tuples import StructType
from .type import UNDEF, Type, UnitType
from .values import NOTHING, Hash, Unknown, Value, reasons_in, unknown_in

Slice = TypeVar("Slice", tuple[Value, ...], str | bytes)


def access(left: Value, keys: tuple[Value, ...], coerced: Coerced | None = None) -> Value:
    """An element, a slice, or a type with parameters; `OperandError` where Puppet has an error.

    References (`File['x']['mode']`) are the business of who knows the catalog.
    """
    if isinstance(left, Hash):
        return _of_hash(left, keys)
    unknown = unknown_in(left, *keys)
    if unknown is not None:
        told = isinstance(left, Unknown) and len(keys) == 1 and not reasons_in(keys)
        return _part_of_unknown(left, keys[0], coerced) if told else unknown
    if isinstance(left, Type):
        return specialise(left, keys)
    if isinstance(left, tuple):
        return _of_array(left, flatten(keys), coerced)
    if isinstance(left, str):
        found = _of_text(left, flatten(keys))
        assert isinstance(found, str)
        return like(left, found)
    if isinstance(left, Binary):
        found = _of_text(left.data, flatten(keys))
        assert isinstance(found, bytes)
        return Binary(found)
    if isinstance(left, ObjectValue) and left.responds_to("[]"):
        return left.call("[]", keys)
    raise OperandError(f"Operator '[]' is not applicable to {a_an(left)}.", "OPERATOR_NOT_APPLICABLE", "left")


def _part_of_unknown(left: Unknown, key: Value, coerced: Coerced | None) -> Value:
    """What a key gives of a value of which no more is known than its type, at most; an error where it gives nothing."""
    part = left.part(key)
    if left.known_type is None or not isinstance(part, Unknown) or part.known_type is not None:
        return part
    found: list[Known] = []
    errors: list[PuppetError] = []
    for each in alternatives(left.known_type):
        try:
            found.append(_member(each, key, coerced))
        except PuppetError as error:
            errors.append(error)
    if errors and not found:
        raise errors[-1]  # undef comes first
    type_ = union(found)
    return part if type_ is None or isinstance(type_, UnitType) else refined(part, (), type_)


def _member(type_: Type, key: Value, coerced: Coerced | None) -> Known:
    """The type of `value[key]`; the error that every value of the type gives."""
    text = isinstance(type_, (StringType, EnumType))
    stand_in = "" if text else like_all_of(type_)
    if stand_in is NOTHING:
        return None
    access(stand_in, (key,), coerced)
    if text:
        return STRING
    found = member(type_, infer(key))
    return found if isinstance(type_, StructType) and isinstance(key, str) else union((found, UNDEF))


def specialise(type_: Type, args: tuple[Value, ...]) -> Value:
    """`Type[args]`: a type, or references to one or several resources or classes."""
    reasons = reasons_in(args)
    if reasons:
        return Unknown(*reasons)
    if isinstance(type_, ResourceType) and type_.type_name is None and len(args) == 1:
        first = args[0]
        if isinstance(first, ResourceType):
            return first
    return type_.specialise(args)


def _of_hash(left: Hash, keys: tuple[Value, ...]) -> Value:
    if not keys:
        raise OperandError("Hash supports [] with one or more arguments. Got 0", "BAD_HASH_SLICE_ARITY", "left")
    reasons = reasons_in(keys)
    if reasons:
        return Unknown(*reasons)
    if len(keys) == 1:
        return left.get(keys[0])
    return tuple(value for value in map(left.get, keys) if value is not None)


def _of_array(left: tuple[Value, ...], keys: list[Value], coerced: Coerced | None) -> Value:
    if not 1 <= len(keys) <= 2:
        raise OperandError(
            f"Array supports [] with one or two arguments. Got {len(keys)}", "BAD_ARRAY_SLICE_ARITY", "left"
        )
    numbers = [numeric(key, index, coerced) for index, key in enumerate(keys)]
    for index, key in enumerate(numbers):
        if not isinstance(key, int):
            raise OperandError(
                f"{a_an_uc(left)}[] cannot use {key_type_name(key)} where Integer is expected",
                "BAD_SLICE_KEY_TYPE",
                index,
            )
    if any(not SMALLEST <= number <= LARGEST for number in numbers):
        raise PuppetError("bignum too big to convert into `long'")
    if len(numbers) == 1:
        index = numbers[0]
        return left[index] if -len(left) <= index < len(left) else None
    return _slice(left, *numbers)


def _of_text(left: str | bytes, keys: list[Value]) -> str | bytes:
    if not 1 <= len(keys) <= 2:
        raise OperandError(
            f"String supports [] with one or two arguments. Got {len(keys)}", "BAD_STRING_SLICE_ARITY", "left"
        )
    numbers: list[Value] = [to_number(key) if isinstance(key, str) else key for key in keys]
    for index, number in enumerate(numbers):
        if not isinstance(number, int) or isinstance(number, bool):
            name = key_type_name(keys[index] if number is None else number)
            raise OperandError(
                f"A substring operation does not accept {article(name)} {name} as a character index."
                " Expected an Integer",
                "BAD_STRING_SLICE_KEY_TYPE",
                index,
            )
    if len(numbers) == 2:
        return _slice(left, *numbers)
    at = numbers[0] + (len(left) if numbers[0] < 0 else 0)
    return left[at : at + 1] if at >= 0 else left[:0]


def _slice(left: Slice, start: int, count: int) -> Slice:
    """`count` elements from `start`; a negative start counts from the end, a negative count is an end."""
    start = start + len(left) if start < 0 else start
    count = len(left) - start + count + 1 if count < 0 else count
    if start < 0:
        count += start
        start = 0
    return left[start : start + count] if count > 0 else left[:0]

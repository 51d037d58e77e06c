"""The type of a value, and the common type of several."""

from __future__ import annotations

from collections.abc import Iterable

from .aliases import DATA, RICH_DATA
from .blame import misfits
from .callable import CALLABLE, CallableType
from .collections import EMPTY_ARRAY, EMPTY_HASH, ArrayType, HashType
from .numbers import NUMERIC, FloatType, IntegerType
from .references import CLASS, RESOURCE, ClassType, ResourceType
from .runtime import RuntimeType
from .scalars import SCALAR, SCALAR_DATA, BooleanType
from .sensitive import SensitiveType
from .strings import REGEXP, STRING, EnumType, PatternType, RegexpType, StringType, string_value
from .tuples import StructElement, StructType, TupleType
from .type import ANY, DEFAULT_TYPE, UNDEF, UNIT, Type, UndefType
from .type_type import TypeType
from .values import DEFAULT, Hash, Regexp, Sensitive, Unknown, Value, reasons_in
from .variants import VariantType, variant

TRUE, FALSE = BooleanType(True), BooleanType(False)


def infer(value: Value) -> Type:
    """The type of a value; that of an array's elements, a hash's keys and values is the one common to all."""
    kind = type(value)
    if kind is str:
        return string_value(value)
    if kind is int:
        return IntegerType(value, value)
    if kind is tuple:
        if not value:
            return EMPTY_ARRAY
        return ArrayType(common_type(map(infer, value)), _size(value))
    if kind is Hash:
        if not value:
            return EMPTY_HASH
        values = common_type(infer(element) for _, element in value.pairs())
        return HashType(common_type(map(infer, value)), values, _size(value))
    return _infer_other(value)


def _infer_other(value: Value) -> Type:
    if value is None:
        return UNDEF
    if isinstance(value, bool):
        return TRUE if value else FALSE
    if isinstance(value, str):
        return string_value(value)
    if isinstance(value, float):
        return FloatType(value, value) if value == value else FloatType()
    if value is DEFAULT:
        return DEFAULT_TYPE
    if isinstance(value, Regexp):
        return RegexpType(value)
    if isinstance(value, Sensitive):
        return SensitiveType(infer(value.value))
    if isinstance(value, Type):
        return TypeType(value.plain_reference())
    if isinstance(value, Unknown):
        return UNIT
    callable_type = getattr(value, "callable_type", None)
    if isinstance(callable_type, Type):
        return callable_type
    puppet_type = getattr(value, "puppet_type", None)
    return puppet_type() if puppet_type is not None else RuntimeType("ruby", type(value).__name__)


def infer_set(value: Value) -> Type:
    """The most exact type: a Tuple for an array, a Struct for a hash with string keys."""
    if isinstance(value, tuple):
        return TupleType(tuple(map(infer_set, value))) if value else EMPTY_ARRAY
    if isinstance(value, Hash):
        if not value:
            return EMPTY_HASH
        if all(isinstance(key, str) and key for key in value):
            return StructType(tuple(StructElement(string_value(key), infer_set(v), key) for key, v in value.pairs()))
        values = variant(infer_set(element) for _, element in value.pairs())
        return HashType(variant(map(infer_set, value)), values, _size(value))
    exact = getattr(value, "exact_type", None)
    return exact() if exact is not None and not isinstance(value, Type) else infer(value)


def actual_type(value: Value, expected: Type) -> Type:
    """As `infer_set`, for messages about a value that is not of a type: of what is not known in it, where nothing else is wrong,
    what cannot be right has its own type."""
    type_ = infer_set(value)
    if not reasons_in(value) or not expected.assignable(type_):
        return type_
    return infer_set(_typed(misfits(value, expected.accepts)))


class _OfType:
    """Stands for a value of which only the type is known."""

    def __init__(self, type_: Type) -> None:
        self._type = type_

    def exact_type(self) -> Type:
        return self._type


def _typed(value: Value) -> Value:
    if isinstance(value, tuple):
        return tuple(map(_typed, value))
    if isinstance(value, Hash):
        return Hash((key, _typed(each)) for key, each in value.pairs())
    known = value.known_type if isinstance(value, Unknown) else None
    return value if known is None else _OfType(known)


def _size(value: Value) -> IntegerType:
    return IntegerType(len(value), len(value))


def common_type(types: Iterable[Type]) -> Type:
    """The narrowest type that Puppet finds for all of them."""
    result: Type | None = None
    for type_ in types:
        result = type_ if result is None else common_type_of_two(result, type_)
    return UNIT if result is None else result


def common_type_of_two(left: Type, right: Type) -> Type:
    if isinstance(left, UndefType) or right is UNIT:
        return right if isinstance(left, UndefType) else left
    if isinstance(right, UndefType) or left is UNIT:
        return left if isinstance(right, UndefType) else right
    if left.assignable(right):
        return left
    if right.assignable(left):
        return right
    return _common_of_kind(left, right) or _common_wider(left, right)


def _common_of_kind(left: Type, right: Type) -> Type | None:
    """The common type of two types of one kind."""
    if isinstance(left, ArrayType) and isinstance(right, ArrayType):
        return ArrayType(common_type_of_two(left.element_type, right.element_type))
    if isinstance(left, HashType) and isinstance(right, HashType):
        return HashType(
            common_type_of_two(left.key_type, right.key_type), common_type_of_two(left.value_type, right.value_type)
        )
    if isinstance(left, ClassType) and isinstance(right, ClassType):
        return CLASS
    if isinstance(left, ResourceType) and isinstance(right, ResourceType):
        return ResourceType(left.type_name) if left.type_name == right.type_name else RESOURCE
    for kind in (IntegerType, FloatType):
        if isinstance(left, kind) and isinstance(right, kind):
            return kind(min(left.low, right.low), max(left.high, right.high))
    if isinstance(left, (StringType, EnumType)) and isinstance(right, (StringType, EnumType)):
        return _common_of_strings(left, right)
    if isinstance(left, PatternType) and isinstance(right, PatternType):
        return PatternType(tuple(dict.fromkeys((*left.patterns, *right.patterns))))
    if isinstance(left, VariantType) and isinstance(right, VariantType):
        return variant((*left.types, *right.types))
    if isinstance(left, RegexpType) and isinstance(right, RegexpType):
        return REGEXP
    return CALLABLE if isinstance(left, CallableType) and isinstance(right, CallableType) else None


def _common_of_strings(left: StringType | EnumType, right: StringType | EnumType) -> Type:
    if isinstance(left, StringType) and isinstance(right, StringType):
        if left.size_type is not None and right.size_type is not None:
            size = common_type_of_two(left.size_type, right.size_type)
            assert isinstance(size, IntegerType)
            return StringType(size)
        if left.value is None or right.value is None:
            return STRING
        return EnumType((left.value, right.value))
    values: list[str] = []
    for side in (left, right):
        if isinstance(side, EnumType):
            values.extend(side.values)
        elif side.value is None:
            return EnumType()
        else:
            values.append(side.value)
    return EnumType(tuple(values))


def _common_wider(left: Type, right: Type) -> Type:
    for wide in (NUMERIC, SCALAR_DATA, SCALAR, DATA):
        if wide.assignable(left) and wide.assignable(right):
            return wide
    if isinstance(left, TypeType) and isinstance(right, TypeType):
        if left.type is None or right.type is None:
            return TypeType(left.type or right.type)
        return TypeType(common_type_of_two(left.type, right.type))
    if RICH_DATA.assignable(left) and RICH_DATA.assignable(right):
        return RICH_DATA
    return ANY

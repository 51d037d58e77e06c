"""The type of a value, and the common type of several."""

from __future__ import annotations

from collections.abc import Sequence

from .collections import ArrayType, HashType, Member, StructType, TupleType
from .misc import Binary, Deferred, SensitiveType, TypeType
from .scalars import (
    FLOAT,
    INTEGER,
    NUMERIC,
    STRING,
    BooleanType,
    FloatType,
    IntegerType,
    RegexpType,
    ScalarDataType,
    StringType,
)  # fmt: skip
from .type import ANY, DEFAULT_TYPE, TYPES, UNDEF, UNIT, Type
from .values import DEFAULT, Hash, Regexp, Sensitive, Unknown, Value
from .variants import OptionalType, VariantType, variant


def infer(value: Value) -> Type:
    """The most exact type: a Tuple for an array, a Struct for a hash with string keys."""
    if value is None:
        return UNDEF
    if value is DEFAULT:
        return DEFAULT_TYPE
    if isinstance(value, bool):
        return BooleanType(value)
    if isinstance(value, int):
        return IntegerType(value, value)
    if isinstance(value, float):
        return FloatType(value, value)
    if isinstance(value, str):
        return StringType(value=value)
    if isinstance(value, tuple):
        return TupleType(tuple(map(infer, value))) if value else ArrayType(UNIT, 0, 0)
    if isinstance(value, Hash):
        return infer_hash(value)
    if isinstance(value, Regexp):
        return RegexpType(value)
    if isinstance(value, Sensitive):
        return SensitiveType(infer(value.value).general())
    if isinstance(value, Type):
        return TypeType(value)
    if isinstance(value, Binary):
        return TYPES["binary"]
    if isinstance(value, Deferred):
        return TYPES["deferred"]
    if isinstance(value, Unknown):
        return ANY
    from .iterator import Iterator

    if isinstance(value, Iterator):
        return value.type
    signature = getattr(value, "callable_type", None)
    return signature if isinstance(signature, Type) else ANY


def infer_hash(value: Hash) -> Type:
    if not len(value):
        return HashType(UNIT, UNIT, 0, 0)
    if all(isinstance(key, str) and key for key in value):
        return StructType(
            tuple(Member(key, infer(element), False, StringType(value=key)) for key, element in value.pairs())
        )
    keys = common([infer(key) for key in value])
    return HashType(keys, common([infer(element) for _, element in value.pairs()]), len(value), len(value))


def common(types: Sequence[Type]) -> Type:
    """The closest type that covers all, as Puppet generalises."""
    if not types:
        return UNIT
    result = types[0]
    for type_ in types[1:]:
        result = common_of_two(result, type_)
    return result


def common_of_two(left: Type, right: Type) -> Type:
    if left is right or left.assignable(right):
        return left
    if right.assignable(left):
        return right
    if isinstance(left, StringType) and isinstance(right, StringType):
        return STRING
    if isinstance(left, IntegerType) and isinstance(right, IntegerType):
        lows, highs = (left.low, right.low), (left.high, right.high)
        return IntegerType(
            None if None in lows else min(lows),  # type: ignore[type-var]  # None was ruled out
            None if None in highs else max(highs),  # type: ignore[type-var]
        )
    if isinstance(left, FloatType) and isinstance(right, FloatType):
        return FLOAT
    if NUMERIC.assignable(left) and NUMERIC.assignable(right):
        return NUMERIC
    for kind in (ArrayType, TupleType):
        if isinstance(left, kind) and isinstance(right, (ArrayType, TupleType)):
            a, b = left.general(), right.general()
            assert isinstance(a, ArrayType)
            assert isinstance(b, ArrayType)
            return ArrayType(common_of_two(a.element, b.element))
    if isinstance(left, (HashType, StructType)) and isinstance(right, (HashType, StructType)):
        c, d = left.general(), right.general()
        assert isinstance(c, HashType)
        assert isinstance(d, HashType)
        return HashType(common_of_two(c.key, d.key), common_of_two(c.value, d.value))
    if ScalarDataType().assignable(left) and ScalarDataType().assignable(right):
        return ScalarDataType()
    if left is UNDEF or right is UNDEF:
        other = right if left is UNDEF else left
        return other if isinstance(other, OptionalType) else OptionalType(other)
    if isinstance(left, VariantType) or isinstance(right, VariantType):
        return variant([*left.alternatives(), *right.alternatives()])
    return TYPES["data"] if TYPES["data"].assignable(left) and TYPES["data"].assignable(right) else ANY


_ = INTEGER

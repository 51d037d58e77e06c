"""Values of which no more is known than their type: where code is evaluated to find mistakes in it.

Such a value may be of every type that overlaps its own; of two types that no value is of both, one is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from .collections import ArrayType, CollectionType, HashType
from .numbers import FloatType, IntegerType, NumericType
from .regex import search
from .scalars import BooleanType
from .sensitive import SensitiveType
from .strings import EnumType, PatternType, RegexpType, StringType
from .tuples import StructType, TupleType
from .type import ANY, UNDEF, AnyType, DefaultType, Type, UndefType
from .values import EMPTY_HASH, NOTHING, Unknown, UnknownReason, Value
from .variants import NotUndefType, OptionalType, VariantType, variant

#: The kinds of values that types of each class hold; a class that is not here may hold any.
_KINDS: Final[dict[type[Type], frozenset[str]]] = {
    UndefType: frozenset(("undef",)),
    DefaultType: frozenset(("default",)),
    BooleanType: frozenset(("boolean",)),
    IntegerType: frozenset(("integer",)),
    FloatType: frozenset(("float",)),
    NumericType: frozenset(("integer", "float")),
    StringType: frozenset(("string",)),
    EnumType: frozenset(("string",)),
    PatternType: frozenset(("string",)),
    RegexpType: frozenset(("regexp",)),
    SensitiveType: frozenset(("sensitive",)),
    ArrayType: frozenset(("array",)),
    TupleType: frozenset(("array",)),
    HashType: frozenset(("hash",)),
    StructType: frozenset(("hash",)),
    CollectionType: frozenset(("array", "hash")),
}
_FALSY: Final = variant((UNDEF, BooleanType(False)))
_STAND_INS: Final[tuple[tuple[tuple[type[Type], ...], Value], ...]] = (
    ((UndefType,), None),
    ((BooleanType,), True),
    ((IntegerType,), 1),
    ((FloatType,), 1.0),
    ((ArrayType, TupleType), ()),
    ((HashType, StructType), EMPTY_HASH),
)
#: Levels of Variant, Optional and aliases that are looked through.
_DEEPEST: Final = 20


class ShapedUnknown(Unknown):
    """A value of a type; `parts` are values in it, by their keys, of which more is known than the type says."""

    __slots__ = ("_type", "parts")

    def __init__(
        self, type_: Type, *reasons: UnknownReason, parts: Mapping[str | int, Value] = MappingProxyType({})
    ) -> None:
        super().__init__(*reasons)
        self._type, self.parts = type_, parts

    @property
    def known_type(self) -> Type | None:
        return None if isinstance(self._type, AnyType) else self._type

    def plain(self) -> Unknown:
        return Unknown(*self.reasons)

    def truth(self) -> bool | Unknown:
        if not overlap(self._type, _FALSY):
            return True
        return False if _FALSY.assignable(self._type) else self.plain()

    def part(self, key: Value) -> Value:
        if isinstance(key, (str, int)) and key in self.parts:
            return self.parts[key]
        return self.plain()

    def may_be(self, type_: Type) -> bool:
        return overlap(self._type, type_)

    def must_be(self, type_: Type) -> bool:
        return type_.assignable(self._type)


def unknown_of(type_: Type, *reasons: UnknownReason) -> Unknown:
    """A value of which the type is known, if that says anything."""
    return Unknown(*reasons) if isinstance(type_.resolved(), AnyType) else ShapedUnknown(type_, *reasons)


def refined(value: Unknown, keys: Sequence[str | int], type_: Type) -> Value:
    """The value where more is known: what keys lead to in it, one after the other, is of a type. Known where that has one
    value alone."""
    parts = value.parts if isinstance(value, ShapedUnknown) else {}
    own = value.known_type or ANY
    if keys:
        inner = value.part(keys[0])
        if not isinstance(inner, Unknown):
            return value
        return ShapedUnknown(own, *value.reasons, parts={**parts, keys[0]: refined(inner, keys[1:], type_)})
    only = only_value(type_)
    return ShapedUnknown(type_, *value.reasons, parts=parts) if only is NOTHING else only


def only_value(type_: Type) -> Value:
    """The one value of a type; `NOTHING` where there are more."""
    type_ = type_.resolved()
    if isinstance(type_, UndefType):
        return None
    if isinstance(type_, BooleanType) and type_.value is not None:
        return type_.value
    if isinstance(type_, StringType) and type_.value is not None:
        return type_.value
    if isinstance(type_, EnumType) and len(type_.values) == 1 and not type_.case_insensitive:
        return type_.values[0]
    if isinstance(type_, IntegerType) and type_.low == type_.high:
        return int(type_.low)
    return NOTHING


def like_all_of(type_: Type) -> Value:
    """A value of a type that is no alternative, to which operators say what they say to all of them, but for the result;
    `NOTHING` where none is like all."""
    return next((value for kinds, value in _STAND_INS if type(type_) in kinds), NOTHING)


def stand_ins(value: Value) -> tuple[Value, ...]:
    """A value of each kind that one may be of, undef first; the one that is known; none where that is not known."""
    if not isinstance(value, Unknown):
        return (value,)
    found = tuple(map(like_all_of, _alternatives(value.known_type or ANY, 0)))
    return () if any(each is NOTHING for each in found) else found


def overlap(one: Type, other: Type) -> bool:
    """Whether a value may be of both types: false only where none is for sure."""
    return any(_meet(a, b) for a in _alternatives(one, 0) for b in _alternatives(other, 0))


def _alternatives(type_: Type, depth: int) -> Iterator[Type]:
    type_ = type_.resolved()
    if depth > _DEEPEST:
        yield ANY
    elif isinstance(type_, VariantType):
        for each in type_.types:
            yield from _alternatives(each, depth + 1)
    elif isinstance(type_, OptionalType):
        yield UNDEF
        yield from _alternatives(type_.type or ANY, depth + 1)
    elif isinstance(type_, NotUndefType):
        yield from (each for each in _alternatives(type_.type or ANY, depth + 1) if not isinstance(each, UndefType))
    else:
        yield type_


def _meet(one: Type, other: Type) -> bool:
    kinds, others = _KINDS.get(type(one)), _KINDS.get(type(other))
    if kinds is None or others is None:
        return True
    if kinds.isdisjoint(others):
        return False
    if isinstance(one, NumericType) and isinstance(other, NumericType):
        return one.intersects(other)
    if isinstance(one, BooleanType) and isinstance(other, BooleanType):
        return one.value is None or other.value is None or one.value is other.value
    if "string" in kinds:
        return _of_texts(one, other) and _of_texts(other, one)
    return True


def _of_texts(one: Type, other: Type) -> bool:
    """Whether a text that `one` names, if it does, may be of the other type."""
    if isinstance(one, StringType) and one.value is not None:
        return other.contains(one.value) or (isinstance(other, EnumType) and other.case_insensitive)
    if isinstance(one, EnumType) and one.values and not one.case_insensitive:
        if isinstance(other, PatternType):
            return not other.patterns or any(search(each, text) for each in other.patterns for text in one.values)
        return any(map(other.contains, one.values))
    return True

"""Values of which no more is known than their type: where code is evaluated to find mistakes in it.

Such a value may be of every type that overlaps its own; of two types that no value is of both, one is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .collections import ArrayType, CollectionType, HashType
from .numbers import FloatType, IntegerType, NumericType
from .regex import search
from .scalars import BooleanType
from .sensitive import SensitiveType
from .strings import EnumType, PatternType, RegexpType, StringType
from .tuples import StructType, TupleType
from .type import ANY, UNDEF, AnyType, DefaultType, Type, UndefType
from .values import Unknown, UnknownReason
from .variants import NotUndefType, OptionalType, VariantType

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
#: Levels of Variant, Optional and aliases that are looked through.
_DEEPEST: Final = 20


class ShapedUnknown(Unknown):
    """A value of a type."""

    __slots__ = ("_type",)

    def __init__(self, type_: Type, *reasons: UnknownReason) -> None:
        super().__init__(*reasons)
        self._type = type_

    @property
    def known_type(self) -> Type | None:
        return self._type

    def plain(self) -> Unknown:
        return Unknown(*self.reasons)

    def may_be(self, type_: Type) -> bool:
        return overlap(self._type, type_)

    def must_be(self, type_: Type) -> bool:
        return type_.assignable(self._type)


def unknown_of(type_: Type, reason: UnknownReason) -> Unknown:
    """A value of which the type is known, if that says anything."""
    return Unknown(reason) if isinstance(type_.resolved(), AnyType) else ShapedUnknown(type_, reason)


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

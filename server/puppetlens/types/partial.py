"""The type of a part: what one of several values may be that are merged into a value of a type.

A part lacks what another one has: keys of a `Struct`, elements up to a size. Whatever it has must be right.
"""

from __future__ import annotations

from .aliases import BUILTIN_ALIASES, AliasType
from .collections import ArrayType, CollectionType, HashType
from .numbers import IntegerType
from .tuples import StructElement, StructType, TupleType
from .type import ANY, Type
from .variants import NotUndefType, OptionalType, VariantType


def partial_type(type_: Type, deep: bool, by_index: bool = False) -> Type:
    """The type of a part of what is merged `deep`, or by its own keys alone.

    A deep merge takes the elements of arrays as they are, unless it merges those `by_index`.
    """
    return _Parts(deep, by_index).of(type_)


class _Parts:
    def __init__(self, deep: bool, by_index: bool) -> None:
        self._deep = deep
        self._by_index = by_index
        #: The aliases that are being looked into: within itself an alias may be anything.
        self._open: set[str] = set()

    def of(self, type_: Type) -> Type:
        if isinstance(type_, AliasType):
            return self._alias(type_)
        if isinstance(type_, VariantType):
            return VariantType(tuple(map(self.of, type_.types)))
        if isinstance(type_, (OptionalType, NotUndefType)):
            return type_ if type_.type is None else type(type_)(self.of(type_.type))
        if isinstance(type_, StructType):
            return StructType(tuple(map(self._element, type_.elements)))
        if isinstance(type_, HashType):
            return HashType(type_.key_type, self._below(type_.value_type), _up_to(type_.size_type))
        if isinstance(type_, ArrayType):
            element = self.of(type_.element_type) if self._by_index else type_.element_type
            return ArrayType(element, _up_to(type_.size_type))
        if isinstance(type_, TupleType):
            return ANY  # what a merge makes of positions is known from all parts alone
        return CollectionType(_up_to(type_.size_type)) if type(type_) is CollectionType else type_

    def _alias(self, alias: AliasType) -> Type:
        """Its name stays where all of its values are parts."""
        if alias.name in BUILTIN_ALIASES:
            return alias
        if alias.name in self._open:
            return ANY
        self._open.add(alias.name)
        type_ = alias.resolved()
        part = self.of(type_)
        self._open.discard(alias.name)
        return alias if part == type_ else part

    def _below(self, type_: Type) -> Type:
        return self.of(type_) if self._deep else type_

    def _element(self, element: StructElement) -> StructElement:
        key = element.key_type if isinstance(element.key_type, OptionalType) else OptionalType(element.key_type)
        return StructElement(key, self._below(element.value_type), element.name)


def _up_to(size: IntegerType | None) -> IntegerType | None:
    return None if size is None else IntegerType(0, size.high)

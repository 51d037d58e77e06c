"""Type: the type of types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .iterables import IterableType, WrapperType
from .numbers import IntegerType
from .strings import EnumType
from .type import Type, register
from .values import Value

if TYPE_CHECKING:
    from .constructor import Constructor


class TypeType(WrapperType):
    name = simple_name = "Type"

    def contains(self, value: Value) -> bool:
        return isinstance(value, Type) and (self.type is None or self.type.assignable(value))

    def covers(self, other: Type) -> bool:
        if not isinstance(other, TypeType):
            return False
        return self.type is None or (other.type is not None and self.type.assignable(other.type))

    def iterable(self) -> bool:
        return isinstance(self.type, EnumType) or (isinstance(self.type, IntegerType) and self.type.finite())

    def iterable_type(self) -> IterableType | None:
        return IterableType(self.type) if self.iterable() else None

    def constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch
        from .parse import parse_type

        return Constructor("new_type", (Dispatch(parse_type, "String[1] type_string"),))


TYPE = TypeType()
register(TYPE, "types", "[type]")

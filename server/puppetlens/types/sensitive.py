"""Sensitive: values that are not to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .iterables import WrapperType
from .type import ANY, Type, register
from .values import Sensitive, Value

if TYPE_CHECKING:
    from .constructor import Constructor
    from .render import Renderer


class SensitiveType(WrapperType):
    name = simple_name = "Sensitive"

    def __init__(self, type_: Type | None = None) -> None:
        super().__init__(ANY if type_ is None else type_.generalize())

    def contains(self, value: Value) -> bool:
        return isinstance(value, Sensitive) and (self.type or ANY).accepts(value.value)

    def covers(self, other: Type) -> bool:
        return isinstance(other, SensitiveType) and (self.type or ANY).assignable(other.type or ANY)

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return () if self.type == ANY else super().arguments(to)

    def constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch

        return Constructor(
            "new_Sensitive", (Dispatch(lambda value: value, "Sensitive value"), Dispatch(Sensitive, "Any value"))
        )


SENSITIVE = SensitiveType()
register(SENSITIVE, "values that are never shown", "[type]")

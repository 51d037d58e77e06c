"""Attributes, functions and type parameters of Object types."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .callable import CallableType
from .numbers import IntegerType
from .tuples import TupleType
from .type import Type
from .values import Hash, Value
from .variants import OptionalType, VariantType

if TYPE_CHECKING:
    from .object_type import ObjectType

#: "No value", where undef is one.
NO_VALUE = object()


class Attribute(NamedTuple):
    """`kind` is `constant`, `derived`, `given_or_derived`, `reference` or None."""

    name: str
    owner: ObjectType
    type: Type
    kind: str | None = None
    value: Value = NO_VALUE
    final: bool = False
    override: bool = False
    feature: str = "attribute"
    #: Whether the definition has its code, in Ruby.
    in_ruby: bool = False

    @property
    def label(self) -> str:
        return f"{self.feature} {self.owner.label_name}[{self.name}]"

    @property
    def initial(self) -> bool:
        """Whether it is given when a value is made."""
        return self.kind not in ("constant", "derived")

    def callables(self) -> tuple[CallableType, ...]:
        """How it can be called: an attribute without arguments."""
        if self.feature == "attribute":
            return (CallableType(TupleType((), IntegerType(0, 0)), None, self.type),)
        types = self.type.types if isinstance(self.type, VariantType) else (self.type,)
        return tuple(each for each in types if isinstance(each, CallableType))

    def init_hash(self) -> Value:
        """As it is written in a definition."""
        type_ = self.type
        if self.feature == "type_parameter" and isinstance(type_, OptionalType):
            type_ = type_.type or type_
        entries: list[tuple[str, Value]] = [("type", type_)]
        if self.final and self.kind != "constant":
            entries.append(("final", True))
        if self.override:
            entries.append(("override", True))
        if self.kind is not None:
            entries.append(("kind", self.kind))
        if self.value is not NO_VALUE:
            entries.append(("value", self.value))
        return type_ if len(entries) == 1 else Hash(entries)


Members = dict[str, Attribute]

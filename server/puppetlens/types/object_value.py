"""Values of Object types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..base.errors import PuppetError
from .callable import CallableType
from .object_member import NO_VALUE, Attribute
from .render import Renderer
from .signatures import describe_signatures
from .type import Args, Type
from .values import Hash, Unknown, UnknownReason, Value, identity, unknown_in

if TYPE_CHECKING:
    from .object_type import ObjectType


class Block(Protocol):
    """The lambda of a method call."""

    @property
    def callable_type(self) -> Type: ...
    @property
    def parameter_names(self) -> tuple[str, ...]: ...
    def call(self, *arguments: Value) -> Value: ...


class MemberSignature(NamedTuple):
    """A member as something to call; its parameters have no names."""

    callable_type: CallableType
    parameter_names: tuple[str, ...] = ()

    @property
    def block_name(self) -> str | None:
        return None if self.callable_type.block_type is None else "block"


class InRuby(Unknown):
    """What a member gives whose code is Ruby: unknown, unless somebody can run it."""

    __slots__ = ("arguments", "member", "value")

    def __init__(self, value: ObjectValue, member: Attribute, arguments: Args) -> None:
        super().__init__(UnknownReason(f"{member.label} is written in Ruby"))
        self.value, self.member, self.arguments = value, member, arguments


class ObjectValue:
    """A value of an Object type."""

    __slots__ = ("type", "values")
    label = "Object"

    def __init__(self, type_: ObjectType, values: Mapping[str, Value]) -> None:
        self.type = type_
        self.values = dict(values)

    @property
    def ruby_class(self) -> str:
        return self.type.label_name

    def puppet_type(self) -> Type:
        from .object_extension import ObjectTypeExtension

        if not self.type.type_parameters:
            return self.type
        return ObjectTypeExtension.of(self.type, [self.values.get(name) for name in self.type.type_parameters])

    def get(self, name: str) -> Value:
        """The value of an attribute; `NO_VALUE` where there is no such member."""
        method = self.type.method(name)
        if method is not None:
            return method(self)
        attribute = self.type.attributes.get(name)
        if attribute is None:
            return NO_VALUE
        return attribute.value if attribute.kind == "constant" else self.values.get(name)

    def responds_to(self, name: str) -> bool:
        """Whether a method call goes to the value itself rather than to a function."""
        return name in self.type.attributes or name in self.type.functions

    def call(self, name: str, arguments: Args, block: Block | None = None) -> Value:
        """`value.name(arguments)`: an attribute, or a function that something implements."""
        unknown = unknown_in(*arguments)
        if unknown is not None:
            return unknown
        member = self.type.attributes.get(name) or self.type.functions[name]
        signatures = [MemberSignature(each) for each in member.callables()]
        if not any(each.callable_type.callable_with(arguments, block) for each in signatures):
            raise PuppetError(describe_signatures(member.label, signatures, arguments, block))
        return self.answer(member, arguments, block)

    def answer(self, member: Attribute, arguments: Args, block: Block | None) -> Value:
        if member.in_ruby:
            return InRuby(self, member, arguments)
        value = self.get(member.name)
        owner = member.owner
        if owner.ruby_file is not None and (
            value is NO_VALUE
            or member.kind == "derived"
            or owner.ruby_methods is None
            or member.name in owner.ruby_methods
        ):
            return InRuby(self, member, arguments)
        if value is NO_VALUE:
            raise PuppetError(f"no method is implemented for {member.label}")
        return value

    def init_hash(self) -> Hash:
        """What is not the default."""
        return Hash(
            (name, value)
            for name, value in self.values.items()
            if identity(value) != identity(self.type.attributes[name].value)
        )

    def made_of(self) -> tuple[Value, ...]:
        """All that it holds."""
        return tuple(self.values.values())

    def spoil(self, unknown: Unknown) -> None:
        """Know nothing more of what it holds."""
        self.values = dict.fromkeys(self.values, unknown)

    def render(self, to: Renderer) -> str:
        return f"{self.type.label_name}({to.value(self.init_hash())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectValue) and self.type == other.type and self._equality() == other._equality()

    def __hash__(self) -> int:
        return hash((self.type, self._equality()))

    def _equality(self) -> tuple[object, ...]:
        return tuple(identity(self.get(name)) for name in self.type.equality)

    def __str__(self) -> str:
        return self.render(Renderer())

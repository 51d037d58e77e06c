"""Data types in Ruby: their interface is Puppet code, what they implement is Ruby's (`InRuby`).

Puppet 7.23 makes `Object[{name => 'A::B', <interface>}]` of `Puppet::DataTypes.create_type('A::B')`; the type itself is
what `type A::B = Object[{<interface>}]` would be.
"""

from __future__ import annotations

from functools import cache

from ..ruby.data_type import read_data_type
from ..types.object_member import Attribute
from ..types.object_type import ObjectType
from ..types.object_value import Block, InRuby, ObjectValue
from ..types.type import Type
from ..types.values import Value


def as_puppet_code(data: bytes) -> bytes:
    """The definition that a file amounts to; empty where Ruby computes the interface."""
    found = read_data_type(data)
    if found is None or found.interface is None:
        return b""
    return f"type {found.name} = Object[{{{found.interface}}}]".encode()


def implement(type_: Type | None, data: bytes, path: str) -> None:
    """Let the values of a type leave to Ruby what its file, at `path`, implements there."""
    found = read_data_type(data)
    if isinstance(type_, ObjectType):
        type_.ruby_file = path
    if isinstance(type_, ObjectType) and found is not None and found.methods != ():
        type_.value_class = _value_class(None if found.methods is None else frozenset(found.methods))


class _ImplementedInRuby(ObjectValue):
    #: The methods that Ruby code defines; None for a class from elsewhere, which may define any.
    methods: frozenset[str] | None = None

    def answer(self, member: Attribute, arguments: tuple[Value, ...], block: Block | None) -> Value:
        given = member.feature == "attribute" and member.kind != "derived"
        if given and self.methods is not None and member.name not in self.methods:
            return super().answer(member, arguments, block)
        return InRuby(self, member, arguments)


@cache
def _value_class(methods: frozenset[str] | None) -> type[ObjectValue]:
    return type("ImplementedInRuby", (_ImplementedInRuby,), {"methods": methods})

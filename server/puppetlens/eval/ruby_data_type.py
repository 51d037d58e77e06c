"""Data types in Ruby: their interface is Puppet code, what they implement is Ruby's (`InRuby`).

Puppet 7.23 makes `Object[{name => 'A::B', <interface>}]` of `Puppet::DataTypes.create_type('A::B')`; the type itself is
what `type A::B = Object[{<interface>}]` would be.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ruby.data_type import read_data_type
from ..types.object_type import ObjectType
from ..types.type import Type


def as_puppet_code(data: bytes) -> bytes:
    """The definition that a file amounts to; empty where Ruby computes the interface."""
    found = read_data_type(data)
    if found is None or found.interface is None:
        return b""
    return f"type {found.name} = Object[{{{found.interface}}}]".encode()


def implement(type_: Type | None, data: bytes, path: str, run: Callable[[], Type | None]) -> None:
    """Let the values of a type leave to Ruby what its file, at `path`, implements there.

    `run` gives what running the file tells, where reading it does not tell all.
    """
    found = read_data_type(data)
    if isinstance(type_, ObjectType):
        methods = found.methods if found is not None else ()
        made = run() if methods is None else None
        type_.implement(path, made.ruby_methods if isinstance(made, ObjectType) else methods)

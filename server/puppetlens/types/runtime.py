"""Runtime: values of the language that Puppet is written in, of which a manifest knows the class at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from .specialise import assert_keys, flatten
from .type import Args, Type, register
from .values import Unknown, UnknownReason, Value

if TYPE_CHECKING:
    from .render import Renderer


class RuntimeObject(msgspec.Struct, frozen=True, eq=False):
    """A value of that language: `owner` knows it by its number, and those that are equal by another. A catalog has its
    text."""

    class_name: str
    text: str
    number: int
    equal: int
    owner: object

    label = ruby_class = "Object"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuntimeObject) and (self.equal, self.owner) == (other.equal, other.owner)

    def __hash__(self) -> int:
        return hash((self.equal, id(self.owner)))

    def equals(self, other: Value) -> bool | Unknown:
        """Puppet's `==`: some take what is like them for equal, as an IP address does its text."""
        if self == other or self.class_name in ("Pathname", "Range", "Set"):
            return bool(self == other)
        return Unknown(UnknownReason(f"not supported: what is equal to an object of the Ruby class {self.class_name}"))

    def puppet_type(self) -> Type:
        return RuntimeType("ruby", self.class_name)

    def __str__(self) -> str:
        return str(self.text)


class RuntimeType(Type):
    """`name_or_pattern` is a class name, or a pair of a regular expression and its replacement."""

    name = simple_name = "Runtime"

    def __init__(self, runtime: str | None = None, name_or_pattern: Value = None) -> None:
        self.runtime = runtime
        self.name_or_pattern = name_or_pattern

    @classmethod
    def checked(cls, runtime: Value, name_or_pattern: Value) -> RuntimeType:
        """As Puppet's type parser makes it; PuppetError for what is no name."""
        from .assertion import assert_instance
        from .parse import parse_type

        if runtime is not None and not isinstance(runtime, str):
            assert_instance("Runtime 'runtime'", parse_type("String[1]"), runtime)
        if name_or_pattern is not None:
            expected = parse_type("Variant[String[1], Tuple[Regexp, String[1]]]")
            assert_instance("Runtime 'name_or_pattern'", expected, name_or_pattern)
        return cls(runtime, name_or_pattern)

    def key(self) -> tuple[object, ...]:
        return (self.runtime, self.name_or_pattern)

    def contains(self, value: Value) -> bool:
        from .infer import infer

        return self.covers(infer(value))

    def covers(self, other: Type) -> bool:
        return (
            isinstance(other, RuntimeType)
            and self.runtime in (None, other.runtime)
            and self.name_or_pattern in (None, other.name_or_pattern)
        )

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        if self.runtime is None and self.name_or_pattern is None:
            return ()
        return ("undef" if self.runtime is None else self.runtime, to.value(self.name_or_pattern))

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        assert_keys(self, keys, 2, 2, ("String", "String"), lambda key: isinstance(key, str))
        return RuntimeType(*keys)


register(RuntimeType(), "values of the language that Puppet runs in", "[language, name]")

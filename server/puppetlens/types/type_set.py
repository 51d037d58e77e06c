"""TypeSet: a named, versioned collection of types."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from .errors import arity_error
from .type import Args, Type, register
from .values import EMPTY_HASH, Hash, Value

if TYPE_CHECKING:
    from .render import Renderer

AUTHORITY = "http://puppet.com/2016.1/runtime"
DEFINITION = r"""Struct[{
    Optional[pcore_uri] => String[1], pcore_version => Variant[String[1], SemVer], Optional[name_authority] => String[1],
    Optional[name] => Pattern[/\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z/], Optional[version] => Variant[String[1], SemVer],
    Optional[types] => Hash[Pattern[/\A[A-Z]\w*\z/], Variant[Type, Hash], 1],
    Optional[references] => Hash[Pattern[/\A[A-Z]\w*\z/], Hash, 1], Optional[annotations] => Hash[Type, Hash]
}]"""
PCORE_URI = "http://puppet.com/2016.1/pcore"


class TypeSetType(Type):
    """`definition` is the hash of the definition, or what gives it when it is first asked for.

    Its `types` are types already, by their short names.
    """

    name = simple_name = "TypeSet"

    def __init__(self, type_name: str | None = None, definition: Hash | Callable[[], Hash] = EMPTY_HASH) -> None:
        self._type_name = type_name
        self._definition = definition

    @cached_property
    def definition(self) -> Hash:
        return self._definition() if callable(self._definition) else self._definition

    @property
    def type_name(self) -> str | None:
        return self._type_name or self.definition.get("name")

    @property
    def types(self) -> Hash:
        types = self.definition.get("types")
        return types if isinstance(types, Hash) else Hash()

    def find(self, name: str) -> Type | None:
        """A member by its short name, in any case."""
        for known, type_ in self.types.pairs():
            if known.lower() == name.lower() and isinstance(type_, Type):
                return type_
        return None

    def name_for(self, type_: Type) -> str | None:
        return next((name for name, known in self.types.pairs() if known is type_), None)

    def key(self) -> tuple[object, ...]:
        return (self.definition.get("name_authority", AUTHORITY), self.type_name, str(self.definition.get("version")))

    def contains(self, value: Value) -> bool:
        return isinstance(value, TypeSetType)

    def covers(self, other: Type) -> bool:
        return isinstance(other, TypeSetType) and self in (TYPE_SET, other)

    def specialise(self, args: Args) -> Value:
        from .assertion import assert_instance
        from .parse import parse_type
        from .specialise import flatten

        keys = flatten(args)
        if len(keys) != 1:
            raise arity_error("TypeSet-Type", 1, None, len(keys))
        if keys[0] is None or keys[0] == Hash():
            return TYPE_SET
        return TypeSetType(None, assert_instance("TypeSet initializer", parse_type(DEFINITION), keys[0]))

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        given = self.definition
        entries: list[tuple[str, Value]] = []
        for key in ("pcore_uri", "pcore_version", "name_authority"):
            value = given.get(key, AUTHORITY if key == "name_authority" else None)
            if value is not None:
                entries.append((key, str(value)))
        entries.append(("name", self.type_name))
        if given.get("version") is not None:
            entries.append(("version", str(given["version"])))
        if self.types:
            entries.append(("types", self.types))
        if given.get("references"):
            entries.append(("references", given["references"]))
        return (to.type_set_definition(self, entries),)

    def __str__(self) -> str:
        return self.expanded()


TYPE_SET = TypeSetType(
    None,
    Hash(
        {
            "name": "DefaultTypeSet",
            "name_authority": AUTHORITY,
            "pcore_uri": PCORE_URI,
            "pcore_version": "1.0.0",
            "version": "0.0.0",
        }
    ),
)
register(TYPE_SET)

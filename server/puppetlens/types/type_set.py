"""TypeSet: a named, versioned collection of types."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..base.errors import PuppetError
from .errors import arity_error
from .semver_values import SemVer, SemVerRange
from .specialise import flatten
from .type import Args, Type, register
from .values import EMPTY_HASH, Hash, Value

if TYPE_CHECKING:
    from .render import Renderer

AUTHORITY = "http://puppet.com/2016.1/runtime"
DEFINITION = r"""Struct[{
    Optional[pcore_uri] => String[1], pcore_version => Variant[String[1], SemVer], Optional[name_authority] => String[1],
    Optional[name] => Pattern[/\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z/], Optional[version] => Variant[String[1], SemVer],
    Optional[types] => Hash[Pattern[/\A[A-Z]\w*\z/], Variant[Type, Hash], 1],
    Optional[references] => Hash[Pattern[/\A[A-Z]\w*\z/], Struct[{
        name => Pattern[/\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z/], version_range => Variant[String[1], SemVerRange],
        Optional[name_authority] => String[1], Optional[annotations] => Hash[Type, Hash]
    }], 1], Optional[annotations] => Hash[Type, Hash]
}]"""
PCORE_URI = "http://puppet.com/2016.1/pcore"
#: The versions of the definitions that can be read.
PARSABLE = "1.x"


class TypeSetReference:
    """A set whose types are known inside another one as `Alias::Name`."""

    def __init__(self, owner: TypeSetType, given: Hash) -> None:
        self.owner = owner
        self.name: str = given.get("name")
        self.authority: str = given.get("name_authority") or owner.authority
        self.range = _converted(SemVerRange, given.get("version_range"))

    def type_set(self, resolve: Callable[[str], Type | None] | None) -> TypeSetType:
        """The set that is meant; PuppetError where there is none or its version does not fit."""
        found = None if resolve is None else resolve(self.name)
        if found is None:
            raise PuppetError(f"{self} cannot be resolved")
        if not isinstance(found, TypeSetType):
            raise PuppetError(f"{self} resolves to a {found.name}")
        found.resolved()
        if found.version is None or not self.range.includes(found.version):
            raise PuppetError(
                f"{self} resolves to an incompatible version. Expected {self.range}, got {found.version or ''}"
            )
        return found

    def init_hash(self) -> Hash:
        entries: list[tuple[str, Value]] = [("name", self.name), ("version_range", str(self.range))]
        if self.authority != self.owner.authority:
            entries.insert(0, ("name_authority", self.authority))
        return Hash(entries)

    def __str__(self) -> str:
        return f"TypeSet '{self.owner.type_name}' reference to TypeSet named '{self.name}'"


def _converted(kind: type[SemVer] | type[SemVerRange], value: Value) -> Any:
    return value if value is None or isinstance(value, kind) else kind.parse(value)


class TypeSetType(Type):
    """`definition` is the hash of the definition, or what gives it when it is first asked for.

    Its `types` are types already, by their short names. `resolve` finds the sets that are referred to.
    """

    name = simple_name = "TypeSet"

    def __init__(
        self,
        type_name: str | None = None,
        definition: Hash | Callable[[], Hash] = EMPTY_HASH,
        resolve: Callable[[str], Type | None] | None = None,
    ) -> None:
        self._type_name = type_name
        self._definition = definition
        self._resolve = resolve
        self._resolved = False

    @cached_property
    def definition(self) -> Hash:
        from .assertion import assert_instance
        from .parse import parse_type

        given = self._definition() if callable(self._definition) else self._definition
        checked: Hash = assert_instance("TypeSet initializer", parse_type(DEFINITION), given)
        return checked

    @property
    def is_read(self) -> bool:
        """Whether there is a definition yet to look into: while it is read there is none."""
        return "definition" in self.__dict__

    @cached_property
    def pcore_version(self) -> SemVer:
        version: SemVer = _converted(SemVer, self.definition["pcore_version"])
        if not SemVerRange.parse(PARSABLE).includes(version):
            raise PuppetError(
                f"The pcore version for TypeSet '{self.type_name}' is not understood by this runtime."
                f" Expected range {PARSABLE}, got {version}"
            )
        return version

    @cached_property
    def version(self) -> SemVer | None:
        version: SemVer | None = _converted(SemVer, self.definition.get("version"))
        return version

    @property
    def authority(self) -> str:
        """Who gives names in it: what defines a named set, else what the definition says."""
        given: str | None = None if self._type_name is not None else self.definition.get("name_authority")
        return given or AUTHORITY

    @property
    def type_name(self) -> str | None:
        return self._type_name or self.definition.get("name")

    @property
    def types(self) -> Hash:
        types = self.definition.get("types")
        return types if isinstance(types, Hash) else Hash()

    @cached_property
    def references(self) -> dict[str, TypeSetReference]:
        made: dict[str, TypeSetReference] = {}
        for alias, given in (self.definition.get("references") or Hash()).pairs():
            reference = TypeSetReference(self, given)
            for other in made.values():
                same = (other.authority, other.name) == (reference.authority, reference.name)
                if same and other.range.overlaps(reference.range):
                    raise PuppetError(
                        f"TypeSet '{self.type_name}' references TypeSet '{reference.authority}/{reference.name}'"
                        " more than once using overlapping version ranges"
                    )
            if alias in self.types:
                raise PuppetError(
                    f"TypeSet '{self.type_name}' references a TypeSet using alias '{alias}'."
                    " The alias collides with the name of a declared type"
                )
            made[alias] = reference
        return made

    @cached_property
    def referenced(self) -> dict[str, TypeSetType]:
        return {alias: reference.type_set(self._resolve) for alias, reference in self.references.items()}

    def resolved(self) -> Type:
        """Itself, its definition, references and members known to be as they must."""
        if not self._resolved:
            self._resolved = True
            _ = self.definition, self.pcore_version, self.version, self.referenced
            for member in self.types.values():
                member.resolved()
        return self

    @property
    def known(self) -> bool:
        """Whether it was named before: only from then on Puppet knows its members by their full names."""
        return self._resolved

    def find(self, name: str) -> Type | None:
        """A member by its short name, or one of a referenced set by `Alias::Name`, in any case."""
        first, _, rest = name.lower().partition("::")
        if rest:
            sets = (known for alias, known in self.referenced.items() if alias.lower() == first)
            return next((found for known in sets if (found := known.find(rest)) is not None), None)
        members = (type_ for known, type_ in self.types.pairs() if known.lower() == first)
        return next(members, None)

    def name_for(self, type_: Type) -> str | None:
        for name, known in self.types.pairs():
            if known is type_:
                return str(name)
        for alias, set_ in self.referenced.items():
            inner = set_.name_for(type_)
            if inner is not None:
                return f"{alias}::{inner}"
        return None

    def key(self) -> tuple[object, ...]:
        return (self.authority, self.type_name, str(self.version))

    def contains(self, value: Value) -> bool:
        return isinstance(value, TypeSetType)

    def covers(self, other: Type) -> bool:
        return isinstance(other, TypeSetType) and self in (TYPE_SET, other)

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        if len(keys) != 1:
            raise arity_error("TypeSet-Type", 1, None, len(keys))
        if keys[0] is None or keys[0] == Hash():
            return TYPE_SET
        made = TypeSetType(None, keys[0])
        made.resolved()
        return made

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        given = self.definition
        entries: list[tuple[str, Value]] = []
        if given.get("pcore_uri") is not None:
            entries.append(("pcore_uri", given["pcore_uri"]))
        entries += [("pcore_version", str(self.pcore_version)), ("name_authority", self.authority)]
        entries.append(("name", self.type_name))
        if self.version is not None:
            entries.append(("version", str(self.version)))
        if self.types:
            entries.append(("types", self.types))
        if self.references:
            shown = Hash((alias, reference.init_hash()) for alias, reference in self.references.items())
            entries.append(("references", shown))
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
register(TYPE_SET, "sets of types with a version", "[definition]")

"""A file's summary: what other files see of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from struct import Struct, pack
from typing import NamedTuple

import msgspec

from ..base.span import Span
from ..project.autoload import module_of
from .definitions import DefinitionKind
from .entity import Entity, resource
from .scopes import Bound


class Facet(Enum):
    """What about a name can change. Whoever looks a name up says which of these it read."""

    EXISTS = "exists"
    #: parameters, their types, whether they have defaults; parent; return type; variables of a class
    SIGNATURE = "signature"
    #: default values, what an alias stands for
    VALUE = "value"
    DOC = "doc"


#: A facet of a name that was looked up or that changed.
Lookup = tuple[Entity, Facet]
#: Whether there are files that are not read yet.
UNREAD: Lookup = (Entity("unread", ""), Facet.EXISTS)
#: What the files of a repo say about how it is checked.
CONFIGURED: Lookup = (Entity("configuration", ""), Facet.EXISTS)
#: Spaces of questions about uses: whether a key of Hiera is named (with no name: which are), which files use a module (with no
#: name: any), which use a name in whatever sense, and one of a space; which titles resources of a type have.
ASKED, USED, NAMED, NAMED_IN, TITLES = "asked", "used", "named", "named in", "titles"
SEARCHES = (ASKED, USED, NAMED, NAMED_IN, TITLES)
#: What any file of a site holds.
ANYTHING: Lookup = (Entity("anything", ""), Facet.EXISTS)
#: Whose names say of which module they are, but for files.
_USING = ("class", "resource_type", "type", "function")
_MODULE = re.compile(r"[a-z]\w*", re.ASCII)


def module_used(use: Entity) -> str:
    """The module, there or not, that has what is used, where its name says so: `web::port`, the class `web`, the file `web/files/x`."""
    if use.space == "module_file":
        module = use.name.partition("/")[0]
        return module if _MODULE.fullmatch(module) else ""  # `$module_name`, a drive
    is_of_module = use.space in _USING and use.owner is None and ("::" in use.name or use.space == "class")
    return module_of(use.name) if is_of_module else ""


class Parameter(msgspec.Struct, frozen=True, gc=False):
    """`type` and `default` are source text; `default` is None for a parameter that must be given."""

    name: str
    type: str | None
    default: str | None
    captures_rest: bool


class Definition(msgspec.Struct, frozen=True, gc=False):
    """A definition by meaning. `name` is full and in lower case, `written` as in the text, full too."""

    kind: DefinitionKind
    name: str
    written: str
    parameters: tuple[Parameter, ...] = ()
    #: as written, in lower case
    parent: str | None = None
    return_type: str | None = None
    #: an alias's right side
    value: str | None = None
    #: the variables that a class's body assigns, sorted
    variables: tuple[str, ...] = ()
    doc: str = ""
    #: the parameters and variables that have a comment `@api private` right above them
    private: tuple[str, ...] = ()

    @property
    def entity(self) -> Entity:
        return Entity(self.kind, self.name)

    def parameter(self, name: str) -> Parameter | None:
        return next((parameter for parameter in self.parameters if parameter.name == name), None)


class Place(NamedTuple):
    """Where a definition stands, in byte offsets of its file."""

    span: Span
    name_span: Span
    parameters: Mapping[str, Bound]
    variables: Mapping[str, Bound]


class Resource(NamedTuple):
    """A resource declared with a literal title: `type` in lower case. `span` is the body's, `title_span` has no quotes."""

    type: str
    title: str
    span: Span
    title_span: Span

    @property
    def entity(self) -> Entity:
        return resource(self.type, self.title)


class Key(NamedTuple):
    """A key of Hiera in a data file. `span` goes to the end of its value, `name_span` has no quotes."""

    name: str
    span: Span
    name_span: Span

    @property
    def entity(self) -> Entity:
        return Entity("key", self.name)


_PAIR = Struct("<II")
_ONE = Struct("<I")


def packed(offsets: Sequence[int]) -> bytes:
    """Offsets, four bytes each; starts and ends in turn take a twentieth of the memory that they take as spans."""
    return pack(f"<{len(offsets)}I", *offsets)


def _unpacked(each: Struct, offsets: bytes) -> Iterator[tuple[int, ...]]:
    """What was kept on disk may be anything."""
    return each.iter_unpack(offsets[: len(offsets) // each.size * each.size])


class Summary(NamedTuple):
    """Plain data, which is kept on disk too. `definitions[i]` stands at `places[i]`.

    `titles` are the resources, and of which types there may be any (`open_titles.py`).
    The first three fields are the meaning; where things stand and what is used changes nothing for other files.
    `variables` are those that the file sets in the outer scopes, `bindings` where it does so at top scope. `uses` are names and variables as
    written (`entity.py`), where a rename would replace them, bindings too; not the names of definitions, nor variables
    of lambdas. There are many, so the places of each are packed (`packed`). `keys` are those of a data file, which are
    among the uses too. `declaring` are the beginnings of the uses that declare a class or define, packed.
    """

    definitions: tuple[Definition, ...] = ()
    titles: frozenset[Entity] = frozenset()
    variables: frozenset[str] = frozenset()
    places: tuple[Place, ...] = ()
    resources: tuple[Resource, ...] = ()
    bindings: Mapping[str, tuple[Bound, ...]] = {}
    uses: Mapping[Entity, bytes] = {}
    keys: tuple[Key, ...] = ()
    declaring: bytes = b""

    def spans(self, use: Entity) -> list[Span]:
        """Where the file uses a name that is written so, in no order."""
        return [Span(*pair) for pair in _unpacked(_PAIR, self.uses.get(use, b""))]

    def declares(self) -> frozenset[int]:
        """Where the names begin by which the file declares classes and defines; others only refer to them."""
        return frozenset(start for (start,) in _unpacked(_ONE, self.declaring))

    def find(self, entity: Entity) -> Iterator[tuple[Definition, Place]]:
        for definition, place in zip(self.definitions, self.places, strict=True):
            if definition.name == entity.name and definition.kind == entity.space:
                yield definition, place


EMPTY = Summary()


def changed(old: Summary, new: Summary) -> set[Lookup]:
    """The names whose meaning differs between two summaries, each with the facets that do; and what comes or goes of uses
    that somebody asks for."""
    lookups = set(_of_uses(old, new))
    if old[:3] == new[:3] and old.keys == new.keys == ():
        return lookups
    titles = old.titles ^ new.titles
    lookups.update((entity, Facet.EXISTS) for entity in titles)
    lookups.update((Entity(TITLES, entity.name.partition("[")[0]), Facet.EXISTS) for entity in titles)
    lookups.update((Entity("variable", name), Facet.EXISTS) for name in old.variables ^ new.variables)
    keys = {key.entity for key in old.keys} ^ {key.entity for key in new.keys}
    lookups.update((entity, Facet.EXISTS) for entity in keys)
    before, after = _by_entity(old), _by_entity(new)
    for entity in before.keys() | after.keys():
        left, right = before.get(entity, ()), after.get(entity, ())
        if len(left) != len(right):
            lookups.update((entity, facet) for facet in Facet)
            continue
        for one, other in zip(left, right, strict=True):
            lookups.update((entity, facet) for facet in _facets(one, other))
    return lookups


def _of_uses(old: Summary, new: Summary) -> Iterator[Lookup]:
    """The keys of Hiera that are named now, or no more, and the modules of which something is used now, or no more."""
    before, after = old.uses, new.uses
    moved = before.keys() ^ after.keys()
    keys = {use for use in moved if use.space == "key"}
    if old.keys or new.keys:  # which are among the uses themselves
        both = (use for use in before.keys() & after.keys() if use.space == "key")
        keys.update(use for use in both if len(before[use]) != len(after[use]))
    yield from ((Entity(ASKED, use.name), Facet.EXISTS) for use in keys)
    if keys:
        yield Entity(ASKED, ""), Facet.EXISTS
    modules = {module_used(use) for use in moved} - {""}
    yield from ((Entity(USED, module), Facet.EXISTS) for module in (*modules, "") if modules)
    yield from ((Entity(NAMED, use.name), Facet.EXISTS) for use in moved)
    yield from ((Entity(NAMED_IN, space), Facet.EXISTS) for space in {use.space for use in moved})


def _by_entity(summary: Summary) -> dict[Entity, list[Definition]]:
    found: dict[Entity, list[Definition]] = {}
    for definition in summary.definitions:
        found.setdefault(definition.entity, []).append(definition)
    return found


def _facets(old: Definition, new: Definition) -> Iterator[Facet]:
    if old == new:
        return
    if _signature(old) != _signature(new):
        yield Facet.SIGNATURE
    if (old.value, [p.default for p in old.parameters]) != (new.value, [p.default for p in new.parameters]):
        yield Facet.VALUE
    if (old.doc, old.written, old.private) != (new.doc, new.written, new.private):
        yield Facet.DOC


def _signature(definition: Definition) -> object:
    parameters = [(p.name, p.type, p.default is None, p.captures_rest) for p in definition.parameters]
    return parameters, definition.parent, definition.return_type, definition.variables

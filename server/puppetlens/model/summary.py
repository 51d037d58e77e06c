"""A file's summary: what other files see of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Literal, NamedTuple

import msgspec

from ..base.span import Span

DefinitionKind = Literal["class", "define", "function", "type", "plan", "node"]


class Facet(Enum):
    """What about a name can change. Whoever looks a name up says which of these it read."""

    EXISTS = "exists"
    #: parameters, their types, whether they have defaults; parent; return type; variables of a class
    SIGNATURE = "signature"
    #: default values, what an alias stands for
    VALUE = "value"
    DOC = "doc"


class Key(NamedTuple):
    """A name in a name space: `("class", "a::b")`, `("resource", "file[/x]")`, `("file", "/path")`."""

    space: str
    name: str


#: A facet of a name that was looked up or that changed.
Lookup = tuple[Key, Facet]


class Parameter(msgspec.Struct, frozen=True):
    """`type` and `default` are source text; `default` is None for a parameter that must be given."""

    name: str
    type: str | None
    default: str | None
    captures_rest: bool


class Definition(msgspec.Struct, frozen=True):
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

    @property
    def key(self) -> Key:
        return Key(self.kind, self.name)

    def parameter(self, name: str) -> Parameter | None:
        return next((parameter for parameter in self.parameters if parameter.name == name), None)


class Bound(NamedTuple):
    """Where a parameter or variable stands: its name without `$`, and the whole declaration or assignment."""

    name_span: Span
    span: Span


class Place(NamedTuple):
    """Where a definition stands, in byte offsets of its file."""

    span: Span
    name_span: Span
    parameters: Mapping[str, Bound]
    variables: Mapping[str, Bound]


class Resource(NamedTuple):
    """A resource declared with a literal title: `type` in lower case. `span` is the body's."""

    type: str
    title: str
    span: Span
    title_span: Span

    @property
    def key(self) -> Key:
        return Key("resource", f"{self.type}[{self.title}]")


class Summary(NamedTuple):
    """`definitions[i]` stands at `places[i]`. The first two fields are the meaning."""

    definitions: tuple[Definition, ...] = ()
    resource_keys: frozenset[Key] = frozenset()
    places: tuple[Place, ...] = ()
    resources: tuple[Resource, ...] = ()

    def find(self, key: Key) -> Iterator[tuple[Definition, Place]]:
        for definition, place in zip(self.definitions, self.places, strict=True):
            if definition.name == key.name and definition.kind == key.space:
                yield definition, place


EMPTY = Summary()


def changed(old: Summary, new: Summary) -> set[Lookup]:
    """The names whose meaning differs between two summaries, each with the facets that do."""
    if old.definitions == new.definitions and old.resource_keys == new.resource_keys:
        return set()
    lookups: set[Lookup] = set()
    for key in old.resource_keys ^ new.resource_keys:
        lookups.add((key, Facet.EXISTS))
    before, after = _by_key(old), _by_key(new)
    for key in before.keys() | after.keys():
        left, right = before.get(key, ()), after.get(key, ())
        if len(left) != len(right):
            lookups.update((key, facet) for facet in Facet)
            continue
        for one, other in zip(left, right, strict=True):
            lookups.update((key, facet) for facet in _facets(one, other))
    return lookups


def _by_key(summary: Summary) -> dict[Key, list[Definition]]:
    found: dict[Key, list[Definition]] = {}
    for definition in summary.definitions:
        found.setdefault(definition.key, []).append(definition)
    return found


def _facets(old: Definition, new: Definition) -> Iterator[Facet]:
    if old == new:
        return
    if _signature(old) != _signature(new):
        yield Facet.SIGNATURE
    if (old.value, [p.default for p in old.parameters]) != (new.value, [p.default for p in new.parameters]):
        yield Facet.VALUE
    if old.doc != new.doc or old.written != new.written:
        yield Facet.DOC


def _signature(definition: Definition) -> object:
    parameters = [(p.name, p.type, p.default is None, p.captures_rest) for p in definition.parameters]
    return parameters, definition.parent, definition.return_type, definition.variables

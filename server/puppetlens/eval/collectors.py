"""Collectors and `realize`: they look again and again at what is declared, and make real what they find."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from ..base.errors import Location, PuppetError
from ..catalog.resource import Parameter
from ..library.host import Exported, Filter
from ..types.references import ClassType, ResourceType
from ..types.ruby_text import inspect, to_s
from ..types.runtime import RuntimeType
from ..types.values import Unknown, Value, unknown_in
from .declared import Declared
from .definitions import ClassLike
from .draft import Draft
from .overrides import add_override, doubt
from .scope import Scope

Test = Callable[[Declared], bool | Unknown]


class Query(NamedTuple):
    """A condition: as a test of what this catalog declares, and as data for who knows what other nodes export."""

    test: Test
    filter: Filter

    def __call__(self, resource: Declared) -> bool | Unknown:
        return self.test(resource)


class Collector(msgspec.Struct, eq=False):
    """One collector expression that was evaluated; `collected` is what it found so far, by reference."""

    type_name: str
    query: Query | None
    exported: bool
    #: Unknown where not even the names of the attributes are known.
    overrides: list[Parameter] | Unknown
    location: Location
    owner: ClassLike | None
    #: Where it stands, and what of other nodes it collects.
    scope: Scope
    imported: Sequence[Exported] = ()
    collected: dict[str, Declared] = msgspec.field(default_factory=dict)
    #: What stands left of it in a chain, and for it where it finds nothing.
    alternative: tuple[Value, ...] = ()
    #: What it may have found, by reference, and why that is not known.
    doubtful: dict[str, Unknown] = msgspec.field(default_factory=dict)

    @property
    def label(self) -> str:
        return f"{'Exported' if self.exported else 'Catalog'}-Collector"

    def __str__(self) -> str:
        """What a collector is as a value."""
        return f"{self.label}[{self.type_name}]"

    def puppet_type(self) -> RuntimeType:
        kind = "ExportedCollector" if self.exported else "CatalogCollector"
        return RuntimeType("ruby", f"Puppet::Pops::Evaluator::Collectors::{kind}")

    def evaluate(self, draft: Draft) -> bool:
        """Realize and override what matches; whether anything new was found.

        Without storeconfigs `<<| |>>` finds nothing.
        """
        if self.exported and not draft.run.storeconfigs:
            return False
        of_type = draft.declared_of.get(self.type_name, ())
        if self.exported:
            of_type = [resource for resource in of_type if resource.exported]
        query = self.query
        answers = [(resource, True if query is None else query(resource)) for resource in of_type]
        matching = [resource for resource, answer in answers if answer is True]
        matching += self._import(draft)
        new = [resource for resource in matching if resource.reference not in self.collected]
        for resource in matching:
            resource.virtual = False
        if self.overrides and matching and self.owner is not None:
            draft.overriding.add(self.owner)
        for resource in new:
            if isinstance(self.overrides, Unknown):
                self._doubt_all(draft, resource, self.overrides)
            elif self.overrides:
                reference = ResourceType(resource.type_name, resource.title)
                add_override(draft, reference, self._with_defaults(self.overrides, resource), self.owner, self.location)
        self.collected.update((resource.reference, resource) for resource in new)
        for resource, answer in answers:
            if isinstance(answer, Unknown) and resource.reference not in self.doubtful:
                self._doubt(draft, resource, answer)
        return bool(new)

    def _import(self, draft: Draft) -> list[Declared]:
        """Declare what other nodes export; what another collector has declared is not found again."""
        new: list[Declared] = []
        for exported in self.imported:
            existing = draft.find_resource(exported.type_name, exported.title)
            if existing is None:
                new.append(self._declare(draft, exported))
            elif existing.exporter != exported.certname:
                what = "A duplicate resource was found while collecting exported resources, with the type and title"
                raise PuppetError(f"{what} {existing.reference}", None, Location())
        return new

    def _declare(self, draft: Draft, exported: Exported) -> Declared:
        parameters = [
            Parameter(name, value, source="exported") for name, value in exported.parameters if value is not None
        ]
        definition = draft.loader.find_type(exported.type_name)
        resource = draft.new_resource(
            exported.type_name, exported.title, parameters, self.scope, self.owner, definition=definition
        )
        resource.exporter = exported.certname
        draft.add_resource(self.scope, resource)
        return resource

    def _doubt(self, draft: Draft, resource: Declared, unknown: Unknown) -> None:
        """It may match: it may be in the catalog then, and have other values."""
        self.doubtful[resource.reference] = unknown
        if resource.virtual and resource.class_like is not None:
            draft.run.note_hole(unknown, self.location)
        elif resource.virtual:
            draft.run.note_hidden(unknown, self.location, resource.type_name)
        if isinstance(self.overrides, Unknown):
            self._doubt_all(draft, resource, self.overrides)
            return
        for parameter in self._with_defaults(self.overrides, resource) if self.overrides else ():
            both = unknown_in(unknown, parameter.value)
            doubt(draft, resource, Parameter(parameter.name, both, self.location, "collector", owner=self.owner), True)

    def _with_defaults(self, overrides: list[Parameter], resource: Declared) -> list[Parameter]:
        """What overrides is a resource made where the collector stands, and so has the defaults that are there by now."""
        given = {each.name for each in overrides}
        defaults = self.scope.lookup_defaults(resource.type_name)
        return [*overrides, *(default for name, default in defaults.items() if name not in given)]

    def _doubt_all(self, draft: Draft, resource: Declared, unknown: Unknown) -> None:
        for name in list(resource.parameters):
            doubt(draft, resource, Parameter(name, unknown, self.location, "collector", owner=self.owner), True)


def apply_doubts(draft: Draft) -> None:
    """Leave open what doubtful changes may have done to the resources that are there by now."""
    for each in draft.doubts:
        type_name = ResourceType(each.change.type_name).type_name
        for resource in draft.declared:
            wanted = resource.type_name == type_name and each.change.title in (None, resource.title)
            if wanted and resource.reference not in each.applied:
                each.applied.add(resource.reference)
                for name in list(resource.parameters) if each.change.names is None else each.change.names:
                    parameter = Parameter(name, each.unknown, each.location, "override", owner=each.owner)
                    doubt(draft, resource, parameter, each.change.collects)


class Realization(msgspec.Struct, eq=False):
    """One call of `realize`: references that wait for their resources."""

    waiting: list[Value]
    collected: dict[str, Declared] = msgspec.field(default_factory=dict)

    def evaluate(self, draft: Draft) -> bool:
        found: list[Declared] = []
        for reference in list(self.waiting):
            resource = draft.resource_of(_checked(reference))
            if resource is not None:
                resource.virtual = False
                self.waiting.remove(reference)
                found.append(resource)
        if not self.waiting:
            draft.collectors.remove(self)
        new = [resource for resource in found if resource.reference not in self.collected]
        self.collected.update((resource.reference, resource) for resource in new)
        return bool(new)


def _checked(reference: Value) -> Value:
    """Something that can be a reference to a resource."""
    if isinstance(reference, (Unknown, ClassType)) or (isinstance(reference, ResourceType) and reference.title):
        return reference
    text = f"{reference}[]" if isinstance(reference, ResourceType) else to_s(reference)
    if not text.endswith("]") or "[" not in text[1:-2]:
        message = f"No title provided and {inspect(text)} is not a valid resource reference"
        raise PuppetError(f"Puppet::Parser::Compiler failed with error ArgumentError: {message}", None, Location())
    return reference

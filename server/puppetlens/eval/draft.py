"""The catalog while it is being made: what was declared, by all its names, and what waits for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from ..base.errors import Fault, Location, PuppetError, Subject
from ..base.position import Text
from ..catalog.resource import Form, Kind, Parameter
from ..hiera import Hiera
from ..library.resources import NativeType, Titled
from ..types.references import ClassType, ResourceType, capitalize_segments
from ..types.ruby_text import inspect
from ..types.values import Unknown, UnknownReason, Value, reasons_in, unknown_in
from .declared import ANY_ATTRIBUTE, Declared, Definition, RubyType, identity_of
from .definitions import ClassLike
from .doubt import Doubt
from .loader import Loader
from .origin import Origin, place_text
from .run import Run
from .scope import Scope

#: How the key of a resource begins with its type, and goes on with its title or its namevars.
Key = tuple[Value, ...]


class Override(msgspec.Struct, frozen=True):
    """Parameters for a resource, the class whose code sets them, and where."""

    parameters: Sequence[Parameter]
    owner: ClassLike | None
    location: Location


class Gatherer(Protocol):
    """A collector or a call of `realize`: asked again and again, until none finds anything new."""

    def evaluate(self, draft: Draft) -> bool:
        """Whether it found something new."""


class Draft:
    """Made from what `loader` and `hiera` read; `run` has what is no part of a catalog."""

    main: Declared
    node_scope: Scope | None = None
    #: The node definition that matches.
    node_definition: ClassLike | None = None

    def __init__(self, run: Run, loader: Loader, hiera: Hiera) -> None:
        self.run, self.loader, self.hiera = run, loader, hiera
        #: All resources in catalog order; `declared` leaves out the main stage and the settings.
        self.resources: list[Declared] = []
        self.declared: list[Declared] = []
        #: The same by type, and those whose body may still have to be run.
        self.declared_of: dict[str, list[Declared]] = {}
        self.unevaluated: list[Declared] = []
        self._by_key: dict[Key, Declared] = {}
        self.edges: dict[tuple[Declared, Declared], None] = {}
        self.classes: dict[str, None] = {}
        self.tags: dict[str, None] = {}
        #: Why the catalog may have tags that are not known.
        self.unknown_tags: Unknown | None = None
        #: The scopes of the classes and nodes that were evaluated, by name in lower case.
        self.class_scopes: dict[str, Scope] = {}
        self.collectors: list[Gatherer] = []
        self.doubts: list[Doubt] = []
        #: Source, target, `before` or `notify`, and where the arrow stands.
        self.relationships: list[tuple[Value, Value, str, Location]] = []
        #: Overrides of resources that are not there yet, by reference.
        self.waiting_overrides: dict[str, list[Override]] = {}
        #: Classes from whose code a collector overrode something: they may override anything from then on.
        self.overriding: set[ClassLike] = set()
        self.main_class = ClassLike("class", "", Origin(None, Text(b"")), None, ())
        self.top = Scope(self, "top", None, None, self.main_class)
        loader.top = self.top

    # Resources

    def new_resource(
        self,
        type_name: str,
        title: str,
        parameters: Iterable[Parameter],
        scope: Scope,
        owner: ClassLike | None,
        *,
        location: Location | None = None,
        form: Form = "regular",
        definition: Definition | None = None,
        kind: Kind = "unknown",
    ) -> Declared:
        """A resource with the defaults of its scope, not in the catalog yet."""
        resource = Declared(type_name, title, location or Location(), form, kind)
        if isinstance(definition, RubyType) and definition.is_guess:
            definition = self.loader.ask_of_titles(definition)
        resource.scope, resource.owner, resource.definition = scope, owner, definition
        own = resource.parameters
        for parameter in parameters:
            if parameter.name in own:
                raise PuppetError(f"Duplicate parameter '{parameter.name}' for on {resource.reference}")
            if parameter.name == "tag":
                resource.set(parameter)
            else:
                own[parameter.name] = parameter
        resource.tag(resource.type_name)
        if not (title == "main" and resource.location.line is None):
            resource.tag_if_valid(resource.title)
        rest = own.pop(ANY_ATTRIBUTE, None)
        for name, parameter in scope.lookup_defaults(resource.type_name).items():
            if name not in own:
                resource.set(parameter)
        if rest is not None:
            resource.leave_rest_open(rest)
            self.run.note_hidden(rest.value, resource.location, resource.type_name)
        return resource

    def find_resource(self, type_name: str, title: str) -> Declared | None:
        """By title, alias, or what the title says of the namevars (`File['/a/']` is `File['/a']`)."""
        shown = capitalize_segments(type_name)
        if shown.startswith("::") and self.loader.find_type(shown) is not None:
            shown = shown[2:]
        if shown == "Class":
            title = "main" if title in ("", "main") else capitalize_segments(title)
        found = self._by_key.get((shown, title))
        if found is None:
            found = self._by_key.get((shown, *identity_of(self.loader.titled_type(shown.lower()), title, {})))
        return found

    def resource_of(self, reference: Value) -> Declared | None:
        """What a reference, or its text, stands for."""
        if isinstance(reference, ClassType):
            return self.find_resource("class", reference.class_name or "")
        if isinstance(reference, ResourceType):
            return self.find_resource(reference.type_name or "", reference.title or "")
        type_name, _, rest = str(reference).partition("[")
        return self.find_resource(type_name, rest.removesuffix("]"))

    def add_resource(self, scope: Scope, resource: Declared) -> None:
        """Put a resource into the catalog, contained in what the scope belongs to."""
        self.declared.append(resource)
        self.declared_of.setdefault(resource.type_name, []).append(resource)
        if resource.class_like is not None:
            self.unevaluated.append(resource)
        self.enlist(resource)
        if resource.type_name != "Class" and resource.get("stage") is not None:
            raise PuppetError(
                f"Only classes can set 'stage'; normal resources like {resource.reference} cannot change run stage"
            )
        if resource.type_name not in ("Stage", "Class") and isinstance(scope.resource, Declared):
            self.add_edge(scope.resource, resource)

    def enlist(self, resource: Declared) -> None:
        """Put a resource into the catalog under all the names it goes by."""
        key: Key = (resource.type_name, resource.title)
        known = self._by_key.get(key)
        if known is not None:
            place = place_text(resource.location._replace(column=None))
            known_place = place_text(known.location._replace(column=None))
            at = f" at {known_place}" if known_place else ""
            message = f"Duplicate declaration: {resource.reference} is already declared{at}; cannot redeclare"
            fault = Fault("DUPLICATE_DECLARATION", Subject("resource", resource.reference), resource.title)
            earlier = (("it is already declared here", known.location),)
            raise PuppetError(f"{message} {place}" if place else message, faults=(fault,), related=earlier)
        self._by_key[key] = resource
        self.resources.append(resource)
        self._note_unknown_names(resource)
        aliases = resource.get("alias")
        for alias in aliases if isinstance(aliases, tuple) else () if aliases is None else (aliases,):
            self._alias(resource, (alias,), f'"{alias}"')
        if isinstance(resource.definition, (NativeType, RubyType)) and not resource.definition.isomorphic:
            return
        resource.parsed_title()
        namevars = resource.identity()
        if namevars != (resource.title,) and any(value is not None for value in namevars):
            self._alias(resource, namevars, inspect(namevars))

    def _note_unknown_names(self, resource: Declared) -> None:
        """A resource may go by a name that is not known."""
        namevars = resource.definition.namevars if isinstance(resource.definition, Titled) else ()
        reasons: list[UnknownReason] = []
        for name in ("alias", "name", *namevars):
            parameter = resource.parameters.get(name)
            if parameter is not None and type(parameter.value) is not str:
                reasons += reasons_in(parameter.value)
        if reasons:
            resource.unknown_names = Unknown(*reasons)
            self.run.note_hidden(resource.unknown_names, resource.location, resource.type_name)

    def _alias(self, resource: Declared, names: tuple[Value, ...], shown: str) -> None:
        if unknown_in(*names) is not None:
            return
        key: Key = (resource.type_name, *names)
        known = self._by_key.get(key)
        if known is None:
            self._by_key[key] = resource
        elif known is not resource:
            place = place_text(resource.location._replace(column=None))
            at = f" at {place}" if place else ""
            message = f"Cannot alias {resource.reference} to {shown}{at}; resource {inspect(key)} already declared"
            known_place = place_text(known.location._replace(column=None))
            raise PuppetError(f"{message} {known_place}" if known_place else message)

    # Edges, classes and tags

    def add_edge(self, source: Declared, target: Declared) -> None:
        self.edges.setdefault((source, target))

    def add_class(self, name: str) -> None:
        """Note that a class was evaluated; the catalog is tagged with it."""
        if name == "":
            return
        self.classes.setdefault(name)
        self.tags.setdefault(name)
        if "::" in name:
            self.tags.update(dict.fromkeys(name.split("::")))

    def add_tags(self, resource: Declared) -> None:
        self.tags.update(resource.tags)
        self.unknown_tags = self.unknown_tags or resource.unknown_tags

    def is_tagged(self, scope: Scope, tag: str) -> bool | Unknown:
        """Whether the catalog, or what contains the code of a scope, has a tag by now."""
        if tag in self.tags:
            return True
        container = scope.resource
        answer = container.is_tagged(tag) if isinstance(container, Declared) else False
        return answer or self.unknown_tags or self.run.hole_unknown() or False

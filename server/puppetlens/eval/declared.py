"""Resources while a catalog is being made."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from ..base.errors import Location, PuppetError
from ..catalog.resource import RELATIONSHIPS, Parameter, Resource
from ..library.reasons import TITLE_PATTERNS
from ..library.resources import NativeType, Titled
from ..types.references import GIVEN
from ..types.values import Hash, Unknown, Value
from .definitions import ClassLike
from .scope import Scope

#: Stands for the attributes of a resource of which not even the names are known.
ANY_ATTRIBUTE = "*"


class RubyType(Titled, msgspec.Struct, frozen=True):
    """A resource type that a Ruby file on the module path declares; which attributes it has not, says the loader."""

    name: str
    namevars: tuple[str, ...] = ()
    title_patterns: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: Whether code takes the title apart, so that nobody knows here what it says.
    computes_title: bool = False
    #: False where resources of the same name may be different things.
    isomorphic: bool = True
    #: Whether who runs the file may know more of its titles.
    is_guess: bool = False
    #: What takes a title apart in the place of patterns: a hash of what it says, or None.
    code: Callable[[str], Value] | None = None

    @property
    def reads_titles(self) -> bool:
        return bool(self.title_patterns) or self.code is not None

    def parse_title(self, title: str) -> dict[str, Value] | None:
        if self.code is None:
            return super().parse_title(title)
        said = self.code(title)
        if isinstance(said, Unknown):
            return dict.fromkeys(self.namevars, said)
        return {str(name): value for name, value in said.pairs()} if isinstance(said, Hash) else None


Definition = NativeType | RubyType | ClassLike


class Declared(Resource):
    """A resource, the scope it was declared in, what defines it, and how far its evaluation is."""

    scope: Scope
    #: The class whose code declared it, which inheritance lets override.
    owner: ClassLike | None
    definition: Definition | None
    evaluated = False
    evaluation_finished = False
    finished = False
    #: The node that exports it, where that is another one.
    exporter: str | None = None
    #: Why it may go by names that are not known.
    unknown_names: Unknown | None = None
    #: The attributes that something may have set of which nobody knows whether it did.
    doubted: frozenset[str] = frozenset()
    #: The parameters as they were when they were checked.
    checked: dict[str, Parameter] | None = None
    #: What its title gives, once that was asked.
    _said: dict[str, Value] | None = None

    def leave_rest_open(self, rest: Parameter) -> None:
        """Any attribute may have been given, those that defaults gave too."""
        class_ = self.class_like
        given = {name for name, parameter in self.parameters.items() if parameter.source != "default"}
        named = class_.parameters if class_ is not None else ()
        for name in {*self.parameters, *(parameter.name for parameter in named)} - given:
            self.set(Parameter(name, rest.value, rest.location, rest.source, owner=rest.owner))
        self.unknown_tags = self.unknown_names = rest.value

    #: The title where it was given as a number.
    number: float | None = None

    def number_title(self, number: float) -> None:
        """Note that the title was given as a number; a number is no tag."""
        self.number = number
        self.tags.pop(self.title, None)

    @property
    def given_title(self) -> str | float:
        """What `$title` is in its body."""
        return self.title if self.number is None else self.number

    @property
    def class_like(self) -> ClassLike | None:
        """The class, define or node whose body it evaluates."""
        return self.definition if isinstance(self.definition, ClassLike) else None

    @property
    def native(self) -> NativeType | None:
        return self.definition if isinstance(self.definition, NativeType) else None

    @property
    def own_name(self) -> Value:
        """What `$name` is in its body."""
        name = self.get("name")
        return self.given_title if name is None else name

    def parsed_title(self) -> dict[str, Value]:
        """The parameters that the title gives."""
        if self._said is None:
            self._said = title_says(self.definition, self.title, self.location)
        return self._said

    def identity(self) -> tuple[Value, ...]:
        """What no two resources of its type may have in common."""
        return identity_of(self.definition, self.title, self.names_given())

    def names_given(self) -> dict[str, Value]:
        """The values of the parameters by which it may be known."""
        parameters = self.parameters
        namevars = self.definition.namevars if isinstance(self.definition, Titled) else ()
        return {name: parameters[name].value for name in ("name", *namevars) if name in parameters}

    def relations(self) -> Iterator[Parameter]:
        """The parameters that say what it waits for, and what waits for it."""
        return (each for each in self.parameters.values() if each.name in RELATIONSHIPS)

    def is_tagged(self, tag: str) -> bool | Unknown:
        """Whether it, or what it was declared in, has a tag by now."""
        if tag in self.tags or self.unknown_tags is not None:
            return True if tag in self.tags else (self.unknown_tags or False)
        container = self.scope.resource
        return isinstance(container, Declared) and container is not self and container.is_tagged(tag)

    def add_scope_tags(self) -> None:
        if self.evaluation_finished:
            return
        self.evaluation_finished = True
        container = self.scope.resource
        if container is not None and container is not self:
            self.tags.update(container.tags)
            self.unknown_tags = self.unknown_tags or container.unknown_tags

    def plain(self) -> Resource:
        """The resource as the catalog keeps it: without what is undef, with what the title gives."""
        namevars = self.definition.namevars if isinstance(self.definition, Titled) else ()
        single = namevars[0] if len(namevars) == 1 else "name"
        kept: dict[str, Parameter] = {}
        for name, title_value in self.parsed_title().items():
            key = single if name == "name" else name
            kept[key] = Parameter(key, title_value, self.location)
        for key, parameter in self.parameters.items():
            value = parameter.value
            if value is None:
                continue
            if type(value) is tuple:
                value = _plain_list(key, value)
            if key == "name":
                key = single
            kept[key] = Parameter(key, value, parameter.location, parameter.source, False, None, parameter.merged)
        known = kept.get(single)
        shown = self.is_main or self.number is not None
        if known is not None and (known.value is None or known.value == self.title) and not shown:
            del kept[single]
        plain = Resource(self.type_name, self.title, self.location, self.form, self.kind, kept, self.tags)
        plain.inclusions = self.inclusions
        plain.defined = self.class_like.location if self.class_like is not None else None
        plain.sensitive, plain.exported, plain.virtual = self.sensitive, self.exported, self.virtual
        return plain

    @property
    def is_main(self) -> bool:
        """The main class and stage show their names: these are symbols, not strings, in Puppet."""
        return self.title == "main" and self.type_name in ("Class", "Stage") and self.location.line is None


def title_says(definition: Definition | None, title: str, location: Location) -> dict[str, Value]:
    """The parameters that a title gives; raises Puppet's error where it fits no pattern of its type."""
    if isinstance(definition, RubyType) and definition.computes_title:
        return dict.fromkeys(definition.namevars, TITLE_PATTERNS.unknown(definition.name, location=location))
    if not isinstance(definition, Titled) or not definition.reads_titles:
        return {"name": title}
    parsed = definition.parse_title(title)
    if parsed is None:
        raise PuppetError(f'No set of title patterns matched the title "{title}".')
    return parsed


def identity_of(definition: Definition | None, title: str, parameters: dict[str, Value]) -> tuple[Value, ...]:
    if isinstance(definition, Titled) and (definition.reads_titles or isinstance(definition, NativeType)):
        return definition.identity(title, parameters)
    return (parameters.get("name") or title,)


def _plain_list(name: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Relationships, and all that refers to a resource, are one list."""
    elements = flat(values)
    if name in RELATIONSHIPS:
        return tuple(element for element in elements if element is not None)
    return elements if any(isinstance(element, GIVEN) for element in elements) else values


def flat(value: Value) -> tuple[Value, ...]:
    """Arrays in arrays as one."""
    if isinstance(value, tuple):
        return tuple(part for element in value for part in flat(element))
    return (value,)

"""What Ruby's scope object sees of a call (the part of `RubyContext` that functions in Python do not need)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar, cast

from ..base.errors import PuppetError
from ..catalog.resource import Resource
from ..library import functions
from ..types.type import Type
from ..types.values import PerhapsSet, Unknown, Value
from .declared import RubyType, title_says
from .origin import Origin
from .scope import RESERVED_NAMES, Missing, Scope
from .scope_variables import ScopeVariables

Self = TypeVar("Self", bound="RubyView")


class RubyView:
    """A scope and the place of a call in it."""

    def __init__(self, scope: Scope, origin: Origin, anchor: int) -> None:
        self.scope = scope
        self._origin = origin
        self._anchor = anchor
        self._run = scope.run
        self._draft = scope.draft

    def top(self: Self) -> Self:
        return self.at(self._draft.top)

    def at(self: Self, scope: Hashable) -> Self:
        return type(self)(cast(Scope, scope), self._origin, self._anchor)

    def parent(self: Self) -> Self | None:
        scope = self.scope.body.parent
        return None if scope is None else self.at(scope)

    def global_scope(self: Self) -> Self:
        return self.at(self.scope.global_scope())

    def class_scope(self: Self, name: str) -> Self | None:
        scope = self._draft.class_scopes.get(name.removeprefix("::").lower())
        return None if scope is None else self.at(scope)

    @property
    def is_top(self) -> bool:
        return self.scope is self._draft.top

    # Variables

    def variables(self, names: Sequence[str] | None) -> Mapping[str, Value]:
        wanted = self._visible() if names is None else names
        found = ((name, self._find(name)) for name in wanted)
        return {name: value for name, value in found if not isinstance(value, Missing)}

    def _find(self, name: str) -> Value | Missing:
        value = self.scope.find(name)
        return self._run.unset_in_hole(name) or value if isinstance(value, Missing) else value

    def _visible(self) -> Sequence[str]:
        """Outer names first, as in Ruby's hash."""
        scope: Scope | None = self.scope
        chain: list[Scope] = []
        while scope is not None:
            chain.append(scope)
            scope = scope.outer
        return list(dict.fromkeys(name for each in reversed(chain) for name in each.variables))

    def has_variable(self, name: str) -> Value:
        value = self.scope.find(name)
        if isinstance(value, PerhapsSet):
            return value
        return self._run.unset_in_hole(name) or False if isinstance(value, Missing) else True

    def look_up_variable(self, name: str) -> Value:
        return ScopeVariables(self.scope).get(name)

    def has_local_variable(self, name: str) -> bool:
        return name in self.scope.variables

    def set_variable(self, name: str, value: Value) -> None:
        if name.isdigit():
            raise PuppetError(f"Cannot assign to a numeric match result variable '${name}'")
        if name in RESERVED_NAMES:
            raise PuppetError(f"Attempt to assign to a reserved variable name: '{name}'")
        if name in self.scope.variables:
            raise PuppetError(f"Cannot reassign variable '${name}'")
        self.scope.variables[name] = value

    def change_variable(self, name: str, old: Value, new: Value) -> None:
        plain = name.removeprefix("::").rpartition("::")[2]
        scope: Scope | None = self.scope
        while scope is not None:
            if scope.variables.get(plain) is old:
                scope.variables[plain] = new
            parameter = None if scope.resource is None else scope.resource.parameters.get(plain)
            if parameter is not None and parameter.value is old:
                parameter.value = new
            scope = scope.outer

    def change_value(self, old: Value, new: Value) -> None:
        if not old:
            return  # all empty lists are one object here
        scopes: list[Scope] = list(self._draft.class_scopes.values())
        scope: Scope | None = self.scope
        while scope is not None:
            scopes.append(scope)
            scope = scope.outer
        for each in scopes:
            each.variables.update({name: new for name, value in each.variables.items() if value is old})
        for resource in self._draft.resources:
            for parameter in resource.parameters.values():
                if parameter.value is old:
                    parameter.value = new

    # The catalog

    @property
    def container(self) -> Resource | None:
        return self.scope.resource

    @property
    def source(self) -> tuple[str, str] | None:
        source = self.scope.source
        return None if source is None else (source.kind, source.name)

    @property
    def module_name(self) -> str | None:
        found = self.scope.find("module_name")
        return found if isinstance(found, str) and found else None

    def declared(self, type_name: str, title: str) -> Resource | Unknown | None:
        return self._draft.find_resource(type_name, title) or self._run.hole_unknown(type_name)

    def namevars(self, type_name: str) -> Sequence[str]:
        """The attributes that make a resource of a type what it is, in order of their names."""
        definition = self._draft.loader.find_type(type_name)
        return sorted(getattr(definition, "namevars", ()) or ("name",))

    def title_says(self, type_name: str, title: str) -> Mapping[str, Value]:
        loader = self._draft.loader
        definition = loader.find_type(type_name)
        if isinstance(definition, RubyType) and definition.is_guess:
            definition = loader.ask_of_titles(definition)
        return title_says(definition, title, self._origin.location(self._anchor))

    def resources(self) -> Sequence[Resource] | Unknown:
        return self._run.hidden_unknown() or self._draft.resources

    def defaults(self, type_name: str) -> Mapping[str, Value]:
        found = self.scope.lookup_defaults(type_name)
        return {name: parameter.value for name, parameter in found.items()}

    def class_names(self) -> Sequence[str]:
        return list(self._draft.classes)

    def tags(self) -> Sequence[str]:
        return [] if self.scope.resource is None else list(self.scope.resource.tags)

    def catalog_tags(self) -> Sequence[str]:
        return list(self._draft.tags)

    def class_named(self, name: str) -> str | None:
        found = self._draft.loader.find_class(name)
        return None if found is None else found.name

    def define_named(self, name: str) -> str | None:
        found = self._draft.loader.find_define(name)
        return None if found is None else found.name

    # Functions and types

    def type_named(self, name: str) -> Type | None:
        return self._draft.loader.type_named(name)

    def is_native_type(self, name: str) -> bool:
        return self._draft.loader.titled_type(name.lower()) is not None

    def calls(self) -> Sequence[tuple[str, int]]:
        return [each.frame for each in reversed(self._run.calls)]

    @property
    def frame(self) -> tuple[str, int]:
        place = self._origin.location(self._anchor)
        return place.file or "unknown", place.line or 0

    def say(self, level: str, message: str) -> None:
        self._run.logs.append([level, message, {"sys": True}])

    def has_function(self, name: str) -> bool:
        key = name.removeprefix("::").lower()
        return functions.find(key) is not None or self._draft.loader.find_function(key) is not None

    def ruby_file(self, kind: str, name: str) -> str | None:
        return self._draft.loader.ruby_file(kind, name)

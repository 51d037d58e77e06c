"""Scopes: names, match variables and resource defaults, each along its own chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..catalog.resource import Parameter, Resource
from ..types.compare import Captures
from ..types.values import Value

if TYPE_CHECKING:
    from .compiler import Compiler
    from .definitions import ClassLike

Kind = Literal["top", "node", "class", "define", "function", "lambda"]


class Missing:
    """The type of `MISSING`: no such variable."""


MISSING = Missing()


class Scope:
    """One scope.

    `parent` is the dynamic parent (where a class or define was first declared; the base class for a derived
    one), which resource defaults follow. Variables follow `outer`: a lambda's enclosing scope, a class's base
    class, else the nearest node scope on the dynamic chain, else top.
    """

    def __init__(
        self,
        compiler: Compiler,
        kind: Kind,
        parent: Scope | None,
        resource: Resource | None,
        source: ClassLike | None = None,
    ) -> None:
        self.compiler = compiler
        self.kind = kind
        self.parent = parent
        self.resource: Resource | None = resource if resource is not None else (parent.resource if parent else None)
        #: The class, define or node whose code runs here.
        self.source: ClassLike | None = source if source is not None else (parent.source if parent else None)
        self.variables: dict[str, Value] = {}
        self.matched: Captures | None = None
        self.defaults: dict[str, dict[str, Parameter]] = {}
        self.outer: Scope | None = self._outer()

    def _outer(self) -> Scope | None:
        if self.kind == "lambda":
            return self.parent
        if self.kind == "function":
            return self.compiler.top
        if self.parent is not None and self.kind == "class" and self.parent.kind == "class" and self._derives():
            return self.parent
        scope = self.parent
        while scope is not None and scope.kind not in ("top", "node"):
            scope = scope.parent
        return scope

    def _derives(self) -> bool:
        return self.source is not None and getattr(self.source, "parent_name", None) is not None

    # variables

    def find(self, name: str) -> Value | Missing:
        """The value of `$name`, or `MISSING`."""
        if "::" in name:
            return self._find_qualified(name)
        if name.isdigit():
            return self.find_match(int(name))
        scope: Scope | None = self
        while scope is not None:
            if name in scope.variables:
                return scope.variables[name]
            scope = scope.outer
        return MISSING

    def _find_qualified(self, name: str) -> Value | Missing:
        class_name, _, variable = name.removeprefix("::").rpartition("::")
        if not class_name:
            return self.compiler.top.variables.get(variable, MISSING)
        scope = self.compiler.class_scopes.get(class_name.lower())
        if scope is None:
            return MISSING
        while scope is not None and scope.kind == "class":
            if variable in scope.variables:
                return scope.variables[variable]
            scope = scope.outer
        return MISSING

    def find_match(self, index: int) -> Value | Missing:
        scope: Scope | None = self
        while scope is not None:
            if scope.matched is not None:
                return scope.matched[index] if index < len(scope.matched) else None
            scope = scope.outer
        return None

    def local_scope(self) -> Scope:
        """A scope for a lambda written here."""
        return Scope(self.compiler, "lambda", self, self.resource, self.source)

    # resource defaults

    def lookup_defaults(self, type_name: str) -> dict[str, Parameter]:
        """The defaults for a type, nearer scopes winning attribute by attribute."""
        found = self.parent.lookup_defaults(type_name) if self.parent is not None else {}
        own = self.defaults.get(type_name)
        return {**found, **own} if own else found

"""Scopes: names, match variables and resource defaults, each along its own chain."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from ..base.errors import PuppetError
from ..catalog.resource import Parameter, Resource
from ..types.compare import Captures
from ..types.values import Unknown, Value

if TYPE_CHECKING:
    from .definitions import ClassLike
    from .draft import Draft

Kind = Literal["top", "node", "class", "define", "local"]


class Missing:
    """The type of `MISSING`: no such variable."""


MISSING = Missing()


#: What only Puppet itself sets.
_NO_FACTS = frozenset(("module_name", "caller_module_name", "title", "name"))


#: No parameter can have the name of these variables.
RESERVED_NAMES = frozenset(("trusted", "facts", "server_facts"))


class UnevaluatedParameter(Exception):
    """A default expression read a parameter that has no value yet (its name)."""


#: Stands in for a parameter until it has its value.
UNEVALUATED = object()


def evaluated(value: Value, name: str) -> Value:
    if value is UNEVALUATED:
        raise UnevaluatedParameter(name)
    return value


class Scope:
    """One scope.

    The scope of a body (class, define, node, top) has a `parent`, its dynamic parent: where it was first
    declared, the base class for a derived one; resource defaults follow it. A local scope (of a lambda,
    function or template) adds variables to the `body` it belongs to, and nothing else.
    Variables follow `outer`: the enclosing scope of a lambda, the base class of a class, else the nearest node
    scope on the dynamic chain, else top.
    """

    __slots__ = (
        "body", "defaults", "draft", "kind", "matched", "outer", "parent", "resource", "run", "source", "variables",
    )  # fmt: skip

    def __init__(
        self,
        draft: Draft,
        kind: Kind,
        parent: Scope | None,
        resource: Resource | None,
        source: ClassLike | None = None,
    ) -> None:
        self.draft, self.run = draft, draft.run
        self.kind = kind
        self.parent = parent
        #: What contains the resources that are declared here.
        self.resource = resource
        #: The class, define or node whose code runs here.
        self.source = source
        self.variables: dict[str, Value] = {}
        #: Unknown where nobody knows whether something was matched.
        self.matched: Captures | Unknown | None = None
        self.defaults: dict[str, dict[str, Parameter]] = {}
        self.body = self
        self.outer = self._outer()

    def __str__(self) -> str:
        return f"Scope({self.resource.reference if self.resource is not None else 'Class[main]'})"

    def _outer(self) -> Scope | None:
        if self.parent is None:
            return None
        return self.parent if self._is_derived else self.parent.global_scope()

    @property
    def _is_derived(self) -> bool:
        return self.kind == "class" and self.source is not None and self.source.parent_name is not None

    def begin(self, declared_in: Scope) -> Callable[[], None]:
        """While a class is evaluated it sees the lambda or function that declares it, as part of top or node scope; what
        is given ends that."""
        base = self
        while base._is_derived and base.outer is not None:
            base = base.outer
        before = base.outer
        scope: Scope | None = declared_in if self.kind == "class" else None
        while scope is not None and (before is None or scope.body is not before.body):
            scope = scope.outer
        base.outer = scope or before

        def end() -> None:
            base.outer = before

        return end

    def global_scope(self) -> Scope:
        """The nearest node scope that this one was declared in, else top."""
        scope = self.body
        while scope.kind not in ("top", "node") and scope.parent is not None:
            scope = scope.parent.body
        return scope

    def local_scope(self, sees_locals: bool = True) -> Scope:
        """A scope for code that belongs here; `sees_locals` is false where its body alone is visible to it."""
        return LocalScope(self if sees_locals else self.body, sees_locals)

    # variables

    def find(self, name: str) -> Value | Missing:
        """The value of `$name`, or `MISSING`."""
        if "::" in name:
            return self._find_qualified(name.removeprefix("::"))
        if name.isdigit():
            return self.find_match(int(name))
        return self.find_plain(name)

    def find_plain(self, name: str) -> Value | Missing:
        """The same for a name without `::` that is no number."""
        scope: Scope | None = self
        while scope is not None:
            value = scope.variables.get(name, MISSING)
            if value is not MISSING:
                return value if value is not UNEVALUATED else evaluated(value, name)
            scope = scope.outer
        return self._fact(name)

    def _fact(self, name: str) -> Value | Missing:
        unknown = self.run.unknown_facts
        return MISSING if unknown is None or name in _NO_FACTS else unknown

    def _find_qualified(self, name: str) -> Value | Missing:
        class_name, _, variable = name.rpartition("::")
        if not class_name:
            top = self.draft.top
            return top.variables[variable] if variable in top.variables else top._fact(variable)
        class_ = self.draft.loader.find_class(class_name)
        scope = self.draft.class_scopes.get(class_.name) if class_ is not None else None
        if scope is None and class_name == "settings":
            scope = self.draft.class_scopes.get("settings")
        while scope is not None and scope.body.kind == "class":
            if variable in scope.variables:
                return evaluated(scope.variables[variable], variable)
            scope = scope.outer
        return MISSING

    def find_match(self, index: int) -> Value | Missing:
        scope: Scope | None = self
        while scope is not None:
            if scope.matched is not None:
                if isinstance(scope.matched, Unknown):
                    return scope.matched
                return scope.matched[index] if index < len(scope.matched) else None
            scope = scope.outer
        return None

    # resource defaults

    def lookup_defaults(self, type_name: str) -> dict[str, Parameter]:
        """The defaults for a type, nearer scopes winning attribute by attribute."""
        scope: Scope | None = self
        layers = []
        while scope is not None:
            body = scope.body
            if type_name in body.defaults:
                layers.append(body.defaults[type_name])
            scope = body.parent
        found: dict[str, Parameter] = {}
        for layer in reversed(layers):
            found.update(layer)
        return found

    def define_defaults(self, type_name: str, parameters: list[Parameter]) -> None:
        known = self.body.defaults.setdefault(type_name, {})
        for parameter in parameters:
            if parameter.name in known:
                message = f"Default already defined for {type_name} {{ {parameter.name} }}; cannot redefine"
                raise PuppetError(message, None, parameter.location._replace(column=None), parameter.location)
            known[parameter.name] = parameter


class LocalScope(Scope):
    """Variables and matches of a lambda, function or template."""

    __slots__ = ()

    def __init__(self, within: Scope, sees_locals: bool) -> None:
        self.draft, self.run = within.draft, within.run
        self.kind = "local"
        self.body = within.body
        self.parent, self.resource, self.source = self.body.parent, within.resource, within.source
        self.variables = {}
        self.matched = None
        self.defaults = self.body.defaults
        self.outer = within if sees_locals else WithoutMatches(within)


class WithoutMatches(Scope):
    """A body as functions and templates see it: its variables, without its match variables."""

    __slots__ = ()

    def __init__(self, body: Scope) -> None:
        self.draft, self.run, self.kind, self.body = body.draft, body.run, body.kind, body.body
        self.parent, self.resource, self.source = body.parent, body.resource, body.source
        self.variables, self.defaults = body.variables, body.defaults
        self.matched = None
        self.outer = body.outer

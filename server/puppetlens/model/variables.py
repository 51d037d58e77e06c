"""From a variable to where it is bound: static scope, as Puppet looks variables up.

A short name is looked for in the lambda it stands in, the lambdas around that and the body of the definition
(`file_scopes.py`), then in the classes that one inherits from, and in the outer scopes: the node definition and top
scope. In code of a class, define or function that may be any node definition; in one node's, it is no other's.
A qualified name `$a::b` is variable `b` of class `a` or of a class that `a` inherits from; `$::b` is top scope's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from .entity import Entity
from .file_scopes import Scope, Variable
from .summary import Facet
from .view import View


class Binding(NamedTuple):
    """Where a variable gets its value. `owner` is the name of the class it comes from, where that is elsewhere."""

    path: str
    name_span: Span
    span: Span
    owner: str = ""
    #: "parameter", "variable", or "match" (what is matched)
    kind: str = "variable"


def bindings(view: View, variable: Variable) -> tuple[Binding, ...]:
    """Where a variable of the file is bound; empty for facts, and what Puppet itself gives a scope."""
    scope = variable.scope
    if scope is not None and scope.kind != "top":
        return tuple(_in_scope(view, scope, variable.name))
    entity = view.entity(view.variable_meant(variable))
    if entity.owner is not None:
        return tuple(_of_class(view, entity))
    node = any(each.kind == "node" for each in variable.home.chain())
    found = tuple(_in_outer_scopes(view, entity, not node and not variable.name.startswith("::")))
    return found or tuple(_set_later(view, variable))


def bindings_of(view: View, entity: Entity) -> Iterator[Binding]:
    """Where a variable is bound that data interpolates: that of a class, or of top scope."""
    yield from _of_class(view, entity) if entity.owner is not None else _in_outer_scopes(view, entity, True)


def _set_later(view: View, variable: Variable) -> Iterator[Binding]:
    """Where a variable that is read before it is set, and is not set outside, is set at last."""
    for scope in variable.home.chain():
        if scope.kind != "top":
            yield from _in_scope(view, scope, variable.name)


def _in_scope(view: View, scope: Scope, name: str) -> Iterator[Binding]:
    if scope.kind == "match" and scope.origin is not None:
        yield Binding(view.path, scope.origin, scope.origin, kind="match")
    for bound in scope.names.get(name, ()):
        kind = "parameter" if name in scope.parameters and scope.names[name][0] is bound else "variable"
        yield Binding(view.path, bound.name_span, bound.span, kind=kind)


def _of_class(view: View, entity: Entity) -> Iterator[Binding]:
    owner = entity.owner
    found = view.find("class", owner.name, Facet.SIGNATURE) if owner is not None and owner.space == "class" else None
    if found is not None:
        place = found.place
        bound = (place.parameters if entity.space == "parameter" else place.variables).get(entity.name)
        if bound is not None:
            yield Binding(found.path, bound.name_span, bound.span, found.definition.name, entity.space)


def _in_outer_scopes(view: View, entity: Entity, nodes: bool) -> Iterator[Binding]:
    """The assignments at the top of the main manifest (and of a loose file itself), and in node definitions."""
    paths = view.outer(entity)
    for path in paths:
        for bound in view.snapshot.summary(path).bindings.get(entity.name, ()):
            yield Binding(path, bound.name_span, bound.span)
    for path in paths if nodes else ():
        summary = view.snapshot.summary(path)
        for definition, place in zip(summary.definitions, summary.places, strict=True):
            if definition.kind == "node" and entity.name in place.variables:
                yield Binding(path, *place.variables[entity.name])

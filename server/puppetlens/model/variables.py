"""From a variable to where it is bound: static scope, as Puppet looks variables up.

A short name is looked for in the lambda it stands in, the lambdas around that, the body of the definition,
the classes it inherits from, the node definition where it stands in one, and top scope (the main manifest).
A qualified name `$a::b` is variable `b` of class `a` or of a class that `a` inherits from; `$::b` is top
scope's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..syntax import ast
from .cursor import Step, namespace_of
from .summary import Facet
from .view import View


class Binding(NamedTuple):
    """Where a variable gets its value. `owner` is the name of the class or define, or empty."""

    path: str
    name_span: Span
    span: Span
    owner: str = ""
    #: "parameter" or "variable"
    kind: str = "variable"


_SCOPES = (
    ast.HostClassDefinition,
    ast.ResourceTypeDefinition,
    ast.FunctionDefinition,
    ast.NodeDefinition,
    ast.LambdaExpression,
)
#: An inheritance chain longer than this is a circle.
_DEEPEST = 50


def bindings(view: View, path: tuple[Step, ...], name: str) -> tuple[Binding, ...]:
    """Where the variable `name`, used at the innermost node of `path`, is bound; empty for facts."""
    if name.startswith("::"):
        qualified = name.removeprefix("::")
        return tuple(_of_class(view, name, "") if "::" in qualified else _top_scope(view, qualified))
    if "::" in name:
        return tuple(_of_class(view, name, namespace_of(path)))
    for index in range(len(path) - 1, -1, -1):
        step = path[index]
        if not isinstance(step.node, _SCOPES):
            continue
        found = tuple(_in_scope(view, step, name))
        if found:
            return found
        if isinstance(step.node, ast.FunctionDefinition):
            return ()
        if isinstance(step.node, ast.HostClassDefinition) and step.node.parent_class:
            parent = view.class_meant(step.node.parent_class, namespace_of(path[: index + 1]))
            inherited = tuple(_of_parent(view, parent, name))
            if inherited:
                return inherited
        if isinstance(step.node, (ast.HostClassDefinition, ast.ResourceTypeDefinition)):
            break
    return tuple(_top_scope(view, name))


def _in_scope(view: View, scope: Step, name: str) -> Iterator[Binding]:
    node, base = scope
    for parameter in getattr(node, "parameters", ()):
        if parameter.name == name:
            yield Binding(view.path, parameter.name_span.shift(base), parameter.span.shift(base), kind="parameter")
    body: ast.Items | ast.Body = getattr(node, "body", ())
    for part in body:
        inner, start = (part.node, base + part.start) if isinstance(part, ast.Item) else (part, base)
        yield from _assignments(view, inner, start, name)


def _assignments(view: View, node: ast.Node, base: int, name: str) -> Iterator[Binding]:
    """The assignments to `name` below a node, without those in scopes of their own."""
    if isinstance(node, (*_SCOPES, ast.Definition)):
        return
    if isinstance(node, ast.AssignmentExpression):
        for variable in ast.assigned_variables(node.left_expr):
            if variable.name == name:
                yield Binding(view.path, variable.name_span.shift(base), node.span.shift(base))
    for part in ast.parts(node):
        if not isinstance(part, ast.Item):
            yield from _assignments(view, part, base, name)


def _of_class(view: View, qualified: str, namespace: str) -> Iterator[Binding]:
    owner, _, name = qualified.rpartition("::")
    yield from _of_parent(view, view.class_meant(owner, namespace), name)


def _of_parent(view: View, class_name: str, name: str) -> Iterator[Binding]:
    """Where a class, or else the nearest one that it inherits from, binds a variable."""
    for _ in range(_DEEPEST):
        found = view.find("class", class_name, Facet.SIGNATURE)
        if found is None:
            return
        place = found.place
        if name in place.parameters:
            yield Binding(found.path, *place.parameters[name], class_name, "parameter")
            return
        if name in place.variables:
            yield Binding(found.path, *place.variables[name], class_name)
            return
        if found.definition.parent is None:
            return
        class_name = view.class_meant(found.definition.parent, class_name)


def _top_scope(view: View, name: str) -> Iterator[Binding]:
    """The main manifest's assignments outside of definitions (and, for a loose file, its own)."""
    paths = view.snapshot.main_manifests(view.site.environment)
    for path in dict.fromkeys((*paths, view.path)):
        if path != view.path and path not in paths:
            continue
        document = view.snapshot.document(path)
        if document is None:
            continue
        for bound in document.summary.bindings.get(name, ()):
            yield Binding(path, *bound)

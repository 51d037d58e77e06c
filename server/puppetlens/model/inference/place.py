"""A node of the tree with what is around it: what is known at a place depends on the conditions that it stands under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...base.span import Span
from ...syntax import ast
from ..cursor import Step

#: A variable's name, and the keys that lead on from it.
Subject = tuple[str | int, ...]


class Place(NamedTuple):
    """`node` with the offset that its positions count from, and the place of the node around it."""

    node: ast.Node
    base: int
    around: Place | None = None

    @property
    def span(self) -> Span:
        return self.node.span.shift(self.base)

    def inside(self, node: ast.Node) -> Place:
        """The place of a part of the node."""
        return Place(node, self.base, self)

    def outwards(self) -> Iterator[Place]:
        """The place, then those around it, inner ones first."""
        place: Place | None = self
        while place is not None:
            yield place
            place = place.around


def placed(steps: Sequence[Step]) -> Place | None:
    """The innermost node of a path."""
    place: Place | None = None
    for step in steps:
        place = Place(step.node, step.base, place)
    return place


def places(items: ast.Items, around: Place | None = None) -> Iterator[Place]:
    """Every node of some statements, those around others first."""
    base = around.base if around is not None else 0
    for item in items:
        yield from _below(Place(item.node, base + item.start, around))


def _below(place: Place) -> Iterator[Place]:
    yield place
    for part in ast.parts(place.node):
        inner = Place(part.node, place.base + part.start, place) if isinstance(part, ast.Item) else place.inside(part)
        yield from _below(inner)


def earlier(place: Place) -> Iterator[Place]:
    """The statements before one in the same body, the nearest first."""
    around = place.around
    if around is None:
        return
    items = getattr(around.node, "body", ())
    if items and isinstance(items[0], ast.Item):
        for item in reversed(items):
            if item.start + around.base < place.base:
                yield Place(item.node, around.base + item.start, around)
        return
    for body in bodies(around.node):
        if any(each is place.node for each in body):
            at = next(index for index, each in enumerate(body) if each is place.node)
            for node in reversed(body[:at]):
                yield around.inside(node)


def bodies(node: ast.Node) -> tuple[ast.Body, ...]:
    """The sequences of statements right below a node."""
    if isinstance(node, ast.IfExpression):
        return node.then_expr, node.else_expr
    if isinstance(node, ast.CaseOption):
        return (node.then_expr,)
    if isinstance(node, ast.BlockExpression):
        return (node.statements,)
    if isinstance(node, (ast.LambdaExpression, ast.EppExpression)):
        return (node.body,)
    return ()


def diverges(body: ast.Body) -> bool:
    """Whether what comes after some statements is never reached."""
    return any(map(_diverges, body))


def _diverges(node: ast.Node) -> bool:
    if isinstance(node, ast.CallNamedFunctionExpression):
        functor = node.functor_expr
        return isinstance(functor, ast.QualifiedName) and functor.value.removeprefix("::") in LEAVING
    if isinstance(node, ast.IfExpression):
        return diverges(node.then_expr) and diverges(node.else_expr)
    if isinstance(node, ast.CaseExpression):
        return has_default(node) and all(diverges(option.then_expr) for option in node.options)
    return False


def has_default(node: ast.CaseExpression) -> bool:
    return any(isinstance(value, ast.LiteralDefault) for option in node.options for value in option.values)


#: Functions that do not come back to where they were called.
LEAVING = frozenset(("fail", "return", "next", "break"))


def leaves_by(place: Place, name: str, into_lambdas: bool) -> Iterator[Place | None]:
    """What calls of `return` or `next` below a place are given, None for nothing. Of `return` those in lambdas count."""
    for part in ast.parts(place.node):
        inner = Place(part.node, place.base + part.start, place) if isinstance(part, ast.Item) else place.inside(part)
        node = inner.node
        if isinstance(node, ast.CallNamedFunctionExpression) and _calls(node, name):
            yield inner.inside(node.arguments[0]) if node.arguments else None
        elif not isinstance(node, ast.Definition) and (into_lambdas or not isinstance(node, ast.LambdaExpression)):
            yield from leaves_by(inner, name, into_lambdas)


def _calls(node: ast.CallNamedFunctionExpression, name: str) -> bool:
    return isinstance(node.functor_expr, ast.QualifiedName) and node.functor_expr.value.removeprefix("::") == name


def assigns(node: ast.Node, name: str) -> bool:
    """Whether a variable is set once a statement is done, or what comes after it is not reached."""
    if isinstance(node, ast.AssignmentExpression):
        return any(each.name == name for each in ast.assigned_variables(node.left_expr)) or assigns(
            node.right_expr, name
        )
    if isinstance(node, ast.IfExpression):
        return assigns(node.test, name) or (_all(node.then_expr, name) and _all(node.else_expr, name))
    if isinstance(node, ast.CaseExpression):
        return assigns(node.test, name) or (
            has_default(node) and all(_all(option.then_expr, name) for option in node.options)
        )
    if isinstance(node, ast.SelectorExpression):
        return assigns(node.left_expr, name)
    if isinstance(node, (ast.AndExpression, ast.OrExpression)):
        return assigns(node.left_expr, name)
    if isinstance(node, (ast.LambdaExpression, ast.Definition)):
        return False
    return any(assigns(part, name) for part in ast.parts(node) if not isinstance(part, ast.Item))


def _all(body: ast.Body, name: str) -> bool:
    return diverges(body) or any(assigns(node, name) for node in body)


def subject_of(node: ast.Node) -> Subject | None:
    """What an expression is about; None where it is no variable and nothing in one."""
    if isinstance(node, ast.VariableExpression):
        return (node.name.removeprefix("::"),) if node.name else None
    if isinstance(node, ast.ParenthesizedExpression):
        return subject_of(node.expr)
    if isinstance(node, ast.AccessExpression) and len(node.keys) == 1:
        inner, key = subject_of(node.left_expr), node.keys[0]
        if inner and isinstance(key, (ast.LiteralString, ast.QualifiedName, ast.LiteralInteger)):
            return (*inner, key.value)
    return None

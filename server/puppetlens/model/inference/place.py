"""A node of the tree with what is around it: what is known at a place depends on the conditions that it stands under."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from ...base.span import Span
from ...syntax import ast
from ..cursor import Step


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


def places(items: ast.Items, wanted: tuple[type[ast.Node], ...], around: Place | None = None) -> Iterator[Place]:
    """The nodes of some types in statements, those around others first."""
    base = around.base if around is not None else 0
    for item in items:
        place = Place(item.node, base + item.start, around)
        for chain in _chains(item.node, wanted):
            found = place
            for node in chain:
                found = found.inside(node)
            yield found
        inner = getattr(item.node, "body", ())
        if inner and isinstance(inner[0], ast.Item):
            yield from places(inner, wanted, place)


@lru_cache(maxsize=16_384)
def _chains(node: ast.Node, wanted: tuple[type[ast.Node], ...]) -> tuple[tuple[ast.Node, ...], ...]:
    """The ways from a statement, which is the same after an edit elsewhere, down to nodes of some types."""
    return tuple(_ways(node, wanted, ()))


def _ways(
    node: ast.Node, wanted: tuple[type[ast.Node], ...], chain: tuple[ast.Node, ...]
) -> Iterator[tuple[ast.Node, ...]]:
    if isinstance(node, wanted):
        yield chain
    for part in ast.parts(node):
        if not isinstance(part, ast.Item):
            yield from _ways(part, wanted, (*chain, part))


def earlier(place: Place, which: Callable[[ast.Node], bool] | None = None) -> Iterator[Place]:
    """The statements before one in the same body, the nearest first; of a definition's those alone that `which` takes."""
    around = place.around
    if around is None:
        return
    items = getattr(around.node, "body", ())
    if items and isinstance(items[0], ast.Item):
        before = bisect_left(items, place.base - around.base, key=attrgetter("start"))
        if which is not None:
            yield from (
                Place(items[at].node, around.base + items[at].start, around)
                for at in reversed(_taken(around.node, which))
                if at < before
            )
            return
        for item in reversed(items[:before]):
            yield Place(item.node, around.base + item.start, around)
        return
    for body in bodies(around.node):
        if any(each is place.node for each in body):
            at = next(index for index, each in enumerate(body) if each is place.node)
            for node in reversed(body[:at]):
                if which is None or which(node):
                    yield around.inside(node)


@lru_cache(maxsize=64)
def _taken(definition: ast.Node, which: Callable[[ast.Node], bool]) -> tuple[int, ...]:
    """Most statements are asked the same for each place behind them."""
    return tuple(at for at, item in enumerate(getattr(definition, "body", ())) if which(item.node))


def earlier_around(place: Place, spans: Sequence[Span]) -> Iterator[tuple[Place, list[Span]]]:
    """The earlier statements in which some spans begin, each with those."""
    around = place.around
    items = getattr(around.node, "body", ()) if around is not None else ()
    if around is None or not items or not isinstance(items[0], ast.Item):
        for before in earlier(place):
            inside = [span for span in spans if before.span.start <= span.start and span.end <= before.span.end]
            if inside:
                yield before, inside
        return
    found: dict[int, list[Span]] = {}
    for span in spans:
        at = bisect_right(items, span.start - around.base, key=attrgetter("start")) - 1
        if at >= 0 and items[at].start + around.base < place.base:
            item = items[at]
            if span.end <= item.node.end + item.start + around.base:
                found.setdefault(at, []).append(span)
    for at in sorted(found, reverse=True):
        yield Place(items[at].node, around.base + items[at].start, around), found[at]


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

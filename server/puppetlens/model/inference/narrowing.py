"""What conditions say of a value: `if $x =~ T`, `$x != undef`, `case $x { T: { } }`, `assert_type(T, $x)`.

Values never change, so what a condition finds out (`types.conditions`) holds wherever it must have been true: in its branch,
behind `and`, behind an `if` that ends with `fail`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from ...base.span import Span
from ...syntax import ast
from ...syntax.subject import Subject, asserted
from ...types.algebra import Known
from ...types.conditions import after, chosen
from .place import Place, diverges, earlier

#: The type of an expression at a place.
TypeAt = Callable[[Place], Known]
Option = TypeVar("Option", ast.CaseOption, ast.SelectorEntry)


class Condition(NamedTuple):
    """A test whose outcome is known at a place; `options` are those of a `case` that did not match before."""

    test: Place
    outcome: bool


class Matched(NamedTuple):
    """A `case` or `? {}` of which one option is chosen: the values before it, and its own."""

    test: Place
    before: tuple[ast.Expression, ...]
    values: tuple[ast.Expression, ...]


def narrowed(type_: Known, subject: Subject, place: Place, until: Span | None, type_at: TypeAt) -> Known:
    """A subject's type at a place. `until` is the span of the lambda that binds it: outside of it the name is another."""
    for each in reversed(list(_holding(place, until))):
        if isinstance(each, Condition):
            type_ = after(type_, subject, each.test, each.outcome, type_at)
        else:
            type_ = chosen(type_, subject, each.test, each.before, each.values, type_at)
    return type_


def _holding(place: Place, until: Span | None) -> Iterator[Condition | Matched]:
    """What must be so where control reaches a place, the nearest first."""
    for inner in place.outwards():
        around = inner.around
        if around is None or (
            until is not None and inner.span == until and isinstance(inner.node, ast.LambdaExpression)
        ):
            return
        yield from _guards(inner)
        yield from _of_branch(inner.node, around)


def _guards(inner: Place) -> Iterator[Condition]:
    """Statements before one that let nothing pass but what they say."""
    for before in earlier(inner, _may_guard):
        node = before.node
        if isinstance(node, ast.IfExpression):
            positive = not isinstance(node, ast.UnlessExpression)
            if diverges(node.then_expr):
                yield Condition(before.inside(node.test), not positive)
            elif node.else_expr and diverges(node.else_expr):
                yield Condition(before.inside(node.test), positive)
        else:
            yield Condition(before, True)


def _may_guard(node: ast.Node) -> bool:
    if isinstance(node, ast.IfExpression):
        return diverges(node.then_expr) or diverges(node.else_expr)
    return asserted(node) is not None


def _of_branch(node: ast.Node, around: Place) -> Iterator[Condition | Matched]:
    parent = around.node
    if isinstance(parent, ast.IfExpression):
        positive = not isinstance(parent, ast.UnlessExpression)
        if any(each is node for each in parent.then_expr):
            yield Condition(around.inside(parent.test), positive)
        elif any(each is node for each in parent.else_expr):
            yield Condition(around.inside(parent.test), not positive)
    elif isinstance(parent, (ast.AndExpression, ast.OrExpression)) and node is parent.right_expr:
        yield Condition(around.inside(parent.left_expr), isinstance(parent, ast.AndExpression))
    elif isinstance(parent, ast.CaseExpression) and isinstance(node, ast.CaseOption):
        before = [value for option in _before(parent.options, node) for value in option.values]
        yield Matched(around.inside(parent.test), tuple(before), node.values)
    elif isinstance(parent, ast.SelectorExpression) and isinstance(node, ast.SelectorEntry):
        before = [entry.matching_expr for entry in _before(parent.selectors, node)]
        yield Matched(around.inside(parent.left_expr), tuple(before), (node.matching_expr,))


def _before(options: Sequence[Option], node: ast.Node) -> Sequence[Option]:
    return options[: next(index for index, each in enumerate(options) if each is node)]

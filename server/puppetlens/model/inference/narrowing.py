"""What conditions say of a value: `if $x =~ T`, `$x != undef`, `case $x { T: { } }`, `assert_type(T, $x)`.

A *subject* is a variable, or what literal keys lead to in one (`$x['a']`). Values never change, so what a condition
finds out holds wherever it must have been true: in its branch, behind `and`, behind an `if` that ends with `fail`.
A condition of which nothing is understood says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from ...base.span import Span
from ...syntax import ast
from ...types import Type
from ...types.infer import FALSE, infer
from ...types.strings import STRING
from ...types.type import ANY, UNDEF
from ...types.type_type import TypeType
from ...types.variants import variant
from .algebra import Known, intersect, known, subtract, union
from .place import Place, Subject, diverges, earlier, subject_of

#: The type of an expression at a place.
TypeAt = Callable[[Place], Known]
Option = TypeVar("Option", ast.CaseOption, ast.SelectorEntry)

_FALSY = variant((UNDEF, FALSE))


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
            type_ = _after(type_, subject, each.test, each.outcome, type_at)
        else:
            type_ = _chosen(type_, subject, each, type_at)
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
    return isinstance(node, ast.CallNamedFunctionExpression) and _name(node) == "assert_type"


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


# A test -------------------------------------------------------------------------------------------------


def _after(type_: Known, subject: Subject, test: Place, outcome: bool, type_at: TypeAt) -> Known:
    """A subject's type where a test came out so."""
    node = test.node
    if isinstance(node, ast.ParenthesizedExpression):
        return _after(type_, subject, test.inside(node.expr), outcome, type_at)
    if isinstance(node, ast.NotExpression):
        return _after(type_, subject, test.inside(node.expr), not outcome, type_at)
    if isinstance(node, (ast.AndExpression, ast.OrExpression)):
        return _after_both(type_, subject, test, node, outcome, type_at)
    if isinstance(node, ast.MatchExpression) and subject_of(node.left_expr) == subject:
        return _matched(type_, test.inside(node.right_expr), outcome == (node.operator == "=~"), type_at)
    if isinstance(node, ast.ComparisonExpression) and node.operator in ("==", "!="):
        equal = outcome == (node.operator == "==")
        for one, other in ((node.left_expr, node.right_expr), (node.right_expr, node.left_expr)):
            if subject_of(one) == subject:
                return _equal(type_, type_at(test.inside(other)), equal)
    if isinstance(node, ast.CallNamedFunctionExpression):
        asserted = outcome and _name(node) == "assert_type" and len(node.arguments) == 2
        if asserted and subject_of(node.arguments[1]) == subject:
            return _matched(type_, test.inside(node.arguments[0]), True, type_at)
        return type_
    if subject_of(node) == subject:
        return _truthy(type_, outcome)
    return type_


def _after_both(
    type_: Known, subject: Subject, test: Place, node: ast.BinaryExpression, outcome: bool, type_at: TypeAt
) -> Known:
    left, right = test.inside(node.left_expr), test.inside(node.right_expr)
    decisive = isinstance(node, ast.AndExpression)
    first = _after(type_, subject, left, decisive, type_at)
    if outcome == decisive:
        return _after(first, subject, right, decisive, type_at)
    either = union(
        (_after(type_, subject, left, not decisive, type_at), _after(first, subject, right, outcome, type_at))
    )
    return type_ if either is None else either


def _matched(type_: Known, pattern: Place, matches: bool, type_at: TypeAt) -> Known:
    wanted = type_at(pattern)
    if isinstance(wanted, TypeType) and wanted.type is not None:
        return _is(type_, wanted.type, matches)
    return intersect(type_, STRING) if matches else type_


def _is(type_: Known, wanted: Type, matches: bool) -> Known:
    if matches:
        return intersect(type_, wanted)
    return None if type_ is None else subtract(type_, wanted)


def _equal(type_: Known, other: Known, equal: bool) -> Known:
    """Texts are compared without case: one that equals `'a'` need not be it."""
    if other is None or type_ is None:
        return UNDEF if equal and other == UNDEF else type_
    if other in (UNDEF, infer(True), FALSE):
        return _is(type_, other, equal)
    if not equal or known(other) is None:
        return type_
    return subtract(type_, UNDEF) if not other.assignable(UNDEF) else type_


def _truthy(type_: Known, outcome: bool) -> Known:
    if type_ is None:
        return None
    return subtract(type_, _FALSY) if outcome else intersect(type_, _FALSY) if _may_be_false(type_) else type_


def _may_be_false(type_: Type) -> bool:
    return type_.assignable(UNDEF) or type_.assignable(FALSE)


# The options of a case ------------------------------------------------------------------------------------


def _chosen(type_: Known, subject: Subject, matched: Matched, type_at: TypeAt) -> Known:
    if subject_of(matched.test.node) != subject:
        return type_
    for value in matched.before:
        type_ = _not_option(type_, matched.test.inside(value), type_at)
    found = [_option(type_, matched.test.inside(value), type_at) for value in matched.values]
    if any(isinstance(value, ast.LiteralDefault) for value in matched.values):
        return type_
    either = union(found)
    return type_ if either is None else either


def _option(type_: Known, value: Place, type_at: TypeAt) -> Known:
    wanted = type_at(value)
    if isinstance(value.node, ast.LiteralRegularExpression):
        return intersect(type_, STRING)
    if isinstance(wanted, TypeType) and wanted.type is not None:
        return intersect(type_, wanted.type)
    if wanted == UNDEF:
        return UNDEF
    return type_ if wanted is None else intersect(type_, _general(wanted))


def _general(type_: Type) -> Type:
    """What equals a value: texts without case, numbers of either kind."""
    return type_.generalize() if type_ is not ANY else type_


def _not_option(type_: Known, value: Place, type_at: TypeAt) -> Known:
    if type_ is None:
        return None
    wanted = type_at(value)
    if isinstance(wanted, TypeType) and wanted.type is not None:
        return subtract(type_, wanted.type)
    return subtract(type_, wanted) if wanted in (UNDEF, infer(True), FALSE) and wanted is not None else type_


def _name(node: ast.CallNamedFunctionExpression) -> str:
    functor = node.functor_expr
    return functor.value.removeprefix("::") if isinstance(functor, ast.QualifiedName) else ""

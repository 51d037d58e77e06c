"""What conditions say of a value: `if $x =~ T`, `$x != undef`, `$x in ['a', 'b']`, `case $x { T: { } }`, `assert_type(T, $x)`.

What is said of a subject (`syntax.subject`) is the type that it has where a condition came out so: never narrower than what
it may be, and what it was where nothing is understood of the condition. `NOTHING` is the type where it cannot have come out
so.

The operands of a condition are asked of who knows them: the model by their places in a file, an evaluation by their values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol, TypeVar

from ..syntax import ast
from ..syntax.subject import Subject, asserted, subject_of
from .algebra import NOTHING, Known, alternatives, intersect, known, literal_of, subtract, union
from .infer import FALSE, TRUE
from .numbers import NUMERIC, IntegerType
from .shaped import overlap
from .strings import STRING, EnumType, PatternType, RegexpType, StringType
from .tuples import TupleType
from .type import UNDEF, Type, UnitType
from .type_type import TypeType
from .variants import variant

_FALSY: Final = variant((UNDEF, FALSE))
_CONSTANTS: Final = (UNDEF, TRUE, FALSE)


class Asked(Protocol):
    """An expression where it stands."""

    @property
    def node(self) -> ast.Node: ...
    def inside(self: P, node: ast.Node, /) -> P:
        """A part of it."""


P = TypeVar("P", bound=Asked)
#: The type of an expression; None where it is not known.
TypeAt = Callable[[P], Known]


# A test -------------------------------------------------------------------------------------------------


def after(type_: Known, subject: Subject, test: P, outcome: bool, type_at: TypeAt[P]) -> Known:
    """A subject's type where a test came out so."""
    node = test.node
    if isinstance(node, ast.ParenthesizedExpression):
        return after(type_, subject, test.inside(node.expr), outcome, type_at)
    if isinstance(node, ast.NotExpression):
        return after(type_, subject, test.inside(node.expr), not outcome, type_at)
    if isinstance(node, (ast.AndExpression, ast.OrExpression)):
        return _after_both(type_, subject, test, node, outcome, type_at)
    if isinstance(node, ast.MatchExpression) and subject_of(node.left_expr) == subject:
        return _matched(type_, test.inside(node.right_expr), outcome == (node.operator == "=~"), type_at)
    if isinstance(node, ast.ComparisonExpression) and node.operator in ("==", "!="):
        equal = outcome == (node.operator == "==")
        for one, other in ((node.left_expr, node.right_expr), (node.right_expr, node.left_expr)):
            if subject_of(one) == subject:
                return equals(type_, type_at(test.inside(other)), equal)
    if isinstance(node, ast.InExpression) and subject_of(node.left_expr) == subject:
        return _is_in(type_, type_at(test.inside(node.right_expr)), outcome)
    told = asserted(node)
    if told is not None:
        assert isinstance(node, ast.CallNamedFunctionExpression)
        if outcome and subject_of(told) == subject:
            return _matched(type_, test.inside(node.arguments[0]), True, type_at)
        return type_
    if subject_of(node) == subject:
        return _truthy(type_, outcome)
    return type_


def _after_both(
    type_: Known, subject: Subject, test: P, node: ast.BinaryExpression, outcome: bool, type_at: TypeAt[P]
) -> Known:
    left, right = test.inside(node.left_expr), test.inside(node.right_expr)
    decisive = isinstance(node, ast.AndExpression)
    first = after(type_, subject, left, decisive, type_at)
    if outcome == decisive:
        return after(first, subject, right, decisive, type_at)
    either = union((after(type_, subject, left, not decisive, type_at), after(first, subject, right, outcome, type_at)))
    return type_ if either is None else either


def _matched(type_: Known, pattern: P, matches: bool, type_at: TypeAt[P]) -> Known:
    wanted = type_at(pattern)
    if isinstance(wanted, TypeType) and wanted.type is not None:
        return _is(type_, wanted.type, matches)
    is_text = isinstance(wanted, (RegexpType, StringType, EnumType, PatternType))
    return intersect(type_, STRING) if matches and is_text else type_


def _is(type_: Known, wanted: Type, matches: bool) -> Known:
    if matches:
        return intersect(type_, wanted)
    return None if type_ is None else subtract(type_, wanted)


def _truthy(type_: Known, outcome: bool) -> Known:
    if type_ is None:
        return None
    return subtract(type_, _FALSY) if outcome else intersect(type_, _FALSY) if _may_be_false(type_) else type_


def _may_be_false(type_: Type) -> bool:
    return type_.assignable(UNDEF) or type_.assignable(FALSE)


# Values that are compared -------------------------------------------------------------------------------


def equals(type_: Known, other: Known, equal: bool) -> Known:
    """Where a value of a type equals another one, or does not. Texts are compared without case, numbers of either kind."""
    if other is None:
        return type_
    if other in _CONSTANTS:
        return _is(type_, other, equal)
    literal = literal_of(other)
    if literal is None or isinstance(type_, UnitType):
        return type_ if type_ is None or not equal or other.assignable(UNDEF) else subtract(type_, UNDEF)
    if known(type_) is None:
        return STRING if equal and isinstance(literal, str) else type_
    assert type_ is not None
    before = tuple(alternatives(type_))
    parts = [_of_one(each, literal, equal) for each in before]
    if all(new is old for new, old in zip(parts, before, strict=True)):
        return type_  # an alias keeps its name
    return union(parts) or type_


def _of_one(type_: Type, literal: str | int, equal: bool) -> Type:
    """What is left of a type that is no alternative."""
    if isinstance(type_, EnumType) and type_.values:
        values = tuple(each for each in type_.values if _same(each, literal) == equal)
        return EnumType(values, type_.case_insensitive) if values else NOTHING
    if isinstance(type_, StringType) and type_.value is not None:
        return type_ if _same(type_.value, literal) == equal else NOTHING
    if isinstance(type_, IntegerType) and isinstance(literal, int):
        if equal:
            return IntegerType(literal, literal) if type_.low <= literal <= type_.high else NOTHING
        return NOTHING if type_.low == type_.high == literal else type_
    alike = STRING if isinstance(literal, str) else NUMERIC
    return type_ if not equal or overlap(type_, alike) else NOTHING


def _same(text: str, literal: str | int) -> bool:
    return isinstance(literal, str) and text.lower() == literal.lower()


def _is_in(type_: Known, listed: Known, outcome: bool) -> Known:
    """Of a list of literal texts alone."""
    types = listed.types if isinstance(listed, TupleType) else ()
    if not types or not all(isinstance(literal_of(each), str) for each in types):
        return type_
    if outcome:
        return union(equals(type_, each, True) for each in types)
    for each in types:
        type_ = equals(type_, each, False)
    return type_


# The options of a case ------------------------------------------------------------------------------------


def chosen(
    type_: Known,
    subject: Subject,
    test: P,
    before: Sequence[ast.Expression],
    values: Iterable[ast.Expression],
    type_at: TypeAt[P],
) -> Known:
    """A subject's type in an option of a `case` or `? {}` over it, with the values before it, and its own; the default
    has none."""
    if subject_of(test.node) != subject:
        return type_
    for value in before:
        type_ = _option(type_, test.inside(value), False, type_at)
    values = tuple(values)
    if not values or any(isinstance(value, ast.LiteralDefault) for value in values):
        return type_
    either = union(_option(type_, test.inside(value), True, type_at) for value in values)
    return type_ if either is None else either


def _option(type_: Known, value: P, taken: bool, type_at: TypeAt[P]) -> Known:
    """Where an option takes a value, or does not."""
    if isinstance(value.node, ast.LiteralRegularExpression):
        return intersect(type_, STRING) if taken else type_
    wanted = type_at(value)
    if isinstance(wanted, TypeType) and wanted.type is not None:
        return _is(type_, wanted.type, taken)
    compared = wanted in _CONSTANTS or literal_of(wanted) is not None
    return equals(type_, wanted, taken) if compared else type_

"""Operators and access."""

from __future__ import annotations

from typing import Literal

from .node import Body, Expression


class UnaryExpression(Expression, frozen=True, eq=False):
    expr: Expression


class ParenthesizedExpression(UnaryExpression, frozen=True, eq=False):
    pass


class NotExpression(UnaryExpression, frozen=True, eq=False):
    pass


class UnaryMinusExpression(UnaryExpression, frozen=True, eq=False):
    pass


class UnfoldExpression(UnaryExpression, frozen=True, eq=False):
    """Splat: `*$x`."""


class BinaryExpression(Expression, frozen=True, eq=False):
    left_expr: Expression
    right_expr: Expression


class AssignmentExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["=", "+=", "-="]


class ArithmeticExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["+", "-", "*", "/", "%", "<<", ">>"]


class ComparisonExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["==", "!=", "<", "<=", ">", ">="]


class MatchExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["=~", "!~"]


class RelationshipExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["->", "~>", "<-", "<~"]


class InExpression(BinaryExpression, frozen=True, eq=False):
    pass


class AndExpression(BinaryExpression, frozen=True, eq=False):
    pass


class OrExpression(BinaryExpression, frozen=True, eq=False):
    pass


class NamedAccessExpression(BinaryExpression, frozen=True, eq=False):
    """`left.name` as the functor of a method call."""


class AccessExpression(Expression, frozen=True, eq=False):
    """`left[keys]`."""

    left_expr: Expression
    keys: Body

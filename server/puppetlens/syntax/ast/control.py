"""Blocks and conditions."""

from __future__ import annotations

from .node import Body, Expression, Node


class BlockExpression(Expression, frozen=True, eq=False):
    statements: Body


class IfExpression(Expression, frozen=True, eq=False):
    """`elsif` is an `IfExpression` as the only element of `else_expr`."""

    test: Expression
    then_expr: Body
    else_expr: Body


class UnlessExpression(IfExpression, frozen=True, eq=False):
    pass


class CaseOption(Node, frozen=True, eq=False):
    values: Body
    then_expr: Body


class CaseExpression(Expression, frozen=True, eq=False):
    test: Expression
    options: tuple[CaseOption, ...]


class SelectorEntry(Node, frozen=True, eq=False):
    matching_expr: Expression
    value_expr: Expression


class SelectorExpression(Expression, frozen=True, eq=False):
    left_expr: Expression
    selectors: tuple[SelectorEntry, ...]

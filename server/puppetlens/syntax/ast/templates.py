"""Templates."""

from __future__ import annotations

from .node import Body, Expression


class EppExpression(Expression, frozen=True, eq=False):
    parameters_specified: bool
    body: Body


class RenderStringExpression(Expression, frozen=True, eq=False):
    value: str


class RenderExpression(Expression, frozen=True, eq=False):
    """`<%= ... %>`."""

    expr: Expression

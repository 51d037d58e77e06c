"""Where a value must stand: operands, elements, conditions. Collectors and definitions have none."""

from __future__ import annotations

from ...syntax import ast
from ..codes import Code
from ..validator import Validator, rule


@rule(ast.TextExpression)
def interpolated(v: Validator, node: ast.TextExpression) -> None:
    check_rvalue(v, node.expr)


def check_rvalue(v: Validator, node: ast.Node) -> None:
    if isinstance(node, (ast.CollectExpression, ast.Definition)):
        v.report(Code.NOT_RVALUE, node)
    elif isinstance(node, ast.UnaryExpression):
        check_rvalue(v, node.expr)


@rule(
    ast.ArithmeticExpression,
    ast.ComparisonExpression,
    ast.MatchExpression,
    ast.InExpression,
    ast.AndExpression,
    ast.OrExpression,
)
def operands(v: Validator, node: ast.BinaryExpression) -> None:
    check_rvalue(v, node.left_expr)
    check_rvalue(v, node.right_expr)


@rule(ast.NotExpression, ast.UnaryMinusExpression, ast.UnfoldExpression, ast.ParenthesizedExpression)
def operand(v: Validator, node: ast.UnaryExpression) -> None:
    check_rvalue(v, node.expr)


@rule(ast.LiteralList)
def elements(v: Validator, node: ast.LiteralList) -> None:
    for value in node.values:
        check_rvalue(v, value)


@rule(ast.RelationshipExpression)
def relationship(v: Validator, node: ast.RelationshipExpression) -> None:
    for side in (node.left_expr, node.right_expr):
        if not isinstance(side, (ast.CollectExpression, ast.RelationshipExpression)):
            check_rvalue(v, side)


@rule(ast.IfExpression, ast.UnlessExpression)
def condition(v: Validator, node: ast.IfExpression) -> None:
    check_rvalue(v, node.test)


@rule(ast.AttributeOperation)
def attribute(v: Validator, node: ast.AttributeOperation) -> None:
    check_rvalue(v, node.value_expr)

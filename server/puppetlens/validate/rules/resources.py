"""Resources, defaults, overrides and collectors."""

from __future__ import annotations

from ...syntax import ast
from ..codes import Code
from ..labels import a
from ..validator import Validator, rule

_QUERY_OPERANDS = (
    ast.VariableExpression,
    ast.QualifiedName,
    ast.LiteralInteger,
    ast.LiteralFloat,
    ast.LiteralString,
    ast.LiteralBoolean,
)


@rule(ast.ResourceExpression)
def resource(v: Validator, node: ast.ResourceExpression) -> None:
    is_class = isinstance(node.type_name, ast.QualifiedName) and node.type_name.value == "class"
    if node.form != "regular" and is_class:
        v.report(Code.CLASS_NOT_VIRTUALIZABLE, node)
    for body in node.bodies:
        unfolded = [operation for operation in body.operations if isinstance(operation, ast.AttributesOperation)]
        for operation in unfolded[1:]:
            v.report(Code.MULTIPLE_ATTRIBUTES_UNFOLD, operation)


@rule(ast.ResourceDefaultsExpression, ast.ResourceOverrideExpression)
def not_virtual(v: Validator, node: ast.ResourceDefaultsExpression | ast.ResourceOverrideExpression) -> None:
    if node.form != "regular":
        v.report(Code.NOT_VIRTUALIZEABLE, node)


@rule(ast.AttributeOperation)
def attribute_operation(v: Validator, node: ast.AttributeOperation) -> None:
    container = v.around[-1]
    if node.operator == "+>" and isinstance(container, (ast.ResourceBody, ast.ResourceDefaultsExpression)):
        v.report(Code.ILLEGAL_ATTRIBUTE_APPEND, node, name=node.attribute_name, container=a(container))


@rule(ast.CollectExpression)
def collect(v: Validator, node: ast.CollectExpression) -> None:
    if not isinstance(node.type_expr, ast.QualifiedReference):
        v.report(Code.ILLEGAL_EXPRESSION, node.type_expr, role="type name", container=a(node))
    if node.query.expr is not None:
        _check_query(v, node.query.expr)


def _check_query(v: Validator, node: ast.Expression) -> None:
    if isinstance(node, ast.ParenthesizedExpression):
        _check_query(v, node.expr)
    elif isinstance(node, (ast.AndExpression, ast.OrExpression)):
        _check_query(v, node.left_expr)
        _check_query(v, node.right_expr)
    else:
        equates = isinstance(node, ast.ComparisonExpression) and node.operator in ("==", "!=")
        if not equates and not isinstance(node, _QUERY_OPERANDS):
            v.report(Code.ILLEGAL_QUERY_EXPRESSION, node)

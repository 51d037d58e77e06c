"""Calls and lambdas."""

from __future__ import annotations

from ...syntax import ast
from ..codes import Code
from ..labels import a
from ..validator import Validator, rule


@rule(ast.CallNamedFunctionExpression)
def call(v: Validator, node: ast.CallNamedFunctionExpression) -> None:
    functor = node.functor_expr
    is_type = isinstance(functor, ast.QualifiedReference) or (
        isinstance(functor, ast.AccessExpression) and isinstance(functor.left_expr, ast.QualifiedReference)
    )
    if not is_type and not isinstance(functor, ast.QualifiedName):
        v.report(Code.ILLEGAL_EXPRESSION, functor, role="function name", container=a(node))


@rule(ast.LambdaExpression)
def rest_last(v: Validator, node: ast.LambdaExpression) -> None:
    for parameter in node.parameters[:-1]:
        if parameter.captures_rest:
            v.report(Code.CAPTURES_REST_NOT_LAST, parameter, name=parameter.name)

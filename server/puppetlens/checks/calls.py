"""What a call calls, written as a function or as a method."""

from __future__ import annotations

from ..project.autoload import normalise
from ..syntax import ast

Call = ast.CallNamedFunctionExpression | ast.CallMethodExpression


def call_of(node: Call) -> tuple[str, tuple[ast.Expression, ...]]:
    """The function's name, normalised, empty where it is computed; and its arguments, first of them what a method is called on."""
    if isinstance(node, ast.CallMethodExpression):
        return _name(node.functor_expr.right_expr), (node.functor_expr.left_expr, *node.arguments)
    return _name(node.functor_expr), tuple(node.arguments)


def _name(node: ast.Expression) -> str:
    return normalise(node.value) if isinstance(node, ast.QualifiedName) else ""

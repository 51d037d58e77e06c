"""What a call calls, written as a function or as a method."""

from __future__ import annotations

from ..project.autoload import normalise
from ..syntax import ast

Call = ast.CallNamedFunctionExpression | ast.CallMethodExpression


def call_of(node: Call) -> tuple[str, tuple[ast.Expression, ...]]:
    """The function's name, as `function_of` tells it, and its arguments, first of them what a method is called on."""
    called_on = (node.functor_expr.left_expr,) if isinstance(node, ast.CallMethodExpression) else ()
    return function_of(node), (*called_on, *node.arguments)


def function_of(node: Call) -> str:
    """The function's name, normalised; empty where it is computed."""
    functor = functor_of(node)
    return normalise(functor.value) if isinstance(functor, ast.QualifiedName) else ""


def functor_of(node: Call) -> ast.Expression:
    """Where the function is named."""
    return node.functor_expr.right_expr if isinstance(node, ast.CallMethodExpression) else node.functor_expr

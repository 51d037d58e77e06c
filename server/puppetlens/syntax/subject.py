"""What an expression is about: a *subject* is a variable, or what literal keys lead to in one (`$x['a']`)."""

from __future__ import annotations

from typing import Final

from . import ast

#: A variable's name, and the keys that lead on from it.
Subject = tuple[str | int, ...]

#: Functions that end the compilation where one argument, by its index, is not of the type that is the first.
_ASSERTING: Final = {"assert_type": 1, "validate_legacy": 2}


def subject_of(node: ast.Node) -> Subject | None:
    """What an expression is about; None where it is no variable and nothing in one."""
    if isinstance(node, ast.VariableExpression):
        return (node.name.removeprefix("::"),) if node.name else None
    if isinstance(node, ast.ParenthesizedExpression):
        return subject_of(node.expr)
    if isinstance(node, ast.AccessExpression) and len(node.keys) == 1:
        inner, key = subject_of(node.left_expr), node.keys[0]
        if inner and isinstance(key, (ast.LiteralString, ast.QualifiedName, ast.LiteralInteger)):
            return (*inner, key.value)
    return None


def asserted(node: ast.Node) -> ast.Expression | None:
    """What a call asserts to be of a type, which is its first argument."""
    if not isinstance(node, ast.CallNamedFunctionExpression) or not isinstance(node.functor_expr, ast.QualifiedName):
        return None
    at = _ASSERTING.get(node.functor_expr.value.removeprefix("::"))
    return node.arguments[at] if at is not None and len(node.arguments) > at else None

"""The part of an expression that a fault is about, where Puppet names the whole expression."""

from __future__ import annotations

from ..model.item_facts import CLASS_FUNCTIONS, literal
from ..project.autoload import normalise
from ..syntax import ast


def narrow(node: ast.Node, title: str) -> ast.Node:
    """What has this title in a resource expression, or names this class in a call; else the whole node."""
    parts: list[ast.Expression] = []
    if isinstance(node, ast.ResourceExpression):
        parts = [each for body in node.bodies for each in _literals(body.title)]
    elif isinstance(node, ast.CallNamedFunctionExpression):
        functor = node.functor_expr
        if isinstance(functor, ast.QualifiedName) and normalise(functor.value) in CLASS_FUNCTIONS:
            parts = [each for argument in node.arguments for each in _literals(argument)]
    return next((each for each in parts if (literal(each) or "") == title), None) or next(
        (each for each in parts if normalise(literal(each) or "") == normalise(title)), node
    )


def _literals(node: ast.Expression | None) -> list[ast.Expression]:
    if isinstance(node, ast.LiteralList):
        return [each for value in node.values for each in _literals(value)]
    return [node] if node is not None and literal(node) is not None else []

"""The part of an expression that a message of Puppet's is about, where Puppet names the whole expression."""

from __future__ import annotations

import re

from ..model.item_facts import CLASS_FUNCTIONS, literal
from ..project.autoload import normalise
from ..syntax import ast

_TITLE = re.compile(r"Duplicate declaration: [\w:]+\[(.*?)\] is already declared|: [A-Z][\w:]*\[(.*?)\]:\s")
_CLASS = re.compile(r"(?:Could not find (?:declared )?class |Class\[)([\w:]+)")


def narrow(node: ast.Node, message: str) -> ast.Node:
    """The title, or the argument, that a message names; else the whole node."""
    if isinstance(node, ast.ResourceExpression):
        return _title(node, message) or node
    if isinstance(node, ast.CallNamedFunctionExpression):
        return _class(node, message) or node
    return node


def _title(node: ast.ResourceExpression, message: str) -> ast.Node | None:
    said = _TITLE.search(message)
    if said is None:
        return None
    wanted = {said[1] or said[2], normalise(said[1] or said[2])}
    titles = [title for body in node.bodies for title in _literals(body.title)]
    return next((title for title in titles if (literal(title) or "").removeprefix("::") in wanted), None)


def _class(node: ast.CallNamedFunctionExpression, message: str) -> ast.Node | None:
    functor = node.functor_expr
    said = _CLASS.search(message)
    if said is None or not isinstance(functor, ast.QualifiedName) or normalise(functor.value) not in CLASS_FUNCTIONS:
        return None
    named = [each for argument in node.arguments for each in _literals(argument)]
    return next((each for each in named if normalise(literal(each) or "") == normalise(said[1])), None)


def _literals(node: ast.Expression | None) -> list[ast.Expression]:
    if isinstance(node, ast.LiteralList):
        return [each for value in node.values for each in _literals(value)]
    return [node] if node is not None and literal(node) is not None else []

"""Of which type the resources are that an expression names: `File['/x']`, `Resource[file, '/x']`, `Class['a']`."""

from __future__ import annotations

from ..project.autoload import normalise
from ..syntax import ast
from .literals import literal


def type_of(node: ast.Expression) -> tuple[str, str] | None:
    """What the attributes of a default, override or collector are set on, as written."""
    if isinstance(node, ast.QualifiedReference):
        name = node.cased_value
        return None if normalise(name) in ("class", "resource") else ("resource_type", name)
    if isinstance(node, ast.AccessExpression) and isinstance(node.left_expr, ast.QualifiedReference):
        name = node.left_expr.cased_value
        if normalise(name) == "class":
            title = literal(node.keys[0]) if len(node.keys) == 1 else None
            return ("class", title) if title else None
        if normalise(name) != "resource":
            return ("resource_type", name)
        kind = named_type(node)
        return None if kind is None or len(node.keys) == 1 else ("resource_type", kind)
    return None


def named_type(node: ast.Expression) -> str | None:
    """`file` of `Resource[file, '/x']`, as it is written."""
    if not (isinstance(node, ast.AccessExpression) and isinstance(node.left_expr, ast.QualifiedReference)):
        return None
    if normalise(node.left_expr.cased_value) != "resource" or not node.keys:
        return None
    first = node.keys[0]
    return first.cased_value if isinstance(first, ast.QualifiedReference) else literal(first)

"""What happens where a condition cannot be decided: no branch runs, and what any of them assigns is Unknown."""

from __future__ import annotations

from ..syntax import ast
from ..types.values import Unknown, Value
from .origin import Origin
from .scope import Scope


def open_hole(scope: Scope, unknown: Unknown, bodies: ast.Body, origin: Origin, node: ast.Node) -> Value:
    """Note the hole, make the variables Unknown, and give the value of the undecided expression."""
    scope.compiler.note_hole(unknown, origin.location(node.anchor))
    for body in bodies:
        for part, _ in ast.walk_node(body, 0):
            if isinstance(part, ast.AssignmentExpression) and isinstance(part.left_expr, ast.VariableExpression):
                scope.variables.setdefault(part.left_expr.name, unknown)
    return unknown

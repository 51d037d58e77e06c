"""What happens where a condition cannot be decided: no branch runs, and what any of them assigns is Unknown."""

from __future__ import annotations

from collections.abc import Iterator

from ..syntax import ast
from ..types.values import Unknown, Value
from .origin import Origin
from .scope import Scope


def open_hole(scope: Scope, unknown: Unknown, bodies: ast.Body, origin: Origin, node: ast.Node) -> Value:
    """Note the hole, make the variables Unknown, and give the value of the undecided expression."""
    scope.run.note_hole(unknown, origin.location(node.anchor))
    for body in bodies:
        for name in _assigned(body):
            scope.variables.setdefault(name, unknown)
    return unknown


def _assigned(node: ast.Node) -> Iterator[str]:
    """The variables that code binds in the scope around it; those of a lambda are its own."""
    if isinstance(node, ast.AssignmentExpression):
        yield from (variable.name for variable in ast.assigned_variables(node.left_expr))
    for part in ast.parts(node) if not isinstance(node, ast.LambdaExpression) else ():
        if not isinstance(part, ast.Item):
            yield from _assigned(part)

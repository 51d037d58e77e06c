"""Assignments as closures."""

from __future__ import annotations

from collections.abc import Iterable

from ..base.errors import PuppetError
from ..syntax import ast
from ..types.references import ClassType
from ..types.ruby_text import inspect
from ..types.values import Hash, PerhapsSet, Unknown, Value
from .closures import Closure, closure, makes
from .origin import Origin
from .scope import Missing, Scope


@makes(ast.AssignmentExpression)
def assignment(node: ast.AssignmentExpression, origin: Origin) -> Closure:
    value = closure(node.right_expr, origin)
    target = node.left_expr

    def run(scope: Scope) -> Value:
        result = value(scope)
        assign(target, result, scope, origin, node)
        return result

    return run


def assign(target: ast.Expression, value: Value, scope: Scope, origin: Origin, node: ast.AssignmentExpression) -> None:
    """Bind a name, or the names of a list to the elements of an array, a hash or a class."""
    if isinstance(target, ast.VariableExpression):
        set_variable(scope, target.name, value, origin, node)
        return
    if not isinstance(target, ast.LiteralList):
        raise origin.placed(PuppetError("Illegal assignment", "ILLEGAL_ASSIGNMENT"), node)
    for element, part in zip(target.values, parts_for(target.values, value, scope, origin, node), strict=True):
        assign(element, part, scope, origin, node)


def name_of(target: ast.Expression) -> Value:
    """What a target is called: a name, or an array of them."""
    if isinstance(target, ast.LiteralList):
        return tuple(name_of(each) for each in target.values)
    return target.name if isinstance(target, ast.VariableExpression) else None


def element_named(name: Value, value: Hash, origin: Origin, node: ast.AssignmentExpression) -> Value:
    """What a target gets of a hash; those before it have got theirs."""
    if name in value:
        return value[name]
    shown = name if isinstance(name, str) else inspect(name)
    message = f"No value for required key '{shown}' in assignment to variables from hash"
    raise origin.placed(PuppetError(message, "MISSING_MULTI_ASSIGNMENT_KEY"), node)


def parts_for(
    targets: ast.Body, value: Value, scope: Scope, origin: Origin, node: ast.AssignmentExpression
) -> Iterable[Value]:
    """The part of a value that goes to each target."""
    if isinstance(value, Unknown):
        return (value.plain(),) * len(targets)
    names = [name_of(target) for target in targets]
    if isinstance(value, Hash):
        return (element_named(name, value, origin, node) for name in names)
    if isinstance(value, ClassType):
        return variables_of(value, targets, names, scope, origin, node)
    values = value if isinstance(value, tuple) else (value,)
    if len(values) != len(targets):
        message = f"Mismatched number of assignable entries and values, expected {len(targets)}, got {len(values)}"
        raise origin.placed(PuppetError(message, "ILLEGAL_MULTI_ASSIGNMENT_SIZE"), node)
    return values


def variables_of(
    class_: ClassType, targets: ast.Body, names: list[Value], scope: Scope, origin: Origin,
    node: ast.AssignmentExpression,
) -> tuple[Value, ...]:  # fmt: skip
    """`[$a, $b] = Class['c']`: the variables of these names in the class."""
    if scope.draft.resource_of(class_) is None:
        hole = scope.run.hole_unknown()
        if hole is not None:
            return (hole,) * len(targets)
        message = f"Resource not found: Class['{class_.class_name}']"
        raise origin.placed(PuppetError(message, "UNKNOWN_RESOURCE"), node, node.right_expr)
    values = []
    for target, name in zip(targets, names, strict=True):
        found = scope.find(f"{class_.class_name}::{name}")
        if isinstance(found, Missing):
            variable = f"'${class_.class_name}::{name}'"
            message = f"No value for required variable {variable} in assignment to variables from class reference"
            raise origin.placed(PuppetError(message, "MISSING_MULTI_ASSIGNMENT_VARIABLE"), node, target)
        values.append(found)
    return tuple(values)


def set_variable(scope: Scope, name: str, value: Value, origin: Origin, node: ast.AssignmentExpression) -> None:
    if name == "server_facts" or (name in ("trusted", "facts") and name in scope.variables):
        message = f"Attempt to assign to a reserved variable name: '${name}'"
        raise origin.placed(PuppetError(message, "ILLEGAL_RESERVED_ASSIGNMENT"), node)
    if name in scope.variables and not isinstance(scope.variables[name], PerhapsSet):
        kind = "built in (or already assigned) variable" if name in ("name", "title") else "variable"
        raise origin.placed(PuppetError(f"Cannot reassign {kind} '${name}'", "ILLEGAL_REASSIGNMENT"), node)
    if name in ("trusted", "facts"):
        raise origin.placed(PuppetError(f"Attempt to assign to a reserved variable name: '{name}'"), node)
    scope.variables[name] = value

"""Type expressions that mean the same wherever and whenever they are evaluated, or wherever their names do."""

from __future__ import annotations

from ..syntax import ast
from ..types.type import TYPES

_LITERALS = (
    ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralDefault, ast.LiteralUndef,
    ast.LiteralRegularExpression, ast.LiteralList, ast.LiteralHash, ast.KeyedEntry, ast.QualifiedName,
)  # fmt: skip


def is_fixed(type_: ast.Expression | None) -> bool:
    """Whether a type is built of Puppet's own data types and literals alone: no class, alias, variable or call."""
    return type_ is None or other_names(type_) == []


def other_names(type_: ast.Expression) -> list[ast.QualifiedReference] | None:
    """The names in a type, in order, that are not Puppet's own; None where it is built of more than names and literals.

    A name with brackets of its own has to be Puppet's: `File['/x']` is no data type.
    """
    if isinstance(type_, ast.QualifiedReference):
        return [] if _is_own(type_) else [type_]
    names: list[ast.QualifiedReference] = []
    for part, _ in ast.walk_node(type_, 0):
        if isinstance(part, ast.AccessExpression):
            head = part.left_expr
            if not isinstance(head, ast.QualifiedReference) or not _is_own(head):
                return None
        elif isinstance(part, ast.QualifiedReference):
            if not _is_own(part):
                names.append(part)
        elif not isinstance(part, _LITERALS):
            return None
    return names


def _is_own(name: ast.QualifiedReference) -> bool:
    key = name.cased_value.lower().removeprefix("::")
    return key in TYPES and key != "class"

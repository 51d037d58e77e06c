"""Type expressions that mean the same wherever and whenever they are evaluated."""

from __future__ import annotations

from ..syntax import ast
from ..types.type import TYPES

_LITERALS = (
    ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralDefault, ast.LiteralUndef,
    ast.LiteralRegularExpression, ast.LiteralList, ast.LiteralHash, ast.KeyedEntry, ast.QualifiedName,
    ast.AccessExpression,
)  # fmt: skip


def is_fixed(type_: ast.Expression | None) -> bool:
    """Whether a type is built of Puppet's own data types and literals alone: no class, alias, variable or call."""
    return type_ is None or all(
        TYPES.get(name := part.cased_value.lower().removeprefix("::")) is not None and name != "class"
        if isinstance(part, ast.QualifiedReference)
        else isinstance(part, _LITERALS)
        for part, _ in ast.walk_node(type_, 0)
    )

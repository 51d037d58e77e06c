"""The type that a literal value suggests for a parameter: as wide as a person would write it."""

from __future__ import annotations

from ...syntax import ast

_TYPES: dict[type[ast.Node], str] = {
    ast.LiteralBoolean: "Boolean",
    ast.LiteralInteger: "Integer",
    ast.LiteralFloat: "Float",
    ast.LiteralString: "String",
    ast.ConcatenatedString: "String",
    ast.HeredocExpression: "String",
    ast.QualifiedName: "String",
    ast.LiteralList: "Array",
    ast.LiteralHash: "Hash",
}


def literal_type(node: ast.Node) -> str | None:
    """None where the value is computed, or says nothing (`undef`)."""
    return _TYPES.get(type(node))

"""Heredocs that name the language of their text."""

from __future__ import annotations

from ...syntax import ast
from ..embedded import check_embedded
from ..validator import Validator, rule


@rule(ast.HeredocExpression)
def heredoc(v: Validator, node: ast.HeredocExpression) -> None:
    """Text with interpolation is checked when it is known."""
    if node.syntax and isinstance(node.text_expr, ast.LiteralString):
        refused = check_embedded(node.syntax, node.text_expr.value)
        if refused is not None:
            v.add(refused.code, refused.message, node.text_expr, v.base)

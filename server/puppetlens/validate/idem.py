"""Which expressions have no effect but their value."""

from __future__ import annotations

from ..syntax import ast

_WITHOUT_EFFECT = (
    ast.LiteralUndef, ast.LiteralDefault, ast.LiteralBoolean, ast.LiteralInteger, ast.LiteralFloat,
    ast.LiteralString, ast.LiteralRegularExpression, ast.QualifiedName, ast.QualifiedReference, ast.ReservedWord,
    ast.LiteralList, ast.LiteralHash, ast.AccessExpression, ast.UnaryExpression, ast.VariableExpression,
    ast.BinaryExpression, ast.ConcatenatedString, ast.HeredocExpression, ast.SelectorExpression,
)  # fmt: skip
_WITH_EFFECT = (
    ast.MatchExpression, ast.RelationshipExpression, ast.AssignmentExpression, ast.RenderExpression,
    ast.RenderStringExpression, ast.NamedAccessExpression,
)  # fmt: skip


def has_no_effect(node: ast.Node) -> bool:
    if isinstance(node, _WITH_EFFECT):
        return False
    if isinstance(node, ast.ParenthesizedExpression):
        return has_no_effect(node.expr)
    if isinstance(node, ast.BlockExpression):
        return all(map(has_no_effect, node.statements))
    if isinstance(node, ast.IfExpression):
        return all(map(has_no_effect, (node.test, *node.then_expr, *node.else_expr)))
    if isinstance(node, ast.CaseExpression):
        options = (part for option in node.options for part in (*option.values, *option.then_expr))
        return has_no_effect(node.test) and all(map(has_no_effect, options))
    return isinstance(node, _WITHOUT_EFFECT)

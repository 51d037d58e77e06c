"""Which expressions have no effect but their value ("idem"), and where in a block they may stand."""

from __future__ import annotations

from collections.abc import Sequence

from ..syntax import ast
from .codes import Code
from .labels import a_capital
from .validator import Validator

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


def check_block(v: Validator, body: Sequence[tuple[ast.Expression, int]]) -> None:
    """Only the last statement of a block may be without effect. Each comes with what its positions count from."""
    if _is_title_missing([node for node, _ in body]):
        first, base = body[0]
        name = first.value if isinstance(first, ast.QualifiedName) else ""
        v.report_at(Code.RESOURCE_WITHOUT_TITLE, first, base, name=name)
        return
    for node, base in body[:-1]:
        if has_no_effect(node):
            v.report_at(Code.IDEM_EXPRESSION_NOT_LAST, node, base)
            return


def check_end(v: Validator, definition: ast.Definition, body: ast.Items) -> None:
    """The last statement of a class, define or node must have an effect."""
    last = body[-1] if body else None
    if last is None or (isinstance(last.node, ast.BlockExpression) and _is_title_missing(last.node.statements)):
        return
    if has_no_effect(last.node):
        v.report_at(Code.IDEM_NOT_ALLOWED_LAST, last.node, v.base + last.start, container=a_capital(definition))


def _is_title_missing(statements: Sequence[ast.Expression]) -> bool:
    """`file { mode => '0644' }` reads as a name and a hash."""
    return (
        len(statements) == 2
        and isinstance(statements[0], ast.QualifiedName)
        and isinstance(statements[1], ast.LiteralHash)
    )

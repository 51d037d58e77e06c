"""Type aliases, and the type definitions and mappings that Puppet reads and does not support in manifests."""

from __future__ import annotations

import re

from ...syntax import ast
from ..codes import Code
from ..labels import a
from ..place import check_place
from ..validator import Validator, rule
from .definitions import check_reserved

_TYPE_NAME = re.compile(r"[A-Z]\w*(?:::[A-Z]\w*)*", re.ASCII)


@rule(ast.TypeAlias)
def type_alias(v: Validator, node: ast.TypeAlias) -> None:
    check_place(v, node)
    if not _TYPE_NAME.fullmatch(node.name):
        v.report(Code.ILLEGAL_DEFINITION_NAME, node, name=node.name)
    check_reserved(v, node, node.name)
    target = node.type_expr.left_expr if isinstance(node.type_expr, ast.AccessExpression) else node.type_expr
    if target is not None and not isinstance(target, ast.QualifiedReference):
        v.report(Code.ILLEGAL_EXPRESSION, target, role="a type reference", container=a(node))


@rule(ast.TypeMapping)
def type_mapping(v: Validator, node: ast.TypeMapping) -> None:
    """A class in Ruby stands for a type, or a pattern and its replacement for another such pair."""
    left, right = node.type_expr, node.mapping_expr
    if not (
        isinstance(left, ast.AccessExpression)
        and isinstance(left.left_expr, ast.QualifiedReference)
        and left.left_expr.cased_value == "Runtime"
    ):
        unsupported(v, node)
        return
    check_place(v, node)
    by_pattern = len(left.keys) == 2 and _is_replacement(left.keys[1])
    target = right.left_expr if isinstance(right, ast.AccessExpression) else right
    if _is_replacement(right) is by_pattern and (by_pattern or isinstance(target, ast.QualifiedReference)):
        return
    v.report(Code.ILLEGAL_TYPE_MAPPING, node, expected="Tuple[Regexp,String]" if by_pattern else "Type")


def _is_replacement(node: ast.Expression) -> bool:
    """`[/pattern/, 'replacement']`."""
    if not isinstance(node, ast.LiteralList) or len(node.values) != 2:
        return False
    pattern, text = node.values
    return isinstance(pattern, ast.LiteralRegularExpression) and isinstance(text, ast.LiteralString)


@rule(ast.TypeDefinition)
def unsupported(v: Validator, node: ast.Definition) -> None:
    check_place(v, node)
    v.report(Code.UNSUPPORTED_EXPRESSION, node)

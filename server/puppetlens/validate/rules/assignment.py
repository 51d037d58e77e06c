"""What may be assigned to."""

from __future__ import annotations

import re

from ...syntax import ast
from ..codes import Code
from ..validator import Validator, rule
from .values import check_rvalue

_NUMERIC_NAME = re.compile(r"0|[1-9][0-9]*")


@rule(ast.AssignmentExpression)
def assignment(v: Validator, node: ast.AssignmentExpression) -> None:
    if node.operator != "=":
        v.report(Code.APPENDS_DELETES_NO_LONGER_SUPPORTED, node, operator=node.operator)
        return
    _check_assignable(v, node.left_expr)
    check_rvalue(v, node.right_expr)


def _check_assignable(v: Validator, target: ast.Expression) -> None:
    if isinstance(target, ast.VariableExpression):
        if _NUMERIC_NAME.fullmatch(target.name):
            v.report(Code.ILLEGAL_NUMERIC_ASSIGNMENT, target, name=target.name)
        elif "::" in target.name:
            v.report(Code.CROSS_SCOPE_ASSIGNMENT, target, name=target.name)
    elif isinstance(target, ast.AccessExpression):
        v.report(Code.ILLEGAL_INDEXED_ASSIGNMENT, target)
    elif isinstance(target, ast.LiteralList):
        for element in target.values:
            _check_assignable(v, element)
    else:
        v.report(Code.ILLEGAL_ASSIGNMENT, target)

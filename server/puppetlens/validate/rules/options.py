"""`case` and selectors."""

from __future__ import annotations

from ...syntax import ast
from ..codes import Code
from ..labels import label
from ..validator import Validator, rule
from .values import check_rvalue


@rule(ast.CaseExpression)
def case(v: Validator, node: ast.CaseExpression) -> None:
    check_rvalue(v, node.test)
    defaults = [x for option in node.options for x in option.values if isinstance(x, ast.LiteralDefault)]
    for value in defaults[1:]:
        v.report(Code.DUPLICATE_DEFAULT, value, container=label(node))


@rule(ast.SelectorExpression)
def selector(v: Validator, node: ast.SelectorExpression) -> None:
    """Puppet tells of the second default alone."""
    check_rvalue(v, node.left_expr)
    defaults = [x.matching_expr for x in node.selectors if isinstance(x.matching_expr, ast.LiteralDefault)]
    if len(defaults) > 1:
        v.report(Code.DUPLICATE_DEFAULT, defaults[1], container=label(node))

"""if, unless, case."""

from __future__ import annotations

from tree_sitter import Node as Tree

from .. import ast
from .core import Lowerer, lowers


@lowers("if_expression")
def if_(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """An `elsif` is anchored at its keyword, which stands right before its node."""
    keyword = node.prev_sibling if node.children and node.children[0].type != "if" else None
    start, end, anchor = lowerer.at_token(node, keyword)
    return ast.IfExpression(
        min(start, anchor),
        end,
        anchor,
        lowerer.field(node, "condition"),
        lowerer.block(node.child_by_field_name("then")),
        otherwise(lowerer, node),
    )


@lowers("unless_expression")
def unless(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.UnlessExpression(
        *lowerer.at(node),
        lowerer.field(node, "condition"),
        lowerer.block(node.child_by_field_name("then")),
        otherwise(lowerer, node),
    )


def otherwise(lowerer: Lowerer, node: Tree) -> ast.Body:
    branch = node.child_by_field_name("else")
    if branch is None:
        return ()
    if branch.type == "if_expression":
        return (lowerer.expression(branch, node),)
    return lowerer.block(branch)


@lowers("case_expression")
def case(lowerer: Lowerer, node: Tree) -> ast.Expression:
    options = [child for child in node.named_children if child.type == "case_option"]
    return ast.CaseExpression(
        *lowerer.at(node),
        lowerer.field(node, "test"),
        tuple(case_option(lowerer, option) for option in options),
    )


def case_option(lowerer: Lowerer, node: Tree) -> ast.CaseOption:
    colon = next((child for child in node.children if child.type == ":"), None)
    values = lowerer.expressions(node.children_by_field_name("value"), node)
    body = lowerer.block(node.child_by_field_name("body"))
    return ast.CaseOption(*lowerer.at_token(node, colon), values, body)

"""Operators, parentheses, access, selectors."""

from __future__ import annotations

from typing import Any

from tree_sitter import Node as Tree

from .. import ast
from .core import Lowerer, lowers
from .literals import elements

_WITH_OPERATOR: dict[str, Any] = {
    "arithmetic_expression": ast.ArithmeticExpression,
    "comparison_expression": ast.ComparisonExpression,
    "match_expression": ast.MatchExpression,
    "assignment_expression": ast.AssignmentExpression,
    "relationship_expression": ast.RelationshipExpression,
}
_WITHOUT_OPERATOR = {
    "in_expression": ast.InExpression,
    "and_expression": ast.AndExpression,
    "or_expression": ast.OrExpression,
}
_UNARY = {
    "not_expression": ast.NotExpression,
    "minus_expression": ast.UnaryMinusExpression,
    "splat_expression": ast.UnfoldExpression,
}


@lowers(*_WITH_OPERATOR)
def binary_with_operator(lowerer: Lowerer, node: Tree) -> ast.Expression:
    operator = node.child_by_field_name("operator")
    left, right = lowerer.field(node, "left"), lowerer.field(node, "right")
    symbol = operator.type if operator is not None else ""
    expression: ast.Expression = _WITH_OPERATOR[node.type](*lowerer.at_token(node, operator), left, right, symbol)
    return expression


@lowers(*_WITHOUT_OPERATOR)
def binary(lowerer: Lowerer, node: Tree) -> ast.Expression:
    operator = node.child_by_field_name("operator")
    left, right = lowerer.field(node, "left"), lowerer.field(node, "right")
    return _WITHOUT_OPERATOR[node.type](*lowerer.at_token(node, operator), left, right)


@lowers(*_UNARY)
def unary(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return _UNARY[node.type](*lowerer.at(node), lowerer.field(node, "operand"))


@lowers("parenthesized_expression")
def parenthesized(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.ParenthesizedExpression(*lowerer.at(node), lowerer.field(node, "expression"))


@lowers("access_expression")
def access(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """Puppet anchors it where its left side is anchored."""
    left = lowerer.field(node, "left")
    keys = elements(lowerer, node.children_by_field_name("key"), node)
    start, end, _ = lowerer.at(node)
    return ast.AccessExpression(start, end, left.anchor, left, keys)


@lowers("selector_expression")
def selector(lowerer: Lowerer, node: Tree) -> ast.Expression:
    left = lowerer.field(node, "left")
    entries = [child for child in node.named_children if child.type == "selector_entry"]
    start, end, _ = lowerer.at(node)
    selectors = tuple(selector_entry(lowerer, entry) for entry in entries)
    return ast.SelectorExpression(start, end, left.anchor, left, selectors)


def selector_entry(lowerer: Lowerer, node: Tree) -> ast.SelectorEntry:
    arrow = next((child for child in node.children if child.type == "=>"), None)
    match, value = lowerer.field(node, "match"), lowerer.field(node, "value")
    return ast.SelectorEntry(*lowerer.at_token(node, arrow), match, value)

"""EPP: text, rendered expressions and the root of a template."""

from __future__ import annotations

import re

from tree_sitter import Node as Tree

from .. import ast
from .calls import parameters
from .core import Lowerer, lowers

_TRIM_AFTER = re.compile(r"\A[ \t]*\r?\n?")
_TRIM_BEFORE = re.compile(r"[ \t]+\Z")


@lowers("text")
def text(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """Text between tags, trimmed by the `-` of the tags around it."""
    value = lowerer.text(node)
    before, after = node.prev_sibling, node.next_sibling
    if before is not None and closes_with_trim(lowerer, before):
        value = _TRIM_AFTER.sub("", value)
    while after is not None:
        if lowerer.data[after.start_byte : after.start_byte + 4].startswith((b"<%-", b"<%#-")):
            value = _TRIM_BEFORE.sub("", value)
        after = after.next_sibling if after.type == "epp_comment" else None
    value = "<%".join(part.replace("%%>", "%>") for part in value.split("<%%"))
    return ast.RenderStringExpression(*lowerer.at(node), value)


def closes_with_trim(lowerer: Lowerer, node: Tree) -> bool:
    """Comments trim as tags do."""
    return lowerer.data[node.start_byte : node.end_byte].endswith(b"-%>")


@lowers("render_expression")
def render(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.RenderExpression(*lowerer.at(node), lowerer.field(node, "expression"))


@lowers("block")
def block(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """A block as a value: `<%= { ... } %>`. One of a single statement is that statement."""
    statements = lowerer.statements(node.named_children)
    return statements[0] if len(statements) == 1 else ast.BlockExpression(*lowerer.at(node), statements)


@lowers("template")
def operand(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """Text in the place of an operand, as in `text<% .upcase %>`."""
    parts = lowerer.rendered(lowerer.statements(node.named_children))
    return parts[0] if len(parts) == 1 else ast.BlockExpression(*lowerer.at(node), parts)


def template(lowerer: Lowerer, root: Tree) -> ast.Items:
    """The whole file is a lambda around an `EppExpression`, as in Puppet."""
    parameter_list: Tree | None = None
    statements: list[Tree] = []
    for child in root.named_children:
        if child.type == "epp_parameters":
            parameter_list = child
        else:
            statements.append(child)
    if parameter_list is not None and any(child.type == "text" for child in root.named_children[:1]):
        lowerer.fault(parameter_list, "parameters must be the first thing in a template: text stands before them")
    end = root.end_byte
    epp = ast.EppExpression(0, end, 0, parameter_list is not None, lowerer.statements(statements))
    return (ast.Item(0, ast.LambdaExpression(0, end, 0, parameters(lowerer, parameter_list), (epp,))),)

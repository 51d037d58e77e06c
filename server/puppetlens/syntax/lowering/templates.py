"""EPP: text, rendered expressions and the root of a template."""

from __future__ import annotations

import re

from tree_sitter import Node as Tree

from .. import ast
from .calls import parameters
from .core import Lowerer, lowers

_TRIM_AFTER = re.compile(r"\A[ \t]*\r?\n?")


@lowers("text")
def text(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """Text between tags, trimmed by the `-` of the tags around it."""
    value = opened(lowerer, node)
    if is_trimmed(lowerer, node.next_sibling):
        value = value.rstrip(" \t")
    value = "<%".join(part.replace("%%>", "%>") for part in value.split("<%%"))
    return ast.RenderStringExpression(*lowerer.at(node), value)


def opened(lowerer: Lowerer, node: Tree) -> str:
    """The text, without what a `-%>` before it takes. Comments trim as tags do."""
    value = lowerer.text(node)
    before = node.prev_sibling
    if before is None or not lowerer.data.endswith(b"-%>", before.start_byte, before.end_byte):
        return value
    return _TRIM_AFTER.sub("", value)


def is_trimmed(lowerer: Lowerer, after: Tree | None) -> bool:
    """Whether a `<%-` takes the blanks before it, be they on both sides of comments: to Puppet those are one text."""
    while after is not None:
        if lowerer.data.startswith((b"<%-", b"<%#-"), after.start_byte):
            return True
        if after.type == "text":
            if opened(lowerer, after).strip(" \t"):
                return False
        elif after.type != "epp_comment":
            return False
        after = after.next_sibling
    return False


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

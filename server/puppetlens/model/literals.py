"""Texts that are known without evaluation, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..syntax import ast


def literal(node: ast.Node | None) -> str | None:
    """The text of a string or name that is known without evaluation."""
    if isinstance(node, (ast.LiteralString, ast.QualifiedName)):
        return node.value
    return None


def inner(node: ast.Node) -> Span:
    """The span of a literal's text, without its quotes."""
    if isinstance(node, ast.LiteralString) and node.end - node.start == len(node.value.encode()) + 2:
        return Span(node.start + 1, node.end - 1)
    if isinstance(node, ast.ConcatenatedString):
        return Span(node.start + 1, node.end - 1)
    return node.span


def titles(node: ast.Expression | None) -> Iterator[tuple[str, ast.Expression]]:
    name = literal(node)
    if node is not None and name is not None:
        yield name, node
    elif isinstance(node, ast.LiteralList):
        for value in node.values:
            yield from titles(value)

"""What the checks of style share: how they are declared, and where things stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...model.view import View
from ...syntax import ast
from ..finding import Fix
from ..registry import Check, Here

N = TypeVar("N", bound=ast.Node)

#: What puppet-lint looks at as classes and defined types.
Defined = ast.HostClassDefinition | ast.ResourceTypeDefinition
#: How the full name of a variable of a class begins, which needs no `::`.
FULL_NAME = re.compile(r"::[a-z0-9_][a-zA-Z0-9_]+::")


def style(name: str, on: bool = True, said_by: str = "") -> Check:
    """A check by puppet-lint's name, on or off as there."""
    return Check(name, "hint", on, style=True, said_by=said_by)


def replacing(here: Here | View, span: Span, text: str, title: str = "", safe: bool = True) -> tuple[Fix, ...]:
    """One fix, which puts a text in the place of a span."""
    title = title or (f"Replace by `{text}`" if text else "Remove it")
    return (Fix(title, (FileEdit(here.path, TextEdit(span, text)),), safe),)


def swapping(here: Here, first: Span, second: Span, title: str) -> tuple[Fix, ...]:
    """One fix, after which two pieces of code have changed places."""
    edits = (
        FileEdit(here.path, TextEdit(first, here.code_of(second))),
        FileEdit(here.path, TextEdit(second, here.code_of(first))),
    )
    return (Fix(title, edits, True),)


def definitions(view: View) -> Iterator[tuple[Defined, int, tuple[Defined, ...]]]:
    """The classes and defined types of a file, nested ones too: what their places count from, and those around them."""
    if view.document is not None:
        for item in view.document.program.body:
            yield from _definitions(item.node, item.start, ())


def _definitions(
    node: ast.Node, base: int, around: tuple[Defined, ...]
) -> Iterator[tuple[Defined, int, tuple[Defined, ...]]]:
    inner = around
    if isinstance(node, ast.HostClassDefinition | ast.ResourceTypeDefinition):
        yield node, base, around
        inner = (*around, node)
    for part in ast.parts(node):
        if isinstance(part, ast.Item):
            yield from _definitions(part.node, base + part.start, inner)
        elif not isinstance(part, _LEAVES):
            yield from _definitions(part, base, inner)


#: What holds no definitions.
_LEAVES = (
    ast.Parameter,
    ast.ResourceExpression,
    ast.CallNamedFunctionExpression,
    ast.AssignmentExpression,
    ast.VariableExpression,
    ast.LiteralString,
    ast.ConcatenatedString,
)


def kind_of(node: Defined) -> str:
    return "class" if isinstance(node, ast.HostClassDefinition) else "defined type"


def bare_name(node: ast.Node | None) -> str | None:
    """The text of a bare word."""
    return node.value if isinstance(node, ast.QualifiedName) else None


def plain_text(here: Here, node: ast.Node) -> str | None:
    """What stands between the quotes of a string without interpolation, as it is written."""
    if not isinstance(node, ast.LiteralString):
        return None
    text = here.code_of(node.span)
    return text[1:-1] if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0] else None


def begins(node: ast.Expression) -> ast.Expression:
    """The expression that the first token of another belongs to."""
    while True:
        inner = getattr(node, "left_expr", None)
        if isinstance(node, ast.CallMethodExpression):
            inner = node.functor_expr
        if inner is None or inner.start != node.start:
            return node
        node = inner

"""The outline of a file: definitions with their parameters and variables, nodes, resources; the keys of data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.span import Span
from ..model.definitions import definition_kind, definition_name
from ..model.document import Document, assigned
from ..model.item_facts import ItemFacts
from ..model.snapshot import Snapshot
from ..model.view import View
from ..syntax import ast
from .data_symbols import data_symbols
from .symbol import Symbol


def document_symbols(snapshot: Snapshot, path: str) -> tuple[Symbol, ...]:
    """The outline, in order of place."""
    document = snapshot.document(path)
    if document is None:
        data = View(snapshot, path).data
        return () if data is None else tuple(data_symbols(data))
    found: list[Symbol] = []
    for item, facts in document.items:
        if isinstance(item.node, ast.LambdaExpression):  # all of a template
            found += _parameters(document, item.node.parameters, item.start)
        found += _of_item(document, facts, item.start, "")
    return tuple(found)


def _of_item(document: Document, facts: ItemFacts, base: int, container: str) -> Iterator[Symbol]:
    node = facts.definition
    if node is None:
        yield from _statements(document, facts, base)
        return
    kind = definition_kind(node)
    if kind is None:
        return
    name = definition_name(node, container)
    children = list(_parameters(document, getattr(node, "parameters", ()), base))
    inside = name if kind in ("class", "define") else container
    for start, _, child in facts.children:
        children += _of_item(document, child, base + start, inside)
    span = node.span.shift(base)
    name_span = _name_span(node, base)
    yield Symbol(name or "(no name)", kind, "", span, _inside(name_span, span), tuple(children))


def _parameters(document: Document, parameters: Sequence[ast.Parameter], base: int) -> Iterator[Symbol]:
    for parameter in parameters:
        detail = _source(document, parameter.type_expr, base)
        span, name_span = parameter.span.shift(base), parameter.name_span.shift(base)
        yield Symbol(f"${parameter.name}", "parameter", detail, span, name_span)


def _statements(document: Document, facts: ItemFacts, base: int) -> Iterator[Symbol]:
    """Assignments and resources of a statement, at whatever depth of conditions."""
    found: list[Symbol] = []
    for variable in assigned(facts):
        span, name_span = (variable.whole or variable.span).shift(base), variable.name_span.shift(base)
        found.append(Symbol(f"${variable.name}", "variable", "", span, name_span))
    for resource in facts.resources:
        if resource.other:
            continue
        span = resource.span.shift(base)
        name = resource_name(resource.type, resource.title)
        found.append(Symbol(name, "resource", "", span, _inside(resource.title_span.shift(base), span)))
    for resource in facts.computed:
        span, title_span = resource.span.shift(base), resource.title_span.shift(base)
        title = document.text.data[title_span.start : title_span.end].decode("utf-8", "replace")
        name = resource_name(resource.type, " ".join(title.split()))
        found.append(Symbol(name, "resource", "", span, _inside(title_span, span)))
    yield from sorted(found, key=lambda symbol: symbol.span)


def resource_name(type_name: str, title: str) -> str:
    """`File[/x]`"""
    return f"{'::'.join(part.capitalize() for part in type_name.split('::'))}[{title}]"


def _name_span(node: ast.Definition, base: int) -> Span:
    if isinstance(node, ast.NodeDefinition):
        matches = node.host_matches
        return Span(matches[0].start, matches[-1].end).shift(base) if matches else node.span.shift(base)
    span: Span = getattr(node, "name_span", node.span)
    return span.shift(base)


def _inside(span: Span, whole: Span) -> Span:
    """Editors refuse a selection that is not inside the symbol."""
    return span if whole.start <= span.start and span.end <= whole.end else whole


def _source(document: Document, node: ast.Node | None, base: int) -> str:
    if node is None:
        return ""
    return document.text.data[base + node.start : base + node.end].decode("utf-8", "replace")

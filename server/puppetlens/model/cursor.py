"""What is under the cursor."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..base.span import Span
from ..syntax import ast
from ..syntax.enclosing import in_heredoc
from .document import Document
from .item_facts import Use


class Step(NamedTuple):
    """A node with the absolute offset its positions count from."""

    node: ast.Node
    base: int

    @property
    def span(self) -> Span:
        return self.node.span.shift(self.base)


_VARIABLE = re.compile(rb"\$((?:::)?\w+(?:::\w+)*)")

#: How many items before the cursor are searched: a heredoc's text lies below its statement's line.
_ITEMS = 3


def path_to(document: Document, offset: int) -> tuple[Step, ...]:
    """The nodes around an offset, the file's item first, the innermost node last; empty between items."""
    data, program = document.text.data, document.program
    # The tree of a broken text may have other heredocs than what was made of it.
    is_heredoc = b"@(" in data and (bool(program.faults) or in_heredoc(document.parsed.tree, offset))
    return _in_items(program.body, 0, offset, is_heredoc)


def _in_items(items: Sequence[ast.Item], base: int, offset: int, is_heredoc: bool) -> tuple[Step, ...]:
    before = bisect_right(items, offset - base, key=lambda item: item.start)
    nearest = items[max(before - _ITEMS, 0) : before]
    return _narrowest(_in_node(item.node, base + item.start, offset, is_heredoc) for item in nearest)


def _in_node(node: ast.Node, base: int, offset: int, is_heredoc: bool) -> tuple[Step, ...]:
    """`is_heredoc`: the offset is in the text of a heredoc, which alone lies outside of the nodes it is below."""
    covered = node.start <= offset - base <= node.end
    if not covered and not is_heredoc:
        return ()
    body = getattr(node, "body", ())
    items: ast.Items = body if body and isinstance(body[0], ast.Item) else ()
    paths: list[tuple[Step, ...]] = []
    for part in _beside_body(node) if items else ast.parts(node):
        if isinstance(part, ast.Item):
            continue
        if is_heredoc or part.start <= offset - base <= part.end:
            paths.append(_in_node(part, base, offset, is_heredoc))
    if items:
        paths.append(_in_items(items, base, offset, is_heredoc))
    inside = _narrowest(paths)
    if inside:
        return (Step(node, base), *inside)
    return (Step(node, base),) if covered else ()


def _beside_body(node: ast.Node) -> Iterator[ast.Node]:
    """The parts of a definition but for its statements, of which there may be many."""
    for field in ast.part_fields(type(node)):
        if field != "body":
            value = getattr(node, field)
            yield from value if isinstance(value, tuple) else () if value is None else (value,)


def _narrowest(paths: Iterable[tuple[Step, ...]]) -> tuple[Step, ...]:
    """The path with the smallest last node; of equals the later, which begins at the cursor."""
    best: tuple[Step, ...] = ()
    for path in paths:
        if path and (not best or _size(path) <= _size(best)):
            best = path
    return best


def _size(path: tuple[Step, ...]) -> int:
    return path[-1].node.end - path[-1].node.start


def variable_in_fault(document: Document, offset: int) -> tuple[str, Span] | None:
    """The variable at an offset in a stretch that does not parse, which has no AST."""
    if not document.program.faults:
        return None
    for at in (offset, max(offset - 1, 0)):
        leaf = document.parsed.tree.root_node.named_descendant_for_byte_range(at, at + 1)
        if leaf is None or leaf.type not in ("variable", "ERROR"):
            continue
        for found in _VARIABLE.finditer(document.text.data, leaf.start_byte, leaf.end_byte):
            if found.start() <= offset <= found.end():
                return found[1].decode(), Span(*found.span())
    return None


def reference_at(document: Document, offset: int) -> tuple[Use, Span] | None:
    """The name used at an offset, with its absolute span; of several the narrowest."""
    return next(iter(references_at(document, offset)), None)


def references_at(document: Document, offset: int) -> list[tuple[Use, Span]]:
    """The same with all that it may mean: an attribute may be set on several classes at once."""
    best: list[tuple[Use, Span]] = []
    for item, facts in document.items:
        if item.start > offset:
            break
        for use in facts.all_references(item.start):
            span = use.reference.span.shift(use.base)
            if not span.contains(offset):
                continue
            if best and span == best[0][1]:
                best.append((use, span))
            elif not best or span.end - span.start <= best[0][1].end - best[0][1].start:
                best = [(use, span)]
    return best

"""Folding ranges: bodies, lists, resources, heredocs, runs of comments, regions; in data, what is below a key."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..data.node import Mapping, Node, Sequence
from ..model.snapshot import Snapshot
from ..syntax.folds import Fold, folds


def folding(snapshot: Snapshot, path: str) -> tuple[Fold, ...]:
    """In order of lines; one for each first line, the longest."""
    text, document, data = snapshot.text(path), snapshot.document(path), snapshot.data(path)
    if text is None:
        return ()
    found: Iterator[Fold] = iter(())
    if document is not None:
        found = folds(document.text.data, document.parsed.tree)
    elif data is not None and data.root is not None:
        found = _in_data(data.root, data.text.data)
    longest: dict[int, Fold] = {}
    for fold in found:
        first, last = (text.point(offset)[0] for offset in fold.span)
        if last > first and (first not in longest or longest[first].span.end < fold.span.end):
            longest[first] = fold
    return tuple(longest[first] for first in sorted(longest))


def _in_data(node: Node, text: bytes) -> Iterator[Fold]:
    """What a key or an element of a list has below it."""
    parts = node.entries if isinstance(node, Mapping) else ()
    items = node.items if isinstance(node, Sequence) else ()
    for first, value in (*parts, *((item, item) for item in items)):
        end = value.start + len(text[value.start : value.end].rstrip())
        if first.start < end:  # what stands for an alias is elsewhere
            yield Fold(Span(first.start, end))
            yield from _in_data(value, text)

"""Selection ranges: how a selection grows from a place, a step at a time, up to the whole file."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..data.node import Mapping, Node, Sequence
from ..model.snapshot import Snapshot
from ..syntax.enclosing import spans_around

#: Each is an object inside of the next: of more, who reads the answer may give up.
_MOST = 100


def selection_ranges(snapshot: Snapshot, path: str, offset: int) -> tuple[Span, ...]:
    """The smallest first, some of them; each is inside the next, the last is all."""
    text = snapshot.text(path)
    if text is None:
        return ()
    document, data = snapshot.document(path), snapshot.data(path)
    found: list[Span] = []
    if document is not None:
        found += spans_around(document.parsed.tree, offset)
    elif data is not None and data.root is not None:
        found += dict.fromkeys(reversed(tuple(_in_data(data.root, offset))))
    whole = Span(0, len(text.data))
    del found[_MOST:]
    return tuple(found) if found and found[-1] == whole else (*found, whole)


def _in_data(node: Node, offset: int) -> Iterator[Span]:
    if not node.start <= offset <= node.end:
        return
    yield Span(node.start, node.end)
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if key.start <= offset <= max(key.end, value.end) and key.end <= value.start:
                yield Span(key.start, max(key.end, value.end))
                yield from _in_data(key if offset <= key.end else value, offset)
                return
    elif isinstance(node, Sequence):
        for item in node.items:
            if item.start <= offset <= item.end:
                yield from _in_data(item, offset)
                return

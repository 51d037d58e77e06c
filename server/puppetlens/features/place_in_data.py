"""Where in a file of data or configuration an evaluation's finding is: it names a key or a level, or the file alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..checks.mismatched import first_line, mismatched
from ..data.node import Mapping, Node, Sequence
from ..model.data_document import DataDocument

#: Kinds of documents that an evaluation reads.
_KINDS = ("hiera", "hiera.yaml", "metadata")


class PlaceInData(NamedTuple):
    """`span` is underlined, `within` all that is named: what a check tells of the same is a part of it."""

    span: Span
    within: Span


def place_in_data(document: DataDocument, line: int, column: int | None, sentence: str) -> PlaceInData | None:
    """The part that a line and column of Puppet's and a sentence lead to; None where the file is no such document. A line
    without a column stands for the whole file, as does a place where nothing begins."""
    if document.kind not in _KINDS:
        return None
    text, row = document.text, document.text.line_span(line)
    at = row.start if column is None else text.puppet_offset(line, column)
    for key, value in _entries(document.root) if column is not None else ():
        if key.start == at:
            span = first_line(document, mismatched((key, value), sentence))
            return PlaceInData(span, Span(min(key.start, span.start), max(key.end, value.end, span.end)))
    shown = text.data[at : row.end].strip()
    start = text.data.find(shown, at)
    return PlaceInData(Span(start, start + len(shown)), Span(0, len(text.data) + 1))


def _entries(node: Node | None) -> Iterator[tuple[Node, Node]]:
    """All of a document, the outer ones first: of a list an item is its own key."""
    if isinstance(node, Mapping):
        inner = node.entries
    else:
        inner = tuple((item, item) for item in node.items) if isinstance(node, Sequence) else ()
    yield from inner
    for _, value in inner:
        yield from _entries(value)

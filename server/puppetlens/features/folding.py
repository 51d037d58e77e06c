"""Folding ranges: bodies, lists, resources, heredocs and runs of comments; in data, what is below a key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..base.span import Span
from ..data.node import Mapping, Node, Sequence
from ..model.document import Document
from ..model.snapshot import Snapshot
from ..syntax.layout import Token, tokens_of

Kind = Literal["", "comment"]

#: What may stand before a closing bracket that has a line of its own; in a template that of the tag.
_BEFORE = b" \t<%-"


class Fold(NamedTuple):
    """The line that the span begins in stays visible, the one that it ends in is folded too."""

    span: Span
    kind: Kind = ""


def folding(snapshot: Snapshot, path: str) -> tuple[Fold, ...]:
    """In order of lines; one for each first line, the longest."""
    text, document, data = snapshot.text(path), snapshot.document(path), snapshot.data(path)
    if text is None:
        return ()
    found: Iterator[Fold] = iter(())
    if document is not None:
        found = _in_code(document)
    elif data is not None and data.root is not None:
        found = _in_data(data.root, data.text.data)
    longest: dict[int, Fold] = {}
    for fold in found:
        first, last = (text.point(offset)[0] for offset in fold.span)
        if last > first and (first not in longest or longest[first].span.end < fold.span.end):
            longest[first] = fold
    return tuple(longest[first] for first in sorted(longest))


def _in_code(document: Document) -> Iterator[Fold]:
    data = document.text.data
    tokens = tokens_of(data, document.parsed.tree)
    for token in tokens:
        if token.closes is not None and token.closes.opener is not None:
            # A closing bracket on a line of its own stays visible.
            above = data.rfind(b"\n", 0, token.start)
            end = token.end if data[above + 1 : token.start].strip(_BEFORE) else above
            yield Fold(Span(token.closes.opener.start, max(end, token.closes.opener.start)))
        elif token.type == "heredoc_body":
            yield Fold(Span(tokens[token.at - 1].start, token.end))
        elif token.row < token.end_row and token.type != "text":
            yield Fold(Span(token.start, token.end), "comment" if token.type == "comment" else "")
    yield from _comments(tokens)


def _comments(tokens: list[Token]) -> Iterator[Fold]:
    """Runs of lines that are comments."""
    run: list[Token] = []
    for token in tokens:
        if token.type == "comment" and token.begins_line:
            if run and token.row != run[-1].end_row + 1:
                yield Fold(Span(run[0].start, run[-1].end), "comment")
                run = []
            run.append(token)
    if run:
        yield Fold(Span(run[0].start, run[-1].end), "comment")


def _in_data(node: Node, text: bytes) -> Iterator[Fold]:
    """What a key or an element of a list has below it."""
    parts = node.entries if isinstance(node, Mapping) else ()
    items = node.items if isinstance(node, Sequence) else ()
    for first, value in (*parts, *((item, item) for item in items)):
        end = value.start + len(text[value.start : value.end].rstrip())
        if first.start < end:  # what stands for an alias is elsewhere
            yield Fold(Span(first.start, end))
            yield from _in_data(value, text)

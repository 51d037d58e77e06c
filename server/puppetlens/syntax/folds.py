"""What of a text an editor can fold away: between brackets, strings and heredocs of several lines, runs of comments,
and what stands between `# region` and `# endregion`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from tree_sitter import Node, Tree

from ..base.span import Span
from .layout import BLANKS, OPAQUE, PARTNERS, lines_of_comment

Kind = Literal["", "comment", "region"]

#: What may stand before a closing bracket that has a line of its own; in a template that of the tag.
_BEFORE = b" \t<%-"
_REGION = re.compile(rb"#\s*(end)?region\b")


class Fold(NamedTuple):
    """The line that the span begins in stays visible, the one that it ends in is folded too."""

    span: Span
    kind: Kind = ""


def folds(data: bytes, tree: Tree) -> Iterator[Fold]:
    """In no order; what is on one line is not looked into."""
    comments: list[Span] = []
    waiting = [tree.root_node]
    while waiting:
        node = waiting.pop()
        opener: Node | None = None
        for child in node.children:
            kind, start, end = child.type, child.start_byte, child.end_byte
            if kind == "comment":
                comments += lines_of_comment(data, Span(start, end))
            if opener is None and kind in PARTNERS and not child.is_named and (kind != "|" or node.parent is not None):
                opener = child
            elif opener is not None and kind == PARTNERS[opener.type]:
                # A closing bracket on a line of its own stays visible.
                above = data.rfind(b"\n", 0, start)
                last = end if data[above + 1 : start].strip(_BEFORE) else above
                yield Fold(Span(opener.start_byte, max(last, opener.start_byte)))
                opener = None
            elif data.find(b"\n", start, end) < 0:
                continue
            elif kind not in OPAQUE and child.child_count:
                waiting.append(child)
            elif kind == "heredoc_body":  # below the line that it is asked for in
                yield Fold(Span(start - 1, end))
            elif kind != "text" and data[start : start + 1] != b"#":
                yield Fold(Span(start, end), "comment" if kind == "comment" else "")
    comments.sort()
    yield from _comments(data, comments)
    yield from _regions(data, comments)


def _regions(data: bytes, comments: list[Span]) -> Iterator[Fold]:
    """Between the comments that mark them, which may be nested; an end without a beginning is a comment like any other."""
    begun: list[int] = []
    for comment in comments:
        mark = _REGION.match(data, comment.start, comment.end)
        if mark is None:
            continue
        if not mark[1]:
            begun.append(comment.start)
        elif begun:
            yield Fold(Span(begun.pop(), comment.end), "region")


def _comments(data: bytes, comments: list[Span]) -> Iterator[Fold]:
    """Runs of lines that are comments."""
    run: list[Span] = []
    for comment in comments:
        above = data.rfind(b"\n", 0, comment.start) + 1
        if not data[above : comment.start].strip(BLANKS):
            if run and data.count(b"\n", run[-1].end, comment.start) != 1:
                yield Fold(Span(run[0].start, run[-1].end), "comment")
                run = []
            run.append(comment)
    if run:
        yield Fold(Span(run[0].start, run[-1].end), "comment")

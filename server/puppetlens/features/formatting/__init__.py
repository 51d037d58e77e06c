"""Formatting, by Puppet's style guide: two spaces, arrows in a column, a comma behind the last of several lines.

Lines stay the lines that a person made of them, and columns of `=` and of comments that are aligned stay so. Only white
space, commas and, if asked, quotes change: comments and what the code means never do. What is broken stays as it is. In
templates lines keep their indentation, as what they render lies between.
"""

from __future__ import annotations

from ...base.edits import TextEdit
from ...base.span import Span
from ...model.snapshot import Snapshot
from ...syntax.formatting.lines import Lines
from ...syntax.parse import ParsedFile


def formatting(
    snapshot: Snapshot, path: str, within: Span | None = None, *, single_quotes: bool = False
) -> tuple[TextEdit, ...]:
    """The edits that format a file, or the lines that `within` touches; in order of place.

    `single_quotes`: strings in which nothing is interpolated or escaped get them.
    """
    document = snapshot.document(path)
    if document is None:
        return ()
    edits = format_parsed(document.parsed, single_quotes=single_quotes)
    if within is None:
        return edits
    data = document.text.data
    start = data.rfind(b"\n", 0, within.start) + 1
    end = data.find(b"\n", within.end)
    last = len(data) if end < 0 else end
    return tuple(edit for edit in edits if start <= edit.span.end <= last)


def formatting_of_typed(snapshot: Snapshot, path: str, offset: int) -> tuple[TextEdit, ...]:
    """The edits behind what was typed before an offset: a closing brace formats what it closes, a line's end that line,
    and the new line gets the indentation of what would stand there."""
    document = snapshot.document(path)
    if document is None or document.parsed.given_up:
        return ()
    lines = Lines(document.parsed)
    data = document.text.data
    if data[offset - 1 : offset] == b"}":
        closed = next((token for token in lines.tokens if token.end == offset and token.closes is not None), None)
        if closed is None or closed.closes is None:
            return ()
        start = data.rfind(b"\n", 0, lines.tokens[closed.closes.line].start) + 1
        return tuple(edit for edit in lines.edits() if start <= edit.span.end <= offset)
    line = data.rfind(b"\n", 0, offset) + 1
    above = data.rfind(b"\n", 0, max(line - 1, 0)) + 1
    done = tuple(edit for edit in lines.edits() if above <= edit.span.end < line)
    return (*done, *lines.indentation(offset))


def format_parsed(parsed: ParsedFile, *, single_quotes: bool = False) -> tuple[TextEdit, ...]:
    return () if parsed.given_up else tuple(Lines(parsed).edits(single_quotes=single_quotes))

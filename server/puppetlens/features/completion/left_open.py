"""A string that is being written and not closed yet: all that follows would be taken for its text.

The file is read as if its quote stood behind the name at the place.
"""

from __future__ import annotations

import re

from ...base.position import Text
from ...model.document import Document
from ...syntax.parse import Edit
from .cursor import STRINGS

#: Strings, with their quote where they end on the line, and comments.
_QUOTED = re.compile(rb"#.*|'(?:[^'\\]|\\.)*('?)|\"(?:[^\"\\]|\\.)*(\"?)")
_NAME = re.compile(rb"[\w:.]*")
_HEREDOCS = ("heredoc_text", "heredoc_body")


def closed(document: Document, offset: int) -> Document:
    """The document with the quote that is missing on the line of the place; itself where none is."""
    data = document.text.data
    line_end = data.find(b"\n", offset)
    name = _NAME.match(data, offset)
    at = name.end() if name is not None else offset
    quote = _left_open(document, offset, line_end if line_end >= 0 else len(data))
    if not quote:
        return document
    text = Text(data[:at] + quote + data[at:])
    return document.edited(text, [Edit(at, at, at + len(quote))])


def _left_open(document: Document, offset: int, line_end: int) -> bytes:
    """The quote before a place that nothing closes on its line."""
    data = document.text.data
    start = data.rfind(b"\n", 0, offset) + 1
    line = data[start:line_end]
    last = next((found for found in _QUOTED.finditer(line) if found.end() == len(line)), None)
    if last is None or last[1] or last[2] or last[0][:1] == b"#" or last.start() >= offset - start or b"${" in last[0]:
        return b""
    around = document.parsed.tree.root_node.descendant_for_byte_range(start, start)
    while around is not None:
        if around.type in (*STRINGS, *_HEREDOCS) and around.start_byte < start:
            return b""  # of several lines
        around = around.parent
    return last[0][:1]

"""What begins at the margin of a text, as a reader sees it at a glance, whether the text parses or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from .languages import Dialect

_DEFINITION = re.compile(rb"^(?:class|define|node|function|type|plan)\b", re.MULTILINE)
_HEREDOC = re.compile(rb"@\(([^\n)]{1,200})\)")
#: Behind the tag of a heredoc: its syntax, its escapes.
_BEHIND_TAG = re.compile(rb"[:/]")
_END = rb"^[ \t]*(?:\|[ \t]*)?(?:-[ \t]*)?%s[ \t]*\r?$"
_AT = ord("@")
_VISIBLE = re.compile(rb"[^\r\n]")
#: Who has more heredocs wrote no code.
_MOST = 1000


def regions(data: bytes, dialect: Dialect) -> Iterator[tuple[int, int]]:
    """Byte ranges from one definition at the margin to the next; a template is one."""
    starts = [0]
    if dialect == "puppet":
        starts += [found.start() for found in _DEFINITION.finditer(without_heredoc_texts(data)) if found.start()]
    yield from zip(starts, [*starts[1:], len(data)], strict=True)


def without_heredoc_texts(data: bytes) -> bytes:
    """With blanks in the place of the texts of heredocs that are ended by a line with their tag: they are no code, whatever
    stands at their margin."""
    left = bytearray(data)
    behind = 0
    never_ended: set[bytes] = set()
    for found in islice(_HEREDOC.finditer(data), _MOST):
        tag, line_end = _BEHIND_TAG.split(found[1])[0].strip(b' \t"'), data.find(b"\n", found.end())
        is_text = left[found.start()] != _AT
        if not tag or is_text or line_end < 0 or tag in never_ended:
            continue
        start = max(behind, line_end + 1)  # the second one of a line begins behind the first one's text
        last = re.compile(_END % re.escape(tag), re.MULTILINE).search(data, start)
        if last is None:
            never_ended.add(tag)
            continue
        behind = last.end()
        left[start:behind] = _VISIBLE.sub(b" ", left[start:behind])
    return bytes(left)

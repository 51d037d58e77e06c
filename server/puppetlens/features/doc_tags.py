"""The tags of Puppet Strings: what each tells."""

from __future__ import annotations

import re

from ..base.span import Span

TAGS = {
    "param": "what a parameter is for",
    "summary": "in one line",
    "example": "how it is used",
    "option": "a key of a parameter that is a hash",
    "return": "what a function gives",
    "raise": "how a function fails",
    "note": "to be noted",
    "see": "where more is said",
    "since": "the version that brought it",
    "deprecated": "no longer to be used",
    "author": "who wrote it",
    "api": "`private`, or public",
}
_TAG = re.compile(rb"[ \t]*#[ \t]*@(\w+)")


def tag_at(data: bytes, offset: int) -> tuple[Span, str] | None:
    """The tag in a comment at an offset, with what it tells."""
    found = _TAG.match(data, data.rfind(b"\n", 0, offset) + 1)
    name = found[1].decode() if found is not None and found.start(1) - 1 <= offset <= found.end(1) else ""
    return (Span(found.start(1) - 1, found.end(1)), TAGS[name]) if found is not None and name in TAGS else None

"""The Ruby that ERB makes of a template, with places, as `ERB.new(text, trim_mode: '-')` does for Puppet.

`names.py` reads names where they stand, which a blanked text is enough for. Whether the code holds together shows only in
what ERB makes of it: text between two tags is a statement, `<%= x %>` stands in brackets, and a comment in a tag reaches to
the end of the line, over the tags behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span

#: `<%-` removes the blanks before it, `-%>` the end of the line behind it.
_TOKENS = re.compile(rb"(?m:^[ \t]*)<%-|<%-|<%%|%%>|<%=|<%#|<%|-%>\n|-%>|%>")
_SHOWN = (b"((", b").to_s)")


class Tag(NamedTuple):
    """`span` is the whole tag, `inside` its content; `end` of one that is never closed is that of the file."""

    kind: bytes
    span: Span
    inside: Span
    closed: bool


class Piece(NamedTuple):
    """Code from a tag: where it begins in the code, and what of the template it is."""

    at: int
    inside: Span


class TemplateCode(NamedTuple):
    code: bytes
    pieces: tuple[Piece, ...]
    #: The tag that is never closed: what follows it is text for ERB.
    unclosed: Tag | None

    def place(self, at: int) -> int | None:
        """Where a byte of the code stands in the template; None for what ERB adds."""
        for piece in reversed(self.pieces):
            if piece.at <= at:
                place = piece.inside.start + at - piece.at
                return place if place <= piece.inside.end else None
        return None


def tags_of(template: bytes) -> Iterator[Tag]:
    """The tags of a template, in order; a `<%` within a tag belongs to it."""
    kind, start, content = b"", -1, -1
    for token in _TOKENS.finditer(template):
        what = token[0].strip()
        if start < 0:
            if what in (b"<%", b"<%-", b"<%=", b"<%#"):
                kind, start, content = what, token.end() - len(what), token.end()
        elif what in (b"%>", b"-%>"):
            yield Tag(kind, Span(start, token.end()), Span(content, token.start()), True)
            start = -1
    if start >= 0:
        yield Tag(kind, Span(start, len(template)), Span(content, len(template)), False)


def ruby_code(data: bytes) -> TemplateCode:
    """A file that is Ruby alone."""
    return TemplateCode(data, (Piece(0, Span(0, len(data))),), None)


def template_code(template: bytes) -> TemplateCode:
    """What Ruby gets to read."""
    parts: list[bytes] = []
    pieces: list[Piece] = []
    size = done = 0
    unclosed: Tag | None = None

    def add(part: bytes) -> None:
        nonlocal size
        parts.append(part)
        size += len(part)

    for tag in tags_of(template):
        add(_text(template[done : tag.span.start], before=tag.kind))
        done = tag.span.end
        if not tag.closed:
            unclosed = tag
            add(_text(template[tag.inside.start :], before=b""))
        elif tag.kind != b"<%#":
            opened, closed = _SHOWN if tag.kind == b"<%=" else (b"", b"")
            add(opened)
            pieces.append(Piece(size, tag.inside))
            add(template[tag.inside.start : tag.inside.end] + closed + b"; ")
        if template[tag.span.end - 1 : tag.span.end] == b"\n":
            add(b"\n")
    add(_text(template[done:], before=b""))
    return TemplateCode(b"".join(parts), tuple(pieces), unclosed)


def _text(text: bytes, before: bytes) -> bytes:
    """A statement for text, if there is any before a tag, and the ends of its lines."""
    if before == b"<%-":
        text = text.rstrip(b" \t") if text.rstrip(b" \t").endswith(b"\n") or not text.strip(b" \t") else text
    return b"_'';" + b"\n" * text.count(b"\n") if text else b""

"""The white space of a manifest: what stands between its tokens, and what formatting makes of it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...model.document import Document
from ...model.view import View
from ...syntax.formatting.lines import Lines
from ...syntax.layout import Token
from ...syntax.parse import ParsedFile
from ..finding import Fix

_RUN = re.compile(rb"[ \t\v\f]+")
_TABS = (b"\t", b"\v", b"\f")


class Run(NamedTuple):
    """Blanks and tabs: behind code, or `begins_line`; `ends_line` where nothing else follows in the line."""

    start: int
    text: bytes
    begins_line: bool
    ends_line: bool


class Gaps:
    """The tokens of a manifest that parses, and what is between them."""

    def __init__(self, parsed: ParsedFile) -> None:
        self.data = parsed.text.data
        lines = Lines(parsed)
        self.tokens = lines.tokens
        self._edits = tuple(lines.edits())

    def before(self, at: int) -> Span:
        """What stands between a token and the one before; behind the last token, to the end."""
        start = self.tokens[at - 1].end if at else 0
        return Span(start, self.tokens[at].start if at < len(self.tokens) else len(self.data))

    def text_before(self, at: int) -> bytes:
        span = self.before(at)
        return self.data[span.start : span.end]

    def at(self, offset: int) -> int:
        """The number of the first token behind an offset."""
        return bisect_left(self.tokens, offset, key=lambda token: token.start)

    def runs(self) -> Iterator[Run]:
        """Those of lines that are indented oddly, have tabs, or end with blanks."""
        start, has_tabs = 0, any(tab in self.data for tab in _TABS)
        for line in self.data.split(b"\n"):
            text = line.rstrip(b"\r")
            odd = (len(text) - len(text.lstrip(b" "))) % 2 or text != text.rstrip()
            if odd or (has_tabs and any(tab in line for tab in _TABS)):
                yield from self._runs_between(start, start + len(line))
            start += len(line) + 1

    def _runs_between(self, start: int, end: int) -> Iterator[Run]:
        for match in _RUN.finditer(self.data, start, end):
            at = self.at(match.start())
            gap = self.before(at)
            if match.start() < gap.start:
                continue  # within a token
            comes_after = self.tokens[at - 1] if at else None
            after_comment = comes_after is not None and self.data[comes_after.start : comes_after.start + 1] == b"#"
            following = self.data[match.end() : match.end() + 1]
            if match.start() == start or not (after_comment and match.start() == gap.start):
                yield Run(match.start(), match[0], match.start() == start, following in (b"\n", b"\r", b""))

    def fixes(self, view: View, span: Span) -> tuple[Fix, ...]:
        """Formatting's edit at a place."""
        first = bisect_left(self._edits, span.start, key=lambda each: each.span.end)
        edits = list(takewhile(lambda each: each.span.start <= span.end, islice(self._edits, first, None)))
        return (Fix("Lay it out", tuple(FileEdit(view.path, each) for each in edits), True),) if edits else ()

    def edits(self) -> Iterator[tuple[TextEdit, Token | None]]:
        """What formatting changes, each with the token that it stands before."""
        by_start = {token.start: token for token in self.tokens}
        for edit in self._edits:
            yield edit, by_start.get(edit.span.end)


def gaps_of(view: View) -> Gaps | None:
    """None of what does not parse: there it is not known what a blank means."""
    document = view.document
    if document is None or document.program.faults or document.parsed.given_up:
        return None
    return _gaps(document)


@lru_cache(maxsize=2)
def _gaps(document: Document) -> Gaps:
    return Gaps(document.parsed)

"""textDocument/selectionRange."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from ...base.position import Text
from ...base.span import Span
from ...engine.engine import Snapshot
from ...features.selection_ranges import selection_ranges
from ..convert import range_of
from ..server import Server


def register(server: Server) -> None:
    def nested(text: Text, spans: Iterable[Span]) -> lsp.SelectionRange:
        outer: lsp.SelectionRange | None = None
        for span in reversed(tuple(spans)):
            outer = lsp.SelectionRange(range_of(text, span, server.encoding), outer)
        assert outer is not None  # the whole file is one
        return outer

    @server.feature(lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    async def handle(params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange] | None:
        def question(snapshot: Snapshot, path: str) -> list[lsp.SelectionRange]:
            text = snapshot.text(path)
            assert text is not None
            offsets = (server.offset(snapshot, path, place) for place in params.positions)
            return [nested(text, selection_ranges(snapshot, path, offset)) for offset in offsets]

        return await server.ask_about(params.text_document, question)

"""textDocument/linkedEditingRange."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.linked_editing import WORD, linked_editing
from ..convert import range_of
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_LINKED_EDITING_RANGE)
    async def handle(params: lsp.LinkedEditingRangeParams) -> lsp.LinkedEditingRanges | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> lsp.LinkedEditingRanges | None:
            text, spans = snapshot.text(path), linked_editing(snapshot, path, offset)
            if text is None or not spans:
                return None
            return lsp.LinkedEditingRanges([range_of(text, span, server.encoding) for span in spans], WORD)

        return await server.ask_at(params, question)

"""textDocument/documentHighlight."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.highlight import Kind, highlights
from ..convert import range_of
from ..server import Server

_KINDS: dict[Kind, lsp.DocumentHighlightKind] = {
    "text": lsp.DocumentHighlightKind.Text,
    "read": lsp.DocumentHighlightKind.Read,
    "write": lsp.DocumentHighlightKind.Write,
}


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def handle(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> list[lsp.DocumentHighlight]:
            text = snapshot.text(path)
            assert text is not None
            return [
                lsp.DocumentHighlight(range_of(text, found.span, server.encoding), _KINDS[found.kind])
                for found in highlights(snapshot, path, offset)
            ]

        return await server.ask_at(params, question)

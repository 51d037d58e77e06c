"""textDocument/hover."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.hover import hover
from ..convert import range_of
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def handle(params: lsp.HoverParams) -> lsp.Hover | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> lsp.Hover | None:
            found, text = hover(snapshot, path, offset), snapshot.text(path)
            if found is None or text is None:
                return None
            content = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.markdown)
            return lsp.Hover(content, range_of(text, found.span, server.encoding))

        return await server.ask_at(params, question)

"""textDocument/hover."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.hover import hover
from ...features.markdown import joined
from ...features.node_values import node_text
from ..convert import range_of
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def handle(params: lsp.HoverParams) -> lsp.Hover | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> lsp.Hover | None:
            found, text = hover(snapshot, path, offset), snapshot.text(path)
            observed = server.engine.active.observed
            value = None if observed is None else node_text(snapshot, path, offset, observed)
            told = [each for each in (value, found) if each is not None]
            if not told or text is None:
                return None
            content = lsp.MarkupContent(lsp.MarkupKind.Markdown, joined(each.markdown for each in told))
            return lsp.Hover(content, range_of(text, told[-1].span, server.encoding))

        return await server.ask_at(params, question)

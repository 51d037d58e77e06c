"""textDocument/documentLink."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.document_links import document_links
from ..convert import range_of
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def handle(params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink] | None:
        def question(snapshot: Snapshot, path: str) -> list[lsp.DocumentLink]:
            text = snapshot.text(path)
            assert text is not None
            return [
                lsp.DocumentLink(
                    range_of(text, link.span, server.encoding),
                    server.uri(link.path) if link.path is not None else link.address,
                )
                for link in document_links(snapshot, path)
            ]

        return await server.ask_about(params.text_document, question)

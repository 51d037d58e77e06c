"""textDocument/references."""

from __future__ import annotations

from collections.abc import Generator

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.references import references
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def handle(params: lsp.ReferenceParams) -> list[lsp.Location] | None:
        declaration = params.context.include_declaration

        def question(snapshot: Snapshot, path: str, offset: int) -> Generator[None, None, list[lsp.Location]]:
            places = yield from references(snapshot, path, offset, declaration)
            return (yield from server.locations(snapshot, places))

        return await server.search_at(params, question)

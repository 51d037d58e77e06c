"""textDocument/implementation."""

from __future__ import annotations

from collections.abc import Generator

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.implementation import implementations
from ..protocol import Written
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_IMPLEMENTATION)
    async def handle(params: lsp.ImplementationParams) -> Written | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> Generator[None, None, Written]:
            places = yield from implementations(snapshot, path, offset)
            return Written((yield from server.locations(snapshot, places)))

        return await server.search_at(params, question)

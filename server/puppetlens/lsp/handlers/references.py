"""textDocument/references."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.references import Place, references
from ..partial import partial, whole
from ..protocol import Written
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def handle(params: lsp.ReferenceParams) -> Written | None:
        declaration, parts = params.context.include_declaration, partial(server, params.partial_result_token)
        told: set[Place] = set()  # also by a search that an edit ended, and that was begun anew

        def question(snapshot: Snapshot, path: str, offset: int) -> Generator[None, None, Written]:
            if parts is None:
                places = yield from references(snapshot, path, offset, declaration)
                return Written((yield from server.locations(snapshot, places)))

            def tell(places: Sequence[Place]) -> None:
                new = [each for each in places if each not in told]
                told.update(new)
                parts.send(whole(server.locations(snapshot, new)))

            places = yield from references(snapshot, path, offset, declaration, tell)
            parts.send((yield from server.locations(snapshot, [each for each in places if each not in told])))
            return Written([])

        return await server.search_at(params, question)

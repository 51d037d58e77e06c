"""workspace/symbol."""

from __future__ import annotations

from collections.abc import Generator

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.references import Place
from ...features.workspace_symbols import WorkspaceSymbol, workspace_symbols
from ..convert import SYMBOL_KINDS
from ..partial import partial
from ..server import Server

#: So many symbols are a part of the answer.
_PART = 32


def register(server: Server) -> None:
    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def handle(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        parts = partial(server, params.partial_result_token)

        def question(snapshot: Snapshot) -> Generator[None, None, list[lsp.WorkspaceSymbol]]:
            found = yield from workspace_symbols(snapshot, params.query)
            if parts is None:
                return (yield from _symbols(server, snapshot, found))
            for first in range(0, len(found), _PART):  # the best first: they are ranked when all are found
                parts.send((yield from _symbols(server, snapshot, found[first : first + _PART])))
            return []

        return await server.search(question)


def _symbols(
    server: Server, snapshot: Snapshot, found: tuple[WorkspaceSymbol, ...]
) -> Generator[None, None, list[lsp.WorkspaceSymbol]]:
    symbols: list[lsp.WorkspaceSymbol] = []
    for each in found:
        for location in (yield from server.locations(snapshot, [Place(each.path, each.span)])):
            kind, container = SYMBOL_KINDS[each.kind], each.container or None
            symbols.append(lsp.WorkspaceSymbol(location, each.name, kind, container_name=container))
    return symbols

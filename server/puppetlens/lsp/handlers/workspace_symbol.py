"""workspace/symbol."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.references import Place
from ...features.workspace_symbols import WorkspaceSymbol, workspace_symbols
from ..convert import SYMBOL_KINDS
from ..partial import partial
from ..protocol import Written
from ..server import Server

#: So many symbols are a part of the answer.
_PART = 32


def register(server: Server) -> None:
    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def handle(params: lsp.WorkspaceSymbolParams) -> Written:
        parts = partial(server, params.partial_result_token)

        def question(snapshot: Snapshot) -> Generator[None, None, Written]:
            found = yield from workspace_symbols(snapshot, params.query)
            if parts is None:
                return Written((yield from _symbols(server, snapshot, found)))
            for first in range(0, len(found), _PART):  # the best first: they are ranked when all are found
                parts.send((yield from _symbols(server, snapshot, found[first : first + _PART])))
            return Written([])

        return await server.search(question)


def _symbols(
    server: Server, snapshot: Snapshot, found: tuple[WorkspaceSymbol, ...]
) -> Generator[None, None, list[dict[str, Any]]]:
    symbols: list[dict[str, Any]] = []
    for each in found:
        for location in (yield from server.locations(snapshot, [Place(each.path, each.span)])):
            symbol = {"name": each.name, "kind": SYMBOL_KINDS[each.kind].value, "location": location}
            symbols.append({**symbol, "containerName": each.container} if each.container else symbol)
    return symbols

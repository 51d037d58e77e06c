"""Command puppetlens.listData (docs/protocol.md): the keys of Hiera's data by level, as a node sees them."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...engine.nodes import choose_node
from ...engine.previews import Node
from ...workers.pool import WorkerFault
from ..protocol import Written
from ..server import Server
from .preview_catalog import chosen, refuse_other_than_strings


def register(server: Server) -> None:
    @server.command("puppetlens.listData")
    async def handle(params: lsp.ExecuteCommandParams) -> Written:
        given = params.arguments[0] if params.arguments else {}
        if not isinstance(given, dict):
            raise JsonRpcInvalidParams('the argument of puppetlens.listData is {"node"?, "environment"?}')
        refuse_other_than_strings(given, "node", "environment")
        known = await chosen(
            server, lambda snapshot: choose_node(snapshot, given.get("node"), given.get("environment"))
        )
        about = {"node": known.name, "environment": known.environment, "root": known.root, "facts": known.facts}
        server.engine.views.data()
        job = server.engine.previews.start(Node(known.root, known.name, purpose="data"))
        found: dict[str, Any]
        try:
            found = await asyncio.wrap_future(job.future)
        except asyncio.CancelledError:
            job.token.cancel()
            raise
        except WorkerFault as fault:
            found = {"problem": fault.message, "levels": []}
        return Written({**about, **found})

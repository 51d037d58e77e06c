"""Command puppetlens.setActiveNode (docs/protocol.md): whose values are shown in the code."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...engine.active_node import ActiveState
from ...engine.nodes import choose_node
from ..server import Server
from .preview_catalog import chosen, refuse_other_than_strings

#: Tells a client how it stands with the active node.
ACTIVE_NODE = "puppetlens/activeNode"


def register(server: Server) -> None:
    @server.command("puppetlens.setActiveNode")
    async def handle(params: lsp.ExecuteCommandParams) -> dict[str, Any]:
        given = params.arguments[0] if params.arguments else None
        if given is not None and not isinstance(given, dict):
            raise JsonRpcInvalidParams('the argument of puppetlens.setActiveNode is {"node", "environment"?}, or null')
        refuse_other_than_strings(given or {}, "node", "environment")
        name, environment = (given or {}).get("node"), (given or {}).get("environment")
        known = None
        if name is not None:
            known = await chosen(server, lambda snapshot: choose_node(snapshot, name, environment))
        server.engine.active.choose(known)
        return as_data(server.engine.active.state)

    def tell(state: ActiveState) -> None:
        server.protocol.notify(ACTIVE_NODE, as_data(state))
        if state.state != "compiling":
            refresh(server)

    server.activated = tell


def as_data(state: ActiveState) -> dict[str, Any]:
    node = state.node
    about: dict[str, Any] = {"node": None, "environment": None, "root": None, "facts": False}
    if node is not None:
        about = {"node": node.name, "environment": node.environment, "root": node.root, "facts": node.facts}
    return {**about, "state": state.state, "resources": state.resources, "problem": state.problem}


def refresh(server: Server) -> None:
    """Have the client ask again for what is shown beside the code."""
    workspace = server.client_capabilities.workspace
    if workspace is None:
        return
    if workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
        _ask(server.workspace_inlay_hint_refresh_async(None))
    if workspace.code_lens is not None and workspace.code_lens.refresh_support:
        _ask(server.workspace_code_lens_refresh_async(None))


def _ask(request: Coroutine[Any, Any, None]) -> None:
    """Nobody waits for the answer, which may be that the client does not do it."""
    asked = asyncio.ensure_future(request)
    asked.add_done_callback(lambda future: future.cancelled() or future.exception())

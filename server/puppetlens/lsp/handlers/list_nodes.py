"""Command puppetlens.listNodes."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp

from ...engine.nodes import known_nodes
from ..server import Server


def register(server: Server) -> None:
    @server.command("puppetlens.listNodes")
    async def handle(params: lsp.ExecuteCommandParams) -> list[dict[str, Any]]:
        """The nodes of all environments: `[{"name", "environment", "root", "facts", "known_from"}]`."""
        return [node._asdict() for node in await server.ask(known_nodes)]

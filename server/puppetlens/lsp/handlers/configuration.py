"""workspace/didChangeConfiguration."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.settings import read_settings
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def changed(params: lsp.DidChangeConfigurationParams) -> None:
        old = server.engine.settings
        settings, problems = read_settings(params.settings, server.engine.users_settings)
        server.complain(problems)
        server.engine.configure(settings)
        if server.engine.settings != old and _asks_hints_again(server.client_capabilities):
            server.workspace_inlay_hint_refresh(None)


def _asks_hints_again(client: lsp.ClientCapabilities) -> bool:
    """Whether the client can be told that inlay hints are others; else it sees them with the next edit."""
    hints = client.workspace.inlay_hint if client.workspace is not None else None
    return bool(hints and hints.refresh_support)

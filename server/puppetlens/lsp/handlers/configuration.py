"""workspace/didChangeConfiguration."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.settings import read_settings
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def changed(params: lsp.DidChangeConfigurationParams) -> None:
        settings, problems = read_settings(params.settings, server.engine.settings)
        server.complain(problems)
        server.engine.configure(settings)

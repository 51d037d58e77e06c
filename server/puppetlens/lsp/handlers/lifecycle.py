"""initialize, shutdown, exit: the engine's life."""

from __future__ import annotations

from lsprotocol import types as lsp

from ..server import Server
from ..uris import to_path


def register(server: Server) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        server.begin(_roots(params), params.initialization_options)

    @server.feature(lsp.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.end()

    @server.feature(lsp.EXIT)
    def leave(params: None) -> None:
        server.protocol.has_left = True
        server.end()


def _roots(params: lsp.InitializeParams) -> list[str]:
    """The opened folders; the older ways to say it count where there is no newer one."""
    uris = [folder.uri for folder in params.workspace_folders or ()]
    if not uris and params.root_uri is not None:
        uris = [params.root_uri]
    if not uris and params.root_path is not None:
        return [params.root_path]
    return [path for path in map(to_path, uris) if path is not None]

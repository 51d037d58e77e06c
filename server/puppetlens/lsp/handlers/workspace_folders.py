"""workspace/didChangeWorkspaceFolders."""

from __future__ import annotations

from lsprotocol import types as lsp

from ..server import Server
from ..uris import to_path


def register(server: Server) -> None:
    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def changed(params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        removed = {to_path(folder.uri) for folder in params.event.removed}
        added = [path for folder in params.event.added if (path := to_path(folder.uri)) is not None]
        kept = [root for root in server.engine.roots if root not in removed]
        server.engine.set_roots([*kept, *added])
        if server.watching is not None:
            server.watch_files()

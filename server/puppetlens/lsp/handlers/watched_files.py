"""workspace/didChangeWatchedFiles: what changes on disk beside the editor. The server looks itself where it must."""

from __future__ import annotations

import logging

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from ...engine.watching import counts
from ..server import Server
from ..uris import to_path

log = logging.getLogger(__name__)

#: Everything: templates and files of any name are part of a catalog, and folders are renamed.
_PATTERN = "**/*"


def register(server: Server) -> None:
    @server.feature(lsp.INITIALIZED)
    async def initialized(params: lsp.InitializedParams) -> None:
        if not await _client_watches(server):
            server.watch_files()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed(params: lsp.DidChangeWatchedFilesParams) -> None:
        found = (to_path(change.uri) for change in params.changes)
        paths = [path for path in found if path and counts(path, server.engine.roots)]
        if paths:
            server.changed_outside(paths)


async def _client_watches(server: Server) -> bool:
    workspace = server.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace is not None else None
    if watching is None or not watching.dynamic_registration:
        return False
    options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(_PATTERN)])
    method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
    wanted = lsp.Registration("puppetlens-files", method, options)
    try:
        await server.client_register_capability_async(lsp.RegistrationParams([wanted]))
    except JsonRpcException as error:
        log.warning("the client watches no files: %s", error)
        return False
    return True

"""workspace/didChangeWatchedFiles: what changes on disk beside the editor."""

from __future__ import annotations

import logging

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from ..server import Server
from ..uris import to_path

log = logging.getLogger(__name__)

#: Everything: templates and files of any name are part of a catalog, and folders are renamed.
_PATTERN = "**/*"


def register(server: Server) -> None:
    @server.feature(lsp.INITIALIZED)
    async def initialized(params: lsp.InitializedParams) -> None:
        workspace = server.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is None or not watching.dynamic_registration:
            return
        options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(_PATTERN)])
        method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
        wanted = lsp.Registration("puppetlens-files", method, options)
        try:
            await server.client_register_capability_async(lsp.RegistrationParams([wanted]))
        except JsonRpcException as error:
            log.warning("the client watches no files: %s", error)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed(params: lsp.DidChangeWatchedFilesParams) -> None:
        paths = [path for change in params.changes if (path := to_path(change.uri)) and _counts(path)]
        if paths:
            server.engine.changed_outside(paths)


def _counts(path: str) -> bool:
    """Nothing of a catalog lies below a hidden folder (`.git`), but a hidden file may be a template."""
    return not any(part.startswith(".") for part in path.split("/")[:-1])

"""workspace/willRenameFiles."""

from __future__ import annotations

from collections.abc import Generator

from lsprotocol import types as lsp

from ...base.edits import Move
from ...engine.engine import Snapshot
from ...features.rename import Refused
from ...features.rename_files import rename_files
from ..server import Server
from ..uris import to_path
from ..workspace_edit import workspace_edit

_FOLDER, _FILE = lsp.FileOperationPatternKind.Folder, lsp.FileOperationPatternKind.File
_FILTERS = [
    lsp.FileOperationFilter(lsp.FileOperationPattern(glob, kind), "file")
    for glob, kind in (("**", _FOLDER), ("**/*.{pp,epp,erb}", _FILE), ("**/{files,templates}/**", _FILE))
]


def register(server: Server) -> None:
    @server.feature(lsp.WORKSPACE_WILL_RENAME_FILES, lsp.FileOperationRegistrationOptions(_FILTERS))
    async def handle(params: lsp.RenameFilesParams) -> lsp.WorkspaceEdit | None:
        pairs = [(to_path(file.old_uri), to_path(file.new_uri)) for file in params.files]
        moves = [Move(old, new) for old, new in pairs if old is not None and new is not None]
        own = lsp.WorkspaceEdit(document_changes=[lsp.RenameFile(file.old_uri, file.new_uri) for file in params.files])
        client, roots = server.takes(), server.engine.roots

        def search(snapshot: Snapshot) -> Generator[None, None, tuple[lsp.WorkspaceEdit, tuple[str, ...]] | None]:
            changes = yield from rename_files(snapshot, moves, roots)
            if not changes.edits:
                return None
            edit, notes = workspace_edit(snapshot, changes, client)
            server.remember(snapshot, edit, own)
            return edit, notes

        try:
            found = await server.search(search)
        except Refused as refused:  # the files move all the same
            server.tell((f"The names in the code stay as they are. {refused.sentence}",))
            return None
        if found is None:
            return None
        server.tell(found[1])
        return found[0]

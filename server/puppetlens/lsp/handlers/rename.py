"""textDocument/prepareRename, textDocument/rename."""

from __future__ import annotations

from collections.abc import Generator

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from ...engine.engine import Snapshot
from ...features.rename import Refused, prepare_rename, rename
from ..convert import range_of
from ..protocol import REQUEST_FAILED
from ..server import Server
from ..workspace_edit import cannot_move, workspace_edit


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> lsp.PrepareRenamePlaceholder | None:
            found, text = prepare_rename(snapshot, path, offset), snapshot.text(path)
            if text is None:
                return None
            return lsp.PrepareRenamePlaceholder(range_of(text, found.span, server.encoding), found.name)

        try:
            return await server.ask_at(params, question)
        except Refused as refused:
            raise JsonRpcException(refused.sentence, REQUEST_FAILED) from None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def handle(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        client, roots = server.takes(), server.engine.roots

        def search(
            snapshot: Snapshot, path: str, offset: int
        ) -> Generator[None, None, tuple[lsp.WorkspaceEdit, tuple[str, ...]]]:
            changes = yield from rename(snapshot, path, offset, params.new_name, roots)
            reason = cannot_move(changes, client)
            if reason is not None:
                raise Refused(reason)
            edit, notes = workspace_edit(snapshot, changes, client)
            server.remember(snapshot, edit)
            return edit, notes

        try:
            found = await server.search_at(params, search)
        except Refused as refused:
            raise JsonRpcException(refused.sentence, REQUEST_FAILED) from None
        if found is None:
            return None
        server.tell(found[1])
        return found[0]

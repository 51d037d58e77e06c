"""textDocument/didOpen, didChange, didClose."""

from __future__ import annotations

import logging

from lsprotocol import types as lsp

from ...base.position import Text
from ..server import Server
from ..sync import apply_changes
from ..uris import to_path

log = logging.getLogger(__name__)


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        path = to_path(document.uri)
        if path is not None:
            server.uris[path] = document.uri
            server.engine.open(path, document.version, Text(document.text))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        path = to_path(document.uri)
        buffer = server.engine.buffers.get(path) if path is not None else None
        if path is None or buffer is None:
            log.warning("ignored a change of a document that is not open")
            return
        text, edits = apply_changes(buffer.text, params.content_changes, server.encoding)
        server.engine.change(path, document.version, text, edits)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        path = to_path(params.text_document.uri)
        if path is not None:
            server.engine.close(path)

"""textDocument/didOpen, didChange, didClose.

What a document is its name says; where that says nothing its `languageId`: Puppet code by `puppet` and `epp`. What is
neither is kept as a text alone, which renaming changes, but which names nothing.
"""

from __future__ import annotations

import logging
from typing import Literal

from lsprotocol import types as lsp

from ...base.position import Text
from ..server import Server
from ..sync import apply_changes
from ..uris import to_path

log = logging.getLogger(__name__)

#: `languageId` of Puppet code -> how it is read.
_DIALECTS: dict[str, Literal["puppet", "epp"]] = {"puppet": "puppet", "epp": "epp"}


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        path = to_path(document.uri)
        if path is not None:
            server.uris[path] = document.uri
            dialect = _DIALECTS.get(document.language_id)
            server.engine.open(path, document.version, Text(document.text), dialect)

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

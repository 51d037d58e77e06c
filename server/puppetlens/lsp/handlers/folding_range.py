"""textDocument/foldingRange."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.folding import folding
from ..convert import position
from ..server import Server

#: As many as VS Code takes.
_MOST = 5000
_KINDS = {"comment": lsp.FoldingRangeKind.Comment, "region": lsp.FoldingRangeKind.Region}


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def handle(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange] | None:
        def question(snapshot: Snapshot, path: str) -> list[lsp.FoldingRange]:
            text = snapshot.text(path)
            assert text is not None
            found = []
            for span, kind in folding(snapshot, path)[:_MOST]:
                first, last = (position(text, offset, server.encoding).line for offset in span)
                found.append(lsp.FoldingRange(first, last, kind=_KINDS.get(kind)))
            return found

        return await server.ask_about(params.text_document, question)

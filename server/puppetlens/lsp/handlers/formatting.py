"""textDocument/formatting, textDocument/rangeFormatting, textDocument/onTypeFormatting.

The client's options are not asked: Puppet's style guide knows one indentation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lsprotocol import types as lsp

from ...base.edits import TextEdit
from ...base.span import Span
from ...engine.engine import Snapshot
from ...features.formatting import formatting, formatting_of_typed
from ..convert import written_range
from ..protocol import Written
from ..server import Server


def register(server: Server) -> None:
    async def answer(
        document: lsp.TextDocumentIdentifier, edits: Callable[[Snapshot, str], Iterable[TextEdit]]
    ) -> Written | None:
        def question(snapshot: Snapshot, path: str) -> Written:
            text, encoding = snapshot.text(path), server.encoding
            assert text is not None
            return Written(
                [
                    {"range": written_range(text, each.span, encoding), "newText": each.text}
                    for each in edits(snapshot, path)
                ]
            )

        return await server.ask_about(document, question)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def whole(params: lsp.DocumentFormattingParams) -> Written | None:
        quotes = server.engine.settings.single_quotes
        return await answer(
            params.text_document, lambda snapshot, path: formatting(snapshot, path, single_quotes=quotes)
        )

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def part(params: lsp.DocumentRangeFormattingParams) -> Written | None:
        quotes, between = server.engine.settings.single_quotes, params.range

        def edits(snapshot: Snapshot, path: str) -> Iterable[TextEdit]:
            within = Span(*(server.offset(snapshot, path, each) for each in (between.start, between.end)))
            return formatting(snapshot, path, within, single_quotes=quotes)

        return await answer(params.text_document, edits)

    @server.feature(lsp.TEXT_DOCUMENT_ON_TYPE_FORMATTING, lsp.DocumentOnTypeFormattingOptions("}", ["\n"]))
    async def typed(params: lsp.DocumentOnTypeFormattingParams) -> Written | None:
        def edits(snapshot: Snapshot, path: str) -> Iterable[TextEdit]:
            return formatting_of_typed(snapshot, path, server.offset(snapshot, path, params.position))

        return await answer(params.text_document, edits)

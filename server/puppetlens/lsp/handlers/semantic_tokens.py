"""textDocument/semanticTokens/full, textDocument/semanticTokens/full/delta, textDocument/semanticTokens/range.

The last answer for each open document is kept, so that after a change only what changed is written anew, and what is told
is the difference.
"""

from __future__ import annotations

from itertools import count
from typing import Any, NamedTuple

from lsprotocol import types as lsp

from ...base.span import Span
from ...engine.engine import Snapshot
from ...features.semantic_tokens import KINDS, MODIFIERS, Coloured, ItemTokens, coloured, semantic_tokens
from ..protocol import Written
from ..server import Server
from ..token_numbers import Run, difference, numbers, placed_runs, written

_LEGEND = lsp.SemanticTokensLegend(list(KINDS), list(MODIFIERS))


class _Told(NamedTuple):
    number: str
    tokens: Coloured
    known: dict[ItemTokens, Run]
    runs: list[tuple[int, int, Run]]


def register(server: Server) -> None:
    told: dict[str, _Told] = {}
    identities = count(1)

    async def tell(document: lsp.TextDocumentIdentifier) -> tuple[_Told | None, _Told] | None:
        """What was told before, and what is told now."""
        before = told.get(document.uri)

        def question(snapshot: Snapshot, path: str) -> _Told:
            text = snapshot.text(path)
            assert text is not None
            tokens = coloured(snapshot, path, None if before is None else before.tokens)
            known, runs = placed_runs(text, tokens.items, {} if before is None else before.known, server.encoding)
            return _Told("", tokens, known, runs)

        now: _Told | None = await server.ask_about(document, question)
        if now is None:
            return None
        for closed in told.keys() - set(server.uris.values()):
            del told[closed]
        told[document.uri] = now = now._replace(number=str(next(identities)))
        return before, now

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _LEGEND)
    async def full(params: lsp.SemanticTokensParams) -> Written | None:
        found = await tell(params.text_document)
        return None if found is None else _whole(found[1])

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    async def delta(params: lsp.SemanticTokensDeltaParams) -> Written | None:
        found = await tell(params.text_document)
        if found is None:
            return None
        before, now = found
        if before is None or before.number != params.previous_result_id:
            return _whole(now)
        start, gone, data = difference(before.runs, now.runs)
        edits: list[dict[str, Any]] = [{"start": start, "deleteCount": gone, "data": data}] if gone or data else []
        return Written({"edits": edits, "resultId": now.number})

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, _LEGEND)
    async def part(params: lsp.SemanticTokensRangeParams) -> Written | None:
        def question(snapshot: Snapshot, path: str) -> list[int]:
            text = snapshot.text(path)
            assert text is not None
            ends = (params.range.start, params.range.end)
            within = Span(*(server.offset(snapshot, path, place) for place in ends))
            return numbers(text, semantic_tokens(snapshot, path, within), server.encoding)

        data = await server.ask_about(params.text_document, question)
        return None if data is None else Written({"data": data})


def _whole(now: _Told) -> Written:
    return Written({"data": written(now.runs), "resultId": now.number})

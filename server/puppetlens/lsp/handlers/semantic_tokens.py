"""textDocument/semanticTokens/full, textDocument/semanticTokens/full/delta, textDocument/semanticTokens/range.

The last answer for each open document is kept, so that what is told after a change is the difference.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from lsprotocol import types as lsp

from ...base.position import Encoding, Text
from ...base.span import Span
from ...engine.engine import Snapshot
from ...features.semantic_tokens import KINDS, MODIFIERS, SemanticToken, semantic_tokens
from ..protocol import Written
from ..server import Server

_LEGEND = lsp.SemanticTokensLegend(list(KINDS), list(MODIFIERS))
_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


class _Told(NamedTuple):
    number: str
    data: list[int]


def register(server: Server) -> None:
    told: dict[str, _Told] = {}
    numbers = count(1)

    async def tokens(document: lsp.TextDocumentIdentifier, between: lsp.Range | None = None) -> list[int] | None:
        def question(snapshot: Snapshot, path: str) -> list[int]:
            text, within = snapshot.text(path), None
            assert text is not None
            if between is not None:
                within = Span(*(server.offset(snapshot, path, place) for place in (between.start, between.end)))
            return encoded(text, semantic_tokens(snapshot, path, within), server.encoding)

        return await server.ask_about(document, question)

    def remember(uri: str, data: list[int]) -> str:
        for closed in told.keys() - set(server.uris.values()):
            del told[closed]
        told[uri] = _Told(str(next(numbers)), data)
        return told[uri].number

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _LEGEND)
    async def full(params: lsp.SemanticTokensParams) -> Written | None:
        data = await tokens(params.text_document)
        return None if data is None else _written(data, remember(params.text_document.uri, data))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    async def delta(params: lsp.SemanticTokensDeltaParams) -> Written | lsp.SemanticTokensDelta | None:
        data = await tokens(params.text_document)
        if data is None:
            return None
        before = told.get(params.text_document.uri)
        number = remember(params.text_document.uri, data)
        if before is None or before.number != params.previous_result_id:
            return _written(data, number)
        return lsp.SemanticTokensDelta(difference(before.data, data), number)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, _LEGEND)
    async def part(params: lsp.SemanticTokensRangeParams) -> Written | None:
        data = await tokens(params.text_document, params.range)
        return None if data is None else Written({"data": data})


def _written(data: list[int], number: str) -> Written:
    return Written({"data": data, "resultId": number})


def encoded(text: Text, tokens: Sequence[SemanticToken], encoding: Encoding) -> list[int]:
    """Five numbers a token: lines and columns from the one before, its length, kind and modifiers."""
    data: list[int] = []
    line = column = 0
    places = text.lsp_places([token[:2] for token in tokens], encoding)
    for (row, at, length), (_, _, kind, modifiers) in zip(places, tokens, strict=True):
        data += (row - line, at - column if row == line else at, length, _NUMBERS[kind], modifiers)
        line, column = row, at
    return data


def difference(old: Sequence[int], new: Sequence[int]) -> list[lsp.SemanticTokensEdit]:
    """One edit: what is between the parts that both begin and end with."""
    if old == new:
        return []
    shortest = min(len(old), len(new))
    head = _most(shortest, lambda size: old[:size] == new[:size])
    tail = _most(shortest - head, lambda size: old[len(old) - size :] == new[len(new) - size :])
    return [lsp.SemanticTokensEdit(head, len(old) - head - tail, list(new[head : len(new) - tail]))]


def _most(limit: int, holds: Callable[[int], bool]) -> int:
    """The largest number up to a limit for which something holds that holds for all smaller ones."""
    return bisect_left(range(1, limit + 1), True, key=lambda size: not holds(size))

"""textDocument/documentSymbol."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from ...base.position import Encoding, Text
from ...engine.engine import Snapshot
from ...features.document_symbols import document_symbols
from ...features.symbol import Symbol
from ..convert import SYMBOL_KINDS, range_of
from ..server import Server

#: Nobody looks through more, and to write them would make others wait.
_MOST = 5000


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def handle(
        params: lsp.DocumentSymbolParams,
    ) -> list[lsp.DocumentSymbol] | list[lsp.SymbolInformation] | None:
        def question(snapshot: Snapshot, path: str) -> list[lsp.DocumentSymbol]:
            text = snapshot.text(path)
            assert text is not None
            symbols = document_symbols(snapshot, path)[:_MOST]
            return [_symbol(text, symbol, server.encoding) for symbol in symbols]

        found = await server.ask_about(params.text_document, question)
        if found is None or _takes_trees(server.client_capabilities):
            return found
        return [flat for symbol in found for flat in _flat(symbol, params.text_document.uri)]


def _symbol(text: Text, symbol: Symbol, encoding: Encoding) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        symbol.name,
        SYMBOL_KINDS[symbol.kind],
        range_of(text, symbol.span, encoding),
        range_of(text, symbol.name_span, encoding),
        symbol.detail or None,
        children=[_symbol(text, child, encoding) for child in symbol.children],
    )


def _flat(symbol: lsp.DocumentSymbol, uri: str) -> Iterator[lsp.SymbolInformation]:
    yield lsp.SymbolInformation(lsp.Location(uri, symbol.selection_range), symbol.name, symbol.kind)
    for child in symbol.children or ():
        yield from _flat(child, uri)


def _takes_trees(capabilities: lsp.ClientCapabilities) -> bool:
    document = capabilities.text_document
    known = document.document_symbol if document is not None else None
    return bool(known and known.hierarchical_document_symbol_support)

"""textDocument/definition."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.definition import Target, definition
from ..convert import range_of
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def handle(params: lsp.DefinitionParams) -> list[lsp.LocationLink] | list[lsp.Location] | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> list[lsp.LocationLink]:
            return [_link(server, snapshot, path, target) for target in definition(snapshot, path, offset)]

        links = await server.ask_at(params, question)
        if not links:
            return None
        if _takes_links(server.client_capabilities):
            return links
        return [lsp.Location(link.target_uri, link.target_selection_range) for link in links]


def _link(server: Server, snapshot: Snapshot, asking: str, target: Target) -> lsp.LocationLink:
    here, there = snapshot.text(asking), snapshot.text(target.path)
    assert here is not None
    assert there is not None
    return lsp.LocationLink(
        server.uri(target.path),
        range_of(there, target.span, server.encoding),
        range_of(there, target.name_span, server.encoding),
        range_of(here, target.origin, server.encoding),
    )


def _takes_links(capabilities: lsp.ClientCapabilities) -> bool:
    document = capabilities.text_document
    return bool(document and document.definition and document.definition.link_support)

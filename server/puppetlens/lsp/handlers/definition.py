"""textDocument/definition, textDocument/declaration, textDocument/typeDefinition."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.definition import Target, declaration, definition
from ...features.type_definition import type_definition
from ..convert import range_of
from ..server import Placed, Server

Links = list[lsp.LocationLink] | list[lsp.Location] | None


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def defined(params: lsp.DefinitionParams) -> Links:
        said = server.client_capabilities.text_document
        return await _answer(server, params, definition, said.definition if said else None)

    @server.feature(lsp.TEXT_DOCUMENT_DECLARATION)
    async def declared(params: lsp.DeclarationParams) -> Links:
        said = server.client_capabilities.text_document
        return await _answer(server, params, declaration, said.declaration if said else None)

    @server.feature(lsp.TEXT_DOCUMENT_TYPE_DEFINITION)
    async def typed(params: lsp.TypeDefinitionParams) -> Links:
        said = server.client_capabilities.text_document
        return await _answer(server, params, type_definition, said.type_definition if said else None)


async def _answer(
    server: Server,
    params: Placed,
    find: Callable[[Snapshot, str, int], tuple[Target, ...]],
    said: lsp.DefinitionClientCapabilities
    | lsp.DeclarationClientCapabilities
    | lsp.TypeDefinitionClientCapabilities
    | None,
) -> Links:
    def question(snapshot: Snapshot, path: str, offset: int) -> list[lsp.LocationLink]:
        return [_link(server, snapshot, path, target) for target in find(snapshot, path, offset)]

    links = await server.ask_at(params, question)
    if not links:
        return None
    if said is not None and said.link_support:
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

"""textDocument/prepareTypeHierarchy, typeHierarchy/supertypes, typeHierarchy/subtypes."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.items import Item
from ...features.type_hierarchy import prepare_type_hierarchy, subtypes, supertypes
from ..items import item_from, lsp_item
from ..server import Server


def register(server: Server) -> None:
    def converted(snapshot: Snapshot, items: Iterable[Item]) -> list[lsp.TypeHierarchyItem]:
        made = (
            lsp_item(lsp.TypeHierarchyItem, snapshot, each, server.uri(each.path), server.encoding) for each in items
        )
        return [item for item in made if item is not None]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY)
    async def prepare(params: lsp.TypeHierarchyPrepareParams) -> list[lsp.TypeHierarchyItem] | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> list[lsp.TypeHierarchyItem]:
            return converted(snapshot, prepare_type_hierarchy(snapshot, path, offset))

        return await server.ask_at(params, question)

    @server.feature(lsp.TYPE_HIERARCHY_SUPERTYPES)
    async def above(params: lsp.TypeHierarchySupertypesParams) -> list[lsp.TypeHierarchyItem] | None:
        item = item_from(params.item)
        if item is None:
            return None
        return await server.ask(lambda snapshot: converted(snapshot, supertypes(snapshot, item)))

    @server.feature(lsp.TYPE_HIERARCHY_SUBTYPES)
    async def below(params: lsp.TypeHierarchySubtypesParams) -> list[lsp.TypeHierarchyItem] | None:
        item = item_from(params.item)

        def question(snapshot: Snapshot) -> Generator[None, None, list[lsp.TypeHierarchyItem]]:
            return converted(snapshot, (yield from subtypes(snapshot, item)) if item is not None else ())

        return await server.search(question)

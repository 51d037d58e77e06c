"""textDocument/completion and completionItem/resolve."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.completion.complete import TRIGGERS, complete
from ...features.completion.resolve import resolve
from ..completion_items import documentation, entity_of, items_of
from ..protocol import Written
from ..server import Server


def register(server: Server) -> None:
    options = lsp.CompletionOptions(trigger_characters=sorted(TRIGGERS), resolve_provider=True)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, options)
    async def handle(params: lsp.CompletionParams) -> Written | None:
        trigger = (params.context.trigger_character if params.context is not None else None) or ""

        def question(snapshot: Snapshot, path: str, offset: int) -> Written | None:
            observed = server.engine.active.observed
            found, text = complete(snapshot, path, offset, trigger, observed), snapshot.text(path)
            if found is None or text is None:
                return None
            return Written(items_of(found, text, path, server.client_capabilities, server.encoding))

        return await server.ask_at(params, question)

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    async def handle_resolve(item: lsp.CompletionItem) -> lsp.CompletionItem:
        asked = entity_of(item)
        if asked is not None:
            path, entity = asked
            told = await server.ask(lambda snapshot: resolve(snapshot, path, entity), path)
            if told is not None:
                item.documentation = documentation(told, server.client_capabilities)
        return item

"""textDocument/prepareCallHierarchy, callHierarchy/incomingCalls, callHierarchy/outgoingCalls."""

from __future__ import annotations

from collections.abc import Generator

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.call_hierarchy import Call, incoming_calls, outgoing_calls, prepare_call_hierarchy
from ..convert import range_of
from ..items import item_from, lsp_item
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare(params: lsp.CallHierarchyPrepareParams) -> list[lsp.CallHierarchyItem] | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> list[lsp.CallHierarchyItem]:
            found = prepare_call_hierarchy(snapshot, path, offset)
            made = (
                lsp_item(lsp.CallHierarchyItem, snapshot, item, server.uri(item.path), server.encoding)
                for item in found
            )
            return [item for item in made if item is not None]

        return await server.ask_at(params, question)

    @server.feature(lsp.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming(params: lsp.CallHierarchyIncomingCallsParams) -> list[lsp.CallHierarchyIncomingCall] | None:
        item = item_from(params.item)

        def question(snapshot: Snapshot) -> Generator[None, None, list[lsp.CallHierarchyIncomingCall]]:
            calls = (yield from incoming_calls(snapshot, item)) if item is not None else ()
            return [
                lsp.CallHierarchyIncomingCall(caller, ranges)
                for call in calls
                for caller, ranges in _call(server, snapshot, call, call.item.path)
            ]

        return await server.search(question)

    @server.feature(lsp.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing(params: lsp.CallHierarchyOutgoingCallsParams) -> list[lsp.CallHierarchyOutgoingCall] | None:
        item = item_from(params.item)

        def question(snapshot: Snapshot) -> list[lsp.CallHierarchyOutgoingCall]:
            return [
                lsp.CallHierarchyOutgoingCall(callee, ranges)
                for call in (outgoing_calls(snapshot, item) if item is not None else ())
                for callee, ranges in _call(server, snapshot, call, item.path if item is not None else "")
            ]

        return await server.ask(question)


def _call(
    server: Server, snapshot: Snapshot, call: Call, caller: str
) -> Generator[tuple[lsp.CallHierarchyItem, list[lsp.Range]], None, None]:
    item = lsp_item(lsp.CallHierarchyItem, snapshot, call.item, server.uri(call.item.path), server.encoding)
    text = snapshot.text(caller)
    if item is not None and text is not None:
        yield item, [range_of(text, span, server.encoding) for span in call.spans]

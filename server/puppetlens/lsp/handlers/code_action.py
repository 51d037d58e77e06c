"""textDocument/codeAction, codeAction/resolve: what an action changes is computed once it is chosen, where the client asks
for it then."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp

from ...base.span import Span
from ...engine.engine import Snapshot
from ...features.code_actions import Offer, action_kinds, code_actions
from ..convert import diagnostic
from ..server import Server
from ..uris import to_path
from ..workspace_edit import workspace_edit


def register(server: Server) -> None:
    options = lsp.CodeActionOptions(action_kinds(), resolve_provider=True)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, options)
    async def handle(params: lsp.CodeActionParams) -> list[lsp.CodeAction] | None:
        uri, kinds, later = params.text_document.uri, _only(params), _resolves(server)

        def question(snapshot: Snapshot, path: str) -> list[lsp.CodeAction]:
            text = snapshot.text(path)
            assert text is not None
            ends = (params.range.start, params.range.end)
            span = Span(*(text.lsp_offset(at.line, at.character, server.encoding) for at in ends))
            found, operations = [], server.takes().operations
            creates, moves = (
                each in operations for each in (lsp.ResourceOperationKind.Create, lsp.ResourceOperationKind.Rename)
            )
            for offer in code_actions(
                snapshot, path, span, kinds, server.engine.findings.unused_ignores(snapshot, path)
            ):
                if offer.reason:
                    if _shows_reasons(server):
                        found.append(_refused(offer))
                    continue
                if (offer.creates and not creates) or (offer.moves and not moves):
                    continue
                data = {"uri": uri, "span": list(span), "title": offer.title, "kind": offer.kind}
                found.append(_action(server, snapshot, offer, data if later else None))
            return found

        return await server.ask_about(params.text_document, question)

    @server.feature(lsp.CODE_ACTION_RESOLVE)
    async def resolve(action: lsp.CodeAction) -> lsp.CodeAction:
        data: Any = action.data
        is_ours = isinstance(data, dict) and data.keys() >= {"uri", "span", "title", "kind"}
        path = to_path(data["uri"]) if is_ours else None

        def question(snapshot: Snapshot) -> lsp.WorkspaceEdit | None:
            told = server.engine.findings.unused_ignores(snapshot, path or "")
            for offer in code_actions(snapshot, path or "", Span(*data["span"]), [data["kind"]], told):
                if offer.title == data["title"]:
                    edit = workspace_edit(snapshot, offer.changes(), server.takes())[0]
                    server.remember(snapshot, edit)
                    return edit
            return None

        if path is not None:
            action.edit = await server.ask(question, path)
        return action


def _only(params: lsp.CodeActionParams) -> list[str]:
    return [kind.value if isinstance(kind, lsp.CodeActionKind) else kind for kind in params.context.only or ()]


def _action(server: Server, snapshot: Snapshot, offer: Offer, data: dict[str, Any] | None) -> lsp.CodeAction:
    finding, diagnostics = offer.finding, None
    text = snapshot.text(finding.path) if finding is not None else None
    if finding is not None and text is not None:
        diagnostics = [diagnostic(text, finding, server.encoding, server.uri)]
    return lsp.CodeAction(
        offer.title,
        offer.kind,
        diagnostics,
        is_preferred=offer.preferred or None,
        edit=workspace_edit(snapshot, offer.changes(), server.takes())[0] if data is None else None,
        data=data,
    )


def _refused(offer: Offer) -> lsp.CodeAction:
    return lsp.CodeAction(offer.title, offer.kind, disabled=lsp.CodeActionDisabled(offer.reason))


def _shows_reasons(server: Server) -> bool:
    document = server.client_capabilities.text_document
    return bool(document and document.code_action and document.code_action.disabled_support)


def _resolves(server: Server) -> bool:
    document = server.client_capabilities.text_document
    said = document.code_action if document is not None else None
    return bool(said and said.data_support and said.resolve_support and "edit" in said.resolve_support.properties)

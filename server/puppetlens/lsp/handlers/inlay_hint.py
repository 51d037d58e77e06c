"""textDocument/inlayHint."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...base.position import Encoding, Text
from ...base.span import Span
from ...engine.engine import Snapshot
from ...features.inlay_hints import HintKinds, InlayHint, inlay_hints
from ...features.node_hints import value_hints
from ..convert import position, range_of
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    async def handle(params: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
        told = server.engine.settings
        kinds = HintKinds(told.inlay_hints_variable_types, told.inlay_hints_parameter_names, told.inlay_hints_defaults)
        between = params.range

        def question(snapshot: Snapshot, path: str) -> list[lsp.InlayHint]:
            start, end = (server.offset(snapshot, path, each) for each in (between.start, between.end))
            text = snapshot.text(path)
            assert text is not None
            found = inlay_hints(snapshot, path, start, end, kinds)
            observed = server.engine.active.observed if told.inlay_hints_node_values else None
            if observed is not None:
                found = (*found, *value_hints(snapshot, path, start, end, observed))
            return [_hint(text, each, server.encoding) for each in found]

        return await server.ask_about(params.text_document, question)


def _hint(text: Text, hint: InlayHint, encoding: Encoding) -> lsp.InlayHint:
    at = Span(hint.offset, hint.offset)
    return lsp.InlayHint(
        position(text, hint.offset, encoding),
        hint.label,
        lsp.InlayHintKind.Parameter if hint.kind == "parameter" else lsp.InlayHintKind.Type,
        [lsp.TextEdit(range_of(text, at, encoding), hint.insert)] if hint.insert else None,
        lsp.MarkupContent(lsp.MarkupKind.Markdown, hint.tooltip) if hint.tooltip else None,
        padding_left=hint.kind == "default",
        padding_right=hint.before,
    )

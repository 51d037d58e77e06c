"""textDocument/signatureHelp."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.signature_help import TRIGGERS, TRIGGERS_AGAIN, SignatureText, signature_help
from ..server import Server


def register(server: Server) -> None:
    options = lsp.SignatureHelpOptions(trigger_characters=list(TRIGGERS), retrigger_characters=list(TRIGGERS_AGAIN))

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, options)
    async def handle(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        def question(snapshot: Snapshot, path: str, offset: int) -> lsp.SignatureHelp | None:
            found = signature_help(snapshot, path, offset)
            if found is None:
                return None
            texts = [signature_of(each, server.client_capabilities) for each in found.signatures]
            return lsp.SignatureHelp(texts, found.active, texts[found.active].active_parameter)

        return await server.ask_at(params, question)


def signature_of(text: SignatureText, client: lsp.ClientCapabilities) -> lsp.SignatureInformation:
    """A signature as a client takes it."""
    taken = client.text_document.signature_help if client.text_document is not None else None
    known = taken.signature_information if taken is not None else None
    markdown = known is not None and lsp.MarkupKind.Markdown in (known.documentation_format or ())
    offsets = known is not None and known.parameter_information is not None
    places = offsets and bool(
        known and known.parameter_information and known.parameter_information.label_offset_support
    )

    def doc(told: str) -> lsp.MarkupContent | str | None:
        return None if not told else lsp.MarkupContent(lsp.MarkupKind.Markdown, told) if markdown else told

    parameters = [
        lsp.ParameterInformation(
            (_units(text.label, each.start), _units(text.label, each.end))
            if places
            else text.label[each.start : each.end],
            doc(each.doc),
        )
        for each in text.parameters
    ]
    # A number beyond them is what those clients know for "none" that do not take null.
    takes_none = known is not None and known.no_active_parameter_support
    active = len(parameters) if text.active is None and not takes_none else text.active
    return lsp.SignatureInformation(text.label, doc(text.doc), parameters, active)


def _units(label: str, at: int) -> int:
    """A place in a label in UTF-16, whatever was agreed on for documents."""
    return len(label[:at].encode("utf-16-le")) // 2

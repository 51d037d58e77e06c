"""textDocument/codeLens, codeLens/resolve.

A lens shows its places with the command `puppetlens.showReferences` (URI, position, locations), which is the client's
own. It says that it has it as rust-analyzer's clients do: `{"commands": {"commands": [...]}}` in its experimental
capabilities. For other clients a lens only tells.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from lsprotocol import types as lsp

from ...base.span import Span
from ...engine.engine import Snapshot
from ...features.code_lens import Lens, code_lenses, count
from ...features.items import Item
from ...features.node_lenses import class_lenses, node_lenses
from ..convert import range_of
from ..server import Server
from ..uris import to_path

SHOW = "puppetlens.showReferences"


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=True))
    async def handle(params: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
        uri = params.text_document.uri

        def question(snapshot: Snapshot, path: str) -> list[lsp.CodeLens]:
            text, found = snapshot.text(path), code_lenses(snapshot, path)
            assert text is not None
            observed = server.engine.active.observed
            of_node = class_lenses(snapshot, path, server.engine.previews.classes)
            of_node += () if observed is None else node_lenses(snapshot, path, observed)
            told = [
                lsp.CodeLens(range_of(text, lens.span, server.encoding), lsp.Command(lens.title, ""))
                for lens in of_node
            ]
            return told + [
                lsp.CodeLens(
                    range_of(text, lens.item.name_span, server.encoding),
                    data={"uri": uri, "kind": lens.item.kind, "name": lens.item.name, "what": lens.what},
                )
                for lens in found
            ]

        return await server.ask_about(params.text_document, question) if server.engine.settings.code_lens else None

    @server.feature(lsp.CODE_LENS_RESOLVE)
    async def resolve(lens: lsp.CodeLens) -> lsp.CodeLens:
        data: Any = lens.data
        is_ours = isinstance(data, dict) and data.keys() >= {"uri", "kind", "name", "what"}
        path = to_path(data["uri"]) if is_ours else None
        if path is None or data["what"] not in ("references", "declared", "keys"):
            return lens
        asked = Lens(Item(data["name"], data["kind"], path, Span(0, 0), Span(0, 0)), data["what"])

        def question(snapshot: Snapshot) -> Generator[None, None, lsp.Command | None]:
            found = yield from count(snapshot, asked)
            if found is None:
                return None
            if not found.places or not _shows(server.client_capabilities):
                return lsp.Command(found.title, "")
            locations = yield from server.locations(snapshot, found.places)
            return lsp.Command(found.title, SHOW, arguments=[data["uri"], lens.range.start, locations])

        lens.command = await server.search(question, path)
        return lens


def _shows(capabilities: lsp.ClientCapabilities) -> bool:
    said: Any = capabilities.experimental
    commands = said.get("commands") if isinstance(said, dict) else getattr(said, "commands", None)
    names = commands.get("commands") if isinstance(commands, dict) else getattr(commands, "commands", None)
    return isinstance(names, (list, tuple)) and SHOW in names

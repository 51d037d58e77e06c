"""workspace/textDocumentContent: the catalog of a node as a document that the client opens by its address.

`puppetlens:/web01.example.com`, with `?environment=NAME` where the node is in several. Who has opened one is asked to read
it again whenever it is out of date.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from urllib.parse import parse_qs, unquote, urlsplit

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...engine.nodes import choose_node
from ...engine.previews import Node
from ..server import Server
from .preview_catalog import chosen, previewed

SCHEME = "puppetlens"


def register(server: Server) -> None:
    shown: dict[str, Node] = {}

    @server.feature(lsp.WORKSPACE_TEXT_DOCUMENT_CONTENT, lsp.TextDocumentContentOptions([SCHEME]))
    async def handle(params: lsp.TextDocumentContentParams) -> lsp.TextDocumentContentResult:
        name, environment = _asked(params.uri)
        known = await chosen(server, lambda snapshot: choose_node(snapshot, name, environment))
        found = await previewed(server, known, None)
        shown[params.uri] = Node(known.root, known.name)
        return lsp.TextDocumentContentResult(found["text"])

    def refresh(nodes: Iterable[Node]) -> None:
        outdated = frozenset(nodes)
        for uri in [uri for uri, node in shown.items() if node in outdated]:
            del shown[uri]
            refreshed = server.workspace_text_document_content_refresh_async(lsp.TextDocumentContentRefreshParams(uri))
            asked = asyncio.ensure_future(refreshed)
            asked.add_done_callback(lambda future: future.cancelled() or future.exception())  # nobody waits

    server.outdated = refresh


def _asked(uri: str) -> tuple[str, str | None]:
    """The node, and the environment if one is named; raises `JsonRpcInvalidParams`."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        parts = urlsplit("")
    name = unquote(parts.path).strip("/")
    if parts.scheme != SCHEME or not name or "/" in name:
        raise JsonRpcInvalidParams(f"the address of a catalog is {SCHEME}:/NODE, this is {uri}")
    return name, next(iter(parse_qs(parts.query).get("environment", ())), None)

"""Command puppetlens.whyBefore (docs/protocol.md): why one resource of a catalog is applied before another."""

from __future__ import annotations

import json
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...engine.classes import AskedClass, choose_class
from ...engine.engine import Snapshot
from ...engine.nodes import KnownNode, choose_node
from ...engine.previews import Node
from ..server import Server
from .preview_catalog import chosen, overviewed, refuse_other_than_strings

_TEXTS = ("first", "then", "node", "environment", "class")


def register(server: Server) -> None:
    @server.command("puppetlens.whyBefore")
    async def handle(params: lsp.ExecuteCommandParams) -> dict[str, Any]:
        given = _arguments(params)

        def choose(snapshot: Snapshot) -> tuple[str, KnownNode]:
            if given.get("class"):
                return choose_class(
                    snapshot, AskedClass(given["class"], None, 0, given.get("node"), given.get("environment"))
                )
            return "", choose_node(snapshot, given.get("node"), given.get("environment"))

        class_name, known = await chosen(server, choose)
        node = Node(known.root, known.name, class_name)
        if node not in server.overviews:
            parameters = given.get("parameters") or {}
            await overviewed(server, known, params.work_done_token, class_name, parameters=parameters)
        from ...catalog.graph_order import why_before  # with types, which a start does without
        from ...catalog.overview import ordered

        found = server.overviews.get(node)
        known_order = ordered({"resources": [], "relations": [], "files": []} if found is None else json.loads(found))
        first, then = given["first"], given["then"]
        for name in (first, then):
            if (name, True) not in known_order.after:
                raise JsonRpcInvalidParams(f"{name} is not in the catalog")
        chain = why_before(known_order, first, then)
        told = None if chain is None else [{**step._asdict(), "origin": _place(step.origin)} for step in chain]
        return {"chain": told, "reverse": chain is None and why_before(known_order, then, first) is not None}


def _place(origin: Any) -> dict[str, Any] | None:
    return {name: origin.get(name) for name in ("file", "line", "column")} if origin.get("file") else None


def _arguments(params: lsp.ExecuteCommandParams) -> dict[str, Any]:
    given = params.arguments[0] if params.arguments else None
    if not isinstance(given, dict) or not isinstance(given.get("first"), str) or not isinstance(given.get("then"), str):
        raise JsonRpcInvalidParams(
            'the argument of puppetlens.whyBefore is {"first", "then", "node"?, "environment"?, "class"?}'
        )
    refuse_other_than_strings(given, *_TEXTS)
    return given

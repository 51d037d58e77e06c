"""Command puppetlens.explain (docs/protocol.md): why a resource is in the catalog of a node, and why it is as it is."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...engine.nodes import choose_node
from ..server import Server
from .preview_catalog import chosen, previewed, refuse_other_than_strings


def register(server: Server) -> None:
    @server.command("puppetlens.explain")
    async def handle(params: lsp.ExecuteCommandParams) -> dict[str, Any]:
        resource, node, environment = _arguments(params)
        known = await chosen(server, lambda snapshot: choose_node(snapshot, node, environment))
        found = await previewed(server, known, params.work_done_token, provenance=True)
        from ...catalog.explanation import explain, missing, named  # with types, which a start does without
        from ...catalog.explanation_text import explanation_lines

        told = {name: found[name] for name in ("node", "environment", "root", "incomplete", "error")}
        if found["catalog"] is None:
            return {**told, "explanation": None, "text": found["text"]}
        name = named(found["catalog"], resource)
        if name is None:
            raise JsonRpcInvalidParams(missing(found["catalog"], resource))
        explanation = explain(found, name)
        text = "\n".join(explanation_lines(explanation, known.root))
        return {**told, "explanation": explanation.as_data(), "text": text}


def _arguments(params: lsp.ExecuteCommandParams) -> tuple[str, str | None, str | None]:
    """`[{"resource", "node"?, "environment"?}]`; raises `JsonRpcInvalidParams`."""
    given = params.arguments[0] if params.arguments else None
    if not isinstance(given, dict) or not isinstance(given.get("resource"), str):
        raise JsonRpcInvalidParams('the argument of puppetlens.explain is {"resource", "node"?, "environment"?}')
    refuse_other_than_strings(given, "node", "environment")
    return given["resource"], given.get("node"), given.get("environment")

"""Command puppetlens.previewClass (docs/protocol.md): "Preview this class"."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...engine.classes import AskedClass, choose_class
from ..protocol import Written
from ..server import Server
from ..uris import to_path
from .preview_catalog import choice, chosen, line_of, overviewed, previewed, refuse_other_than_strings

_TEXTS = ("class", "uri", "node", "environment")


def register(server: Server) -> None:
    @server.command("puppetlens.previewClass")
    async def handle(params: lsp.ExecuteCommandParams) -> dict[str, Any] | Written:
        asked, parameters, overview = _arguments(params)
        name, known = await chosen(server, lambda snapshot: choose_class(snapshot, asked))
        if overview:
            found = await overviewed(server, known, params.work_done_token, name, parameters=parameters)
            return Written({"class": name, **found})
        return {"class": name, **await previewed(server, known, params.work_done_token, name, parameters=parameters)}


def _arguments(params: lsp.ExecuteCommandParams) -> tuple[AskedClass, dict[str, Any], bool]:
    """`[{"class"?, "uri"?, "line"?, "node"?, "environment"?, "parameters"?, "overview"?}]`; raises `JsonRpcInvalidParams`."""
    given = params.arguments[0] if params.arguments else {}
    if not isinstance(given, dict) or not (given.get("class") or given.get("uri")):
        raise JsonRpcInvalidParams('the argument of puppetlens.previewClass is {"class", ...} or {"uri", "line", ...}')
    refuse_other_than_strings(given, *_TEXTS)
    parameters = given.get("parameters") or {}
    if not isinstance(parameters, dict):
        raise JsonRpcInvalidParams("'parameters' must be an object: a name and a value for each")
    path = to_path(given["uri"]) if given.get("uri") else None
    asked = AskedClass(given.get("class"), path, line_of(given), given.get("node"), given.get("environment"))
    return asked, parameters, choice(given, "overview")

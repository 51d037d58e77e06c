"""Command puppetlens.explain (docs/protocol.md): why a resource is in the catalog of a node, and why it is as it is."""

from __future__ import annotations

from typing import Any, NamedTuple

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...engine.nodes import choose_node
from ..server import Server
from ..uris import to_path
from .preview_catalog import chosen, line_of, note_on, previewed, refuse_other_than_strings


class _Asked(NamedTuple):
    """A resource by its name, or what comes from a line (from 0 on) of the file `path`, where the cursor is at the word `resource`."""

    resource: str
    path: str | None
    line: int
    node: str | None
    environment: str | None


def register(server: Server) -> None:
    @server.command("puppetlens.explain")
    async def handle(params: lsp.ExecuteCommandParams) -> dict[str, Any]:
        asked = _arguments(params)
        known = await chosen(server, lambda snapshot: choose_node(snapshot, asked.node, asked.environment))
        found = await previewed(server, known, params.work_done_token, provenance=True)
        from ...catalog.explanation import at_line, explain, missing, named  # with types, which a start does without
        from ...catalog.explanation_text import explanation_lines

        told = {name: found[name] for name in ("node", "environment", "root", "incomplete", "error")}
        if found["catalog"] is None:
            return {**told, "explanation": None, "text": found["text"]}
        note = await note_on(server, known)
        if asked.path is not None:
            name = at_line(found, asked.path, asked.line + 1, asked.resource)
            if name is None:
                raise _refused(f"nothing in the catalog of {known.name} comes from this line", note)
        elif (name := named(found["catalog"], asked.resource)) is None:
            raise _refused(missing(found["catalog"], asked.resource), note)
        explanation = explain(found, name)
        text = "\n".join([*([note, ""] if note else []), *explanation_lines(explanation, known.root)])
        return {**told, "explanation": explanation.as_data(), "text": text}


def _refused(problem: str, note: str) -> JsonRpcInvalidParams:
    end = "" if problem.endswith("?") else "."
    return JsonRpcInvalidParams(f"{problem}{end} {note}" if note else problem)


def _arguments(params: lsp.ExecuteCommandParams) -> _Asked:
    """`[{"resource"?, "uri"?, "line"?, "node"?, "environment"?}]`; raises `JsonRpcInvalidParams`."""
    given = params.arguments[0] if params.arguments else None
    if not isinstance(given, dict) or not (given.get("resource") or given.get("uri")):
        raise JsonRpcInvalidParams('the argument of puppetlens.explain is {"resource", ...} or {"uri", "line", ...}')
    refuse_other_than_strings(given, "resource", "uri", "node", "environment")
    path = to_path(given["uri"]) if given.get("uri") else None
    resource = given.get("resource") or ""
    return _Asked(resource, path, line_of(given), given.get("node"), given.get("environment"))

"""Command puppetlens.previewCatalog (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...catalog.incomplete import as_data, incompleteness
from ...catalog.text import preview_text
from ...engine.engine import Snapshot
from ...engine.nodes import KnownNode, NodeError, choose_node
from ...engine.preconditions import without_facts
from ...engine.previews import NOTHING, Job, Node, fault_answer
from ...workers.pool import WorkerFault
from ..progress import shown_progress
from ..protocol import Written
from ..server import Server

T = TypeVar("T")


def register(server: Server) -> None:
    @server.command("puppetlens.previewCatalog")
    async def handle(params: lsp.ExecuteCommandParams) -> dict[str, Any] | Written:
        asked = _arguments(params)
        known = await chosen(server, lambda snapshot: choose_node(snapshot, asked.node, asked.environment))
        if asked.overview:
            return Written(await overviewed(server, known, params.work_done_token))
        return await previewed(server, known, params.work_done_token, provenance=asked.provenance)


async def chosen(server: Server, choose: Callable[[Snapshot], T]) -> T:
    """What is meant, as `choose` says; raises `JsonRpcInvalidParams` where that is not clear."""
    try:
        return await server.ask(choose)
    except NodeError as error:
        raise JsonRpcInvalidParams(str(error)) from None


async def note_on(server: Server, known: KnownNode) -> str:
    """That there are no facts of a node, whose name may be mistyped; empty where there are some."""
    if known.facts:
        return ""
    return await server.ask(lambda snapshot: without_facts(snapshot.files, known.root, known.name))


def refuse_other_than_strings(given: Mapping[str, Any], *names: str) -> None:
    """Raises `JsonRpcInvalidParams`; what is left out is fine."""
    for name in names:
        if given.get(name) is not None and not isinstance(given[name], str):
            raise JsonRpcInvalidParams(f"'{name}' must be a string")


def line_of(given: Mapping[str, Any]) -> int:
    """Raises `JsonRpcInvalidParams`; what is left out is the first."""
    line = given.get("line") or 0
    if not isinstance(line, int) or line < 0:
        raise JsonRpcInvalidParams("'line' must be a number from 0 on")
    return line


def choice(given: Mapping[str, Any], name: str) -> bool:
    """Raises `JsonRpcInvalidParams`; what is left out is false."""
    chosen = given.get(name, False)
    if not isinstance(chosen, bool):
        raise JsonRpcInvalidParams(f"'{name}' must be true or false")
    return chosen


async def previewed(
    server: Server,
    known: KnownNode,
    token: lsp.ProgressToken | None,
    class_name: str = "",
    *,
    provenance: bool = False,
    parameters: Mapping[str, Any] = NOTHING,
) -> dict[str, Any]:
    """The command's result; with `class_name` of that class alone, which gets `parameters`."""
    note = await note_on(server, known)
    job = server.engine.previews.start(Node(known.root, known.name, class_name), provenance, parameters)
    answer = await _answer(server, job, token, class_name or known.name)
    if provenance:
        answer.setdefault("provenance", None)
    told = _told(known, answer, note, class_name)
    del answer["holes"]
    return {**told, **answer}


async def overviewed(
    server: Server,
    known: KnownNode,
    token: lsp.ProgressToken | None,
    class_name: str = "",
    *,
    parameters: Mapping[str, Any] = NOTHING,
) -> dict[str, Any]:
    """The same with the overview in place of the catalog, and of what would be needed to make it from the catalog."""
    note, node = await note_on(server, known), Node(known.root, known.name, class_name)
    shown = {"environment": known.environment, "note": note, "class_name": class_name}
    job = server.engine.previews.start(node, parameters=parameters, shown=shown)
    about = {"node": known.name, "environment": known.environment, "root": known.root, "facts": known.facts}
    try:
        answer = await _result(server, job, token, class_name or known.name)
    except WorkerFault as fault:
        answer = fault_answer(fault)
        told = _told(known, answer, note, class_name)
        return {
            **about,
            "text": told["text"],
            "incomplete": told["incomplete"],
            "error": answer["error"],
            "overview": None,
        }
    found = answer["overview"]
    if found is not None:
        server.keep_overview(node, found)
    told = {name: answer[name] for name in ("text", "incomplete", "error")}
    return {**about, **told, "overview": None if found is None else msgspec.Raw(found.encode())}


def _told(known: KnownNode, answer: Mapping[str, Any], note: str, class_name: str) -> dict[str, Any]:
    """What it is about, in words, and what is missing in it."""
    return {
        "node": known.name,
        "environment": known.environment,
        "root": known.root,
        "text": preview_text(known.name, known.environment, known.root, answer, note=note, class_name=class_name),
        "incomplete": as_data(incompleteness(answer)),
    }


async def _answer(server: Server, job: Job, token: lsp.ProgressToken | None, whose: str) -> dict[str, Any]:
    try:
        return await _result(server, job, token, whose)
    except WorkerFault as fault:
        return fault_answer(fault)


async def _result(server: Server, job: Job, token: lsp.ProgressToken | None, whose: str) -> dict[str, Any]:
    """What the job gives; raises `WorkerFault`."""
    try:
        async with shown_progress(server, token, f"Catalog of {whose}", job.token.cancel):
            return await asyncio.wrap_future(job.future)
    except asyncio.CancelledError:
        job.token.cancel()
        raise
    finally:
        server.engine.look_at_previews()


class _Asked(NamedTuple):
    node: str | None
    environment: str | None
    provenance: bool
    overview: bool


def _arguments(params: lsp.ExecuteCommandParams) -> _Asked:
    """`[{"node"?, "environment"?, "provenance"?, "overview"?}]`; raises `JsonRpcInvalidParams`."""
    given = params.arguments[0] if params.arguments else {}
    if not isinstance(given, dict):
        raise JsonRpcInvalidParams(
            'the argument of puppetlens.previewCatalog is {"node"?, "environment"?, "provenance"?, "overview"?}'
        )
    refuse_other_than_strings(given, "node", "environment")
    return _Asked(given.get("node"), given.get("environment"), choice(given, "provenance"), choice(given, "overview"))

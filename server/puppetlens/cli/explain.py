"""`puppetlens explain`: why a resource is in a node's catalog, and why it is as it is."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from . import names, options
from .asked import Asked, about_node
from .limits import Limits, limits
from .output import tell_error


@click.command()
@click.argument("node", shell_complete=names.nodes)
@click.argument("resource", shell_complete=names.resources)
@about_node()
@options.form("text", "json")
@limits(60)
def command(asked: Asked, resource: str, form: str, limits: Limits) -> None:
    """Tell why RESOURCE is in the catalog of NODE: `File[/etc/motd]`, or the name of a class.

    Where it was declared, what contains it, what includes its class, what set each parameter (code, a default, an override, a
    collector, Hiera's file and line), and what it comes after and before. Secrets are `<sensitive>`.

    Exit status: 0 it is there, 1 the compilation failed, 2 wrong use, or there is no such resource, 3 there is none, but
    parts of the catalog cannot be known here, 4 it took more time or memory than it may.
    """
    from ..catalog.explanation import explain, missing, named
    from ..catalog.explanation_text import explanation_lines
    from ..catalog.incomplete import incomplete_lines, incompleteness
    from ..workers.jobs import preview_on_disk

    def preview(token: Any) -> dict[str, Any]:
        asked.need()
        return preview_on_disk(asked.request(provenance=True), token)

    found = limits.keep(preview)
    if found["error"] is not None:
        asked.show_logs(found["logs"])
        asked.fail(found["error"], f" on node {asked.node}")
    name = named(found["catalog"], resource)
    if name is None:
        incomplete = incompleteness(found)
        tell_error(missing(found["catalog"], resource))
        if incomplete is not None and incomplete.missing:
            asked.end_incomplete(incomplete_lines(incomplete, asked.root))
        sys.exit(2)
    explanation = explain(found, name)
    if form == "json":
        click.echo(json.dumps(explanation.as_data(), indent=2))
    else:
        for line in explanation_lines(explanation, asked.root):
            click.echo(line)

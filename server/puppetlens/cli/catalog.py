"""`puppetlens catalog`: the catalog of a node."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from . import options

if TYPE_CHECKING:
    from ..engine.settings import Settings


@click.command()
@click.argument("node")
@options.environment
@options.facts
@click.option(
    "--manifest",
    type=click.Path(exists=True),
    metavar="FILE",
    help="The main manifest, instead of the environment's own.",
)
@options.settings(*options.LANGUAGE)
@options.form("json")
@options.debug
def command(
    node: str,
    environment: str,
    facts: str | None,
    manifest: str | None,
    form: str,
    debug: bool,
    settings: Settings,
) -> None:
    """Compile the catalog of NODE, as an agent would get it.

    JSON is the document of the agent (rich data, virtual resources left out); text has a line `Type[title]` a
    resource, in the catalog's order. Messages of the compilation, and what could not be known here (and so
    may be missing or differ), go to stderr.

    Exit status: 0 there is a catalog, 1 the compilation failed, 2 wrong use.
    """
    from ..workers.garbage import collect_rarely, leave_to_the_system

    collect_rarely()
    leave_to_the_system()
    from ..catalog.text import catalog_json, error_text, log_text, resource_names, shown_logs, unknown_text
    from ..engine.language import evaluation_settings
    from ..workers.jobs import preview_on_disk

    request = {
        "environment_dir": os.path.abspath(environment),
        "node": node,
        "facts": os.path.abspath(facts) if facts is not None else None,
        "manifest": os.path.abspath(manifest) if manifest is not None else None,
        "settings": evaluation_settings(settings),
    }
    found = preview_on_disk(request)
    for log in shown_logs(found["logs"], debug):
        click.echo(log_text(log), err=True)
    for unknown in found["unknown"]:
        click.echo(unknown_text(unknown), err=True)
    if found["error"] is not None:
        click.echo(f"Error: {error_text(found['error'])} on node {node}", err=True)
        sys.exit(1)
    if form == "json":
        click.echo(catalog_json(found["catalog"]))
    else:
        for name in resource_names(found["catalog"]):
            click.echo(name)

"""`puppetlens catalog --verify`: the catalog here beside that of the Puppet that is installed."""

from __future__ import annotations

import json
import sys
from typing import Any, NoReturn

import click

from .asked import Asked

_MISSING = (
    "--verify needs Puppet on this machine: a `ruby` on the PATH that can load it, or the one that the package puppet-agent "
    "brings"
)


def show_verified(asked: Asked, request: dict[str, Any], form: str) -> NoReturn:
    """Compile here and there, tell the differences, and end with the status that says whether there are any."""
    from ..workers.jobs import preview_on_disk
    from ..workers.node_request import Unusable
    from ..workers.verify import NoAnswer, compile_there, find_puppet

    if asked.contained:
        raise click.UsageError("--verify lets Puppet read and run what the environment says: it cannot be --contained")
    if asked.no_facts:
        raise click.UsageError("--verify needs facts, as Puppet does: without --no-facts")
    puppet = find_puppet()
    if puppet is None:
        click.echo(f"Error: {_MISSING}", err=True)
        sys.exit(2)
    followed = {"puppet_version": puppet.followed, "vendored_modules": puppet.vendored_modules}
    request = {**request, "settings": {**request["settings"], **followed}}
    secrets: set[str] = set()
    ours = preview_on_disk(request, secrets=secrets)
    try:
        theirs = compile_there(puppet, request, secrets)
    except (NoAnswer, Unusable) as problem:
        click.echo(f"Error: {problem}", err=True)
        sys.exit(2)
    if ours["error"] is None and theirs["error"] is None:
        _show(asked, ours, theirs, f"Puppet {puppet.version}", form)
    _show_errors(asked, ours, theirs, f"Puppet {puppet.version}")


def _show(asked: Asked, ours: dict[str, Any], theirs: dict[str, Any], whose: str, form: str) -> NoReturn:
    from ..catalog.comparison import compared, comparison_data, comparison_lines
    from ..catalog.incomplete import incomplete_lines, incompleteness

    found = compared(ours["catalog"], theirs["catalog"], asked.root)
    if form == "json":
        click.echo(json.dumps({"puppet": whose, **comparison_data(found)}, indent=2))
    else:
        for line in comparison_lines(found, whose, asked.root):
            click.echo(line)
    incomplete = incompleteness(ours)
    if not found.same:
        if incomplete is not None:
            click.echo("\n".join(incomplete_lines(incomplete, asked.root)), err=True)
        sys.exit(1)
    if incomplete is not None:
        asked.end_incomplete(incomplete_lines(incomplete, asked.root))
    sys.exit(0)


def _show_errors(asked: Asked, ours: dict[str, Any], theirs: dict[str, Any], whose: str) -> NoReturn:
    from ..catalog.text import error_text

    here = error_text(ours["error"]) if ours["error"] is not None else None
    there = theirs["error"].removesuffix(f" on node {asked.node}") if theirs["error"] is not None else None
    if here is not None and here == there:
        click.echo(f"Error: {here} on node {asked.node}", err=True)
        click.echo(f"{whose} says the same", err=True)
    else:
        click.echo(f"Here: {f'Error: {here}' if here is not None else 'it compiles'}", err=True)
        click.echo(f"{whose}: {f'Error: {there}' if there is not None else 'it compiles'}", err=True)
    sys.exit(1)

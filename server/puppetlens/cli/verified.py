"""`puppetlens catalog --verify`: the catalog here beside that of the Puppet that is installed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from .asked import Asked
from .limits import Limits
from .output import tell_error

_MISSING = (
    "--verify needs Puppet on this machine: a `ruby` on the PATH that can load it, or the one that the package puppet-agent "
    "brings"
)


def show_verified(asked: Asked, request: Callable[[], dict[str, Any]], form: str, limits: Limits) -> NoReturn:
    """Compile here and there, tell the differences, and end with the status that says whether there are any. The limits
    are those of what is done here, to find out what is asked (`request`) among it."""
    from ..workers.given import Unusable
    from ..workers.jobs import preview_on_disk
    from ..workers.verify import NoAnswer, compile_there, find_puppet

    if asked.contained:
        raise click.UsageError("--verify lets Puppet read and run what the environment says: it cannot be --contained")
    if asked.no_facts:
        raise click.UsageError("--verify needs facts, as Puppet does: without --no-facts")
    puppet = find_puppet()
    if puppet is None:
        tell_error(_MISSING)
        sys.exit(2)
    followed = {"puppet_version": puppet.followed, "vendored_modules": puppet.vendored_modules}
    secrets: set[str] = set()

    def preview(token: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        asks = request()
        asks = {**asks, "settings": {**asks["settings"], **followed}}
        return asks, preview_on_disk(asks, token, secrets=secrets)

    asks, ours = limits.keep(preview)
    try:
        theirs = compile_there(puppet, asks, secrets)
    except (NoAnswer, Unusable) as problem:
        tell_error(str(problem))
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
        tell_error(f"{here} on node {asked.node}")
        click.echo(f"{whose} says the same", err=True)
    else:
        click.echo(f"Here: {f'Error: {here}' if here is not None else 'it compiles'}", err=True)
        click.echo(f"{whose}: {f'Error: {there}' if there is not None else 'it compiles'}", err=True)
    sys.exit(1)

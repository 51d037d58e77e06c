"""`puppetlens parse`: does Puppet's parser accept these files?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

import click

from ..engine.verdicts import manifests, verdict
from .output import wants_colour


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATHS...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    help="Of the output; without it text on a terminal, else json.",
)
def command(paths: tuple[str, ...], form: str | None) -> None:
    """Parse manifests and EPP templates: the faults in lines `path:line:column: error: message`, or a JSON line a file.

    A JSON line is {"path", "ok", "errors": [{"message", "line", "column"}]}. `ok` is the parser's verdict:
    Puppet's static rules are not looked at (`check` does). Folders stand for the .pp and .epp files below
    them; what lies below a folder `plans` is read with the keywords of plans. Lines and columns count from 1;
    they are null where a file cannot be read.

    Exit status: 0 all files parse, 1 some do not, 2 wrong use.
    """
    from ..workers.deep_stack import READING_LIMIT, run_deep

    is_text = (form or ("text" if sys.stdout.isatty() else "json")) == "text"
    sys.exit(0 if run_deep(lambda: show_verdicts(paths, is_text), READING_LIMIT) else 1)


def show_verdicts(paths: Iterable[str], is_text: bool) -> bool:
    """Whether all files parse."""
    good = True
    for path in manifests(paths):
        found = verdict(path)
        good = good and found["ok"]
        if not is_text:
            click.echo(json.dumps(found, ensure_ascii=False))
            continue
        for fault in found["errors"]:
            place = ":".join(str(part) for part in (path, fault["line"], fault["column"]) if part is not None)
            click.echo(f"{place}: {click.style('error', fg='red')}: {fault['message']}", color=wants_colour())
    return good

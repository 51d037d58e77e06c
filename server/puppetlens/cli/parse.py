"""`puppetlens parse`: does Puppet's parser accept these files?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

import click

from ..engine.verdicts import manifests, verdict


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATHS...")
def command(paths: tuple[str, ...]) -> None:
    """Parse manifests and EPP templates; a JSON line for each.

    A line is {"path", "ok", "errors": [{"message", "line", "column"}]}. `ok` is the parser's verdict:
    Puppet's static rules are not looked at (`check` does). Folders stand for the .pp and .epp files below
    them; what lies below a folder `plans` is read with the keywords of plans. Lines and columns count from 1;
    they are null where a file cannot be read.

    Exit status: 0 all files parse, 1 some do not, 2 wrong use.
    """
    from ..workers.deep_stack import READING_LIMIT, run_deep

    sys.exit(0 if run_deep(lambda: show_verdicts(paths), READING_LIMIT) else 1)


def show_verdicts(paths: Iterable[str]) -> bool:
    """Whether all files parse."""
    good = True
    for path in manifests(paths):
        found = verdict(path)
        good = good and found["ok"]
        click.echo(json.dumps(found, ensure_ascii=False))
    return good

"""`puppetlens parse`: does Puppet's parser accept these files?"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from ..base.position import Text
from ..syntax.parse import dialect_of, is_plan, parse

SUFFIXES = (".pp", ".epp")


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
        verdict = parse_file(path)
        good = good and verdict["ok"]
        click.echo(json.dumps(verdict, ensure_ascii=False))
    return good


def parse_file(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            text = Text(file.read())
    except OSError as error:
        return {
            "path": path,
            "ok": False,
            "errors": [{"message": error.strerror or str(error), "line": None, "column": None}],
        }
    faults = parse(text, dialect_of(path), is_plan(os.path.abspath(path))).program.faults
    return {
        "path": path,
        "ok": not faults,
        "errors": [{"message": fault.message, **text.puppet_position(fault.anchor)._asdict()} for fault in faults],
    }


def manifests(paths: Iterable[str]) -> Iterator[str]:
    """The paths, with the manifests and templates below for each folder; hidden names are left out."""
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(SUFFIXES))

"""`puppetlens check`: what is wrong with these files?"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from . import options
from .limits import Limits, limits

if TYPE_CHECKING:
    from ..engine.check import Report
    from ..engine.settings import Settings


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, readable=True), metavar="PATHS...")
@options.form("text")
@options.settings(*options.LANGUAGE, "checks", "largest_file")
@limits(600)
def command(paths: tuple[str, ...], form: str, settings: Settings, limits: Limits) -> None:
    """Check manifests and templates: syntax, unknown names and parameters, definitions in the wrong file.

    Folders stand for the .pp and .epp files below them. The environment or module around a file is found by
    itself. Text has a line `path:line:column: severity: message [code]` a finding; JSON is a list of objects
    {"path", "line", "column", "start", "end", "severity", "code", "message"}, where `line` and `column` are
    those that Puppet would print, `start` and `end` the extent.

    Exit status: 0 no errors (there may be warnings), 1 errors, 2 wrong use, 4 it took more time or memory than it may.
    """
    from ..base.cancellation import CancellationToken, working
    from ..engine.check import check_paths
    from ..workers.deep_stack import READING_LIMIT, run_deep

    def found(token: CancellationToken) -> list[Report]:
        with working(token):
            return list(check_paths(paths, settings))

    reports = limits.keep(lambda token: run_deep(lambda: found(token), READING_LIMIT))
    if form == "json":
        click.echo(json.dumps([_data(report) for report in reports], indent=2))
    else:
        for report in reports:
            place = f"{report.path}:{report.at.line}:{report.at.column}"
            click.echo(f"{place}: {report.severity}: {report.message} [{report.code}]")
    sys.exit(1 if any(report.severity == "error" for report in reports) else 0)


def _data(report: Report) -> dict[str, Any]:
    return {
        "path": report.path,
        **report.at._asdict(),
        "start": report.start._asdict(),
        "end": report.end._asdict(),
        "severity": report.severity,
        "code": report.code,
        "message": report.message,
    }

"""`puppetlens check`: what is wrong with these files?"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from . import options
from .annotations import github, gitlab
from .limits import Limits, limits
from .output import wants_colour
from .progress import Progress
from .watched import watched

if TYPE_CHECKING:
    from ..engine.check import Report
    from ..engine.settings import Settings

_COLOURS = {"error": "red", "warning": "yellow", "information": "cyan", "hint": "cyan"}


@click.command()
@watched
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, readable=True), metavar="PATHS...")
@options.form(
    "text",
    "json",
    "github",
    "gitlab",
    help="Of the output: github has commands for its workflows, gitlab is a Code Quality report.",
)
@options.settings(*options.LANGUAGE, "checks", "select", "ignore", "style", "largest_file")
@click.option("--quick", is_flag=True, help="Evaluate nothing: less is found, in a fraction of the time.")
@limits(600)
def command(paths: tuple[str, ...], form: str, quick: bool, settings: Settings, limits: Limits) -> None:
    """Check manifests, templates and data: syntax, unknown names and parameters, definitions in the wrong file, and what
    fails when a class, define, function or template is evaluated for itself.

    Folders stand for the .pp and .epp files below them, and the data that Hiera reads there. The environment or module around a file is found by
    itself. Text has a line `path:line:column: severity: message [code]` a finding; JSON is a list of objects
    {"path", "line", "column", "start", "end", "severity", "code", "message"}, where `line` and `column` are
    those that Puppet would print, `start` and `end` the extent. Text comes as it is found.

    Exit status: 0 no errors (there may be warnings), 1 errors, 2 wrong use, 4 it took more time or memory than it may.
    """
    from ..base.cancellation import CancellationToken, working
    from ..engine.check import check_paths
    from ..workers.deep_stack import READING_LIMIT, run_deep
    from ..workers.garbage import collect_when_idle, leave_to_the_system

    collect_when_idle()
    leave_to_the_system()
    progress, colour = Progress(), wants_colour()  # another thread does not know
    reports: list[Report] = []

    def run(token: CancellationToken) -> None:
        with working(token):
            for report in check_paths(paths, settings, progress.tell, quick=quick):
                reports.append(report)
                if form in ("text", "github"):
                    progress.clear()
                    click.echo(_line(report) if form == "text" else github(report), color=colour)

    try:
        limits.keep(lambda token: run_deep(lambda: run(token), READING_LIMIT))
    finally:
        progress.clear()
    if form == "json":
        click.echo(json.dumps([_data(report) for report in reports], indent=2))
    elif form == "gitlab":
        click.echo(json.dumps([gitlab(report) for report in reports], indent=2))
    else:
        progress.tell_end([report.severity for report in reports])
    sys.exit(1 if any(report.severity == "error" for report in reports) else 0)


def _line(report: Report) -> str:
    place = click.style(f"{report.path}:{report.at.line}:{report.at.column}", bold=True)
    severity = click.style(report.severity, fg=_COLOURS[report.severity])
    return f"{place}: {severity}: {report.message} {click.style(f'[{report.code}]', dim=True)}"


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

"""`puppetlens check`: what is wrong with these files?"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from . import names, options
from .annotations import github, gitlab, junit, sarif
from .frames import line_of, with_frame
from .limits import Limits, limits
from .output import wants_colour
from .progress import Progress
from .watched import watched

if TYPE_CHECKING:
    from ..engine.file_checks import Report
    from ..engine.settings import Settings

#: Formats that have a finding as soon as it is found, and those that are written once all are there.
_STREAMED: dict[str, Callable[[Report], str]] = {"text": line_of, "github": github}
_WHOLE: dict[str, Callable[[Sequence[Report]], str]] = {
    "json": lambda reports: _json([_data(report) for report in reports]),
    "sarif": lambda reports: _json(sarif(reports)),
    "junit": junit,
    "gitlab": lambda reports: _json(gitlab(reports)),
    "codeclimate": lambda reports: _json(gitlab(reports)),
}


#: How often fixes are made that were in each other's way.
_ROUNDS = 10


def _explained(context: click.Context, option: click.Parameter, code: str | None) -> None:
    """`--explain CODE`: what the reference page says about a check, and nothing else."""
    if code is None or context.resilient_parsing:
        return
    from ..engine.documentation import explained, near_codes

    text = explained(code)
    if text is None:
        near = near_codes(code)
        meant = f". Did you mean {' or '.join(near)}?" if near else ""
        raise click.BadParameter(f"no check is called '{code}'{meant}", context, option)
    click.echo(text)
    context.exit()


@click.command()
@watched
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, readable=True), metavar="PATHS...")
@options.form(
    *_STREAMED,
    *_WHOLE,
    help="Of the output: github has commands for its workflows, sarif is for code scanning, gitlab and codeclimate are "
    "Code Quality reports.",
)
@options.settings(*options.LANGUAGE, "checks", "select", "ignore", "style", "largest_file")
@click.option("--quick", is_flag=True, help="Evaluate nothing: less is found, in a fraction of the time.")
@click.option(
    "--no-cache", is_flag=True, help="Keep nothing of what is found for the next run, and use nothing of the last."
)
@click.option(
    "--force-exclude", is_flag=True, help="Leave out what is left out of folders where it is named, too: for hooks."
)
@click.option("--fix", is_flag=True, help="Make the fixes that change no meaning, and tell what is left.")
@click.option(
    "--diff",
    "as_diff",
    is_flag=True,
    help="Show what --fix would change, and change nothing, also beside --fix; the exit status is 1 where it would.",
)
@click.option("--statistics", is_flag=True, help="At the end, how often each code was found.")
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Findings that are known: they are not told, not fixed, and do not count. See --write-baseline.",
)
@click.option(
    "--write-baseline",
    is_flag=True,
    help="Write what is found into the file of --baseline, also over an old one, and tell nothing.",
)
@click.option(
    "--explain",
    metavar="CODE",
    shell_complete=names.codes,
    is_eager=True,
    expose_value=False,
    callback=_explained,
    help="Say what a check finds, why that is bad and what to do instead, and exit.",
)
@limits(600)
def command(
    paths: tuple[str, ...],
    form: str,
    quick: bool,
    no_cache: bool,
    force_exclude: bool,
    fix: bool,
    as_diff: bool,
    statistics: bool,
    baseline: str | None,
    write_baseline: bool,
    settings: Settings,
    chosen: frozenset[str],
    limits: Limits,
) -> None:
    """Check manifests, templates and data: syntax, unknown names and parameters, definitions in the wrong file, and what
    fails when a class, define, function or template is evaluated for itself.

    Folders stand for the .pp and .epp files below them, and the data that Hiera reads there; fixtures, examples, `vendor` and
    what git ignores are left out. The environment or module around a file is found by itself, and the puppetlens.toml above
    it counts. Text has a line `path:line:column: severity: message [code]` a finding, on a terminal with the code below; JSON is
    a list of objects {"path", "line", "column", "start", "end", "severity", "code", "message", "related"}, where `line` and
    `column` are those that Puppet would print, or of the part of a value that is wrong, `start` and `end` the extent. Text comes as
    it is found; other places that explain a finding (`related`) stand below it, further in.

    Exit status: 0 no errors (there may be warnings), 1 errors, or a file that could not be fixed, 2 wrong use,
    4 it took more time or memory than it may, 130 Ctrl-C.
    """
    if write_baseline and baseline is None:
        raise click.UsageError("--write-baseline needs --baseline FILE")
    if write_baseline and as_diff:
        raise click.UsageError("--write-baseline tells nothing: it goes not with --diff")
    if as_diff and form != "text":
        raise click.UsageError(f"--diff shows a diff, no findings: it goes not with --format {form}")
    known = _known(baseline) if baseline is not None and not write_baseline else None
    which = _Which(paths, settings, chosen, quick, not no_cache, force_exclude)
    run = _Run(which, limits, known, None if as_diff or write_baseline else form)
    reports = run.fixing() if fix and not as_diff else run.reports(run.tell)
    if as_diff:
        sys.exit(1 if run.show_diff(reports) else 0)
    if write_baseline and baseline is not None:
        from ..engine.baseline import write_baseline as write

        try:
            write(baseline, reports)
        except OSError as error:
            raise click.UsageError(f"{baseline} cannot be written: {error.strerror}") from None
        click.echo(f"wrote {len(reports)} finding{'' if len(reports) == 1 else 's'} into {baseline}", err=True)
        sys.exit(0)
    if form in _WHOLE:
        click.echo(_WHOLE[form](reports))
    if statistics:
        _show_statistics(reports, err=form != "text")
    if quick and not (form in _STREAMED and sys.stderr.isatty()):  # there the summary says it
        click.echo("nothing was evaluated (--quick)", err=True)
    if form in _STREAMED:
        run.progress.tell_end([each.severity for each in reports], "; nothing was evaluated (--quick)" if quick else "")
    sys.exit(1 if run.left_alone or any(report.severity == "error" for report in reports) else 0)


class _Which(NamedTuple):
    """What is checked, and how: the words of `engine.check.check_paths`."""

    paths: Sequence[str]
    settings: Settings
    chosen: frozenset[str]
    quick: bool
    cache: bool
    force_exclude: bool


class _Run:
    """What is checked, and how it is told; `form` is None where nothing is told as it comes."""

    def __init__(
        self,
        which: _Which,
        limits: Limits,
        known: Callable[[], Callable[[Report], bool]] | None,
        form: str | None,
    ) -> None:
        from ..workers.garbage import collect_when_idle, leave_to_the_system

        collect_when_idle()
        leave_to_the_system()
        self._which, self._limits, self._known = which, limits, known
        #: Whether a file that has something to be fixed could not be.
        self.left_alone = False
        self.progress, self.colour = Progress(), wants_colour()  # another thread does not know
        self._told = _STREAMED.get(form or "")
        if form == "text" and (sys.stdout.isatty() or self.colour is True):
            self._told = with_frame

    def tell(self, report: Report) -> None:
        if self._told is not None:
            self.progress.clear()
            click.echo(self._told(report), color=self.colour)

    def reports(self, tell: Callable[[Report], None]) -> list[Report]:
        """What is found, but for what was known; `tell` gets each as soon as that is possible."""
        from ..base.cancellation import GRACE, CancellationToken, working
        from ..engine.check import check_paths
        from ..workers.deep_stack import READING_LIMIT, run_deep
        from ..workers.pool import Limits as OfWorkers

        beside = OfWorkers(self._limits.seconds, self._limits.megabytes)
        ended, tokens = Event(), list[CancellationToken]()
        found: list[Report] = []
        is_new = self._known() if self._known is not None else None

        def run(token: CancellationToken) -> None:
            tokens.append(token)
            try:
                with working(token):
                    for report in check_paths(
                        self._which.paths,
                        self._which.settings,
                        self.progress.tell,
                        quick=self._which.quick,
                        cache=self._which.cache,
                        chosen=self._which.chosen,
                        force_exclude=self._which.force_exclude,
                        limits=beside,
                        token=token,
                    ):
                        if is_new is None or is_new(report):
                            found.append(report)
                            tell(report)
            finally:
                ended.set()

        try:
            self._limits.keep(lambda token: run_deep(lambda: run(token), READING_LIMIT))
        except KeyboardInterrupt:
            for token in tokens:
                token.cancel()
            ended.wait(GRACE)  # for the processes to be ended
            raise
        finally:
            self.progress.clear()
        return found

    def fixing(self) -> list[Report]:
        """What is left once the safe fixes are made; of some that overlap one is made after the other."""
        from ..engine.fixing import Fixing

        fixing = Fixing(self._which.paths)
        made = 0
        for _ in range(_ROUNDS):
            checked_at = time.time()
            reports = self.reports(_nobody)
            mended = fixing.fix(reports, checked_at)
            if not mended:
                break
            made += mended
        else:
            reports = self.reports(_nobody)
        for report in reports:
            self.tell(report)
        self._tell_left_alone(fixing.left_alone)
        click.echo(f"fixed {made} finding{'' if made == 1 else 's'}", err=True)
        return reports

    def show_diff(self, reports: Sequence[Report]) -> bool:
        """Whether fixes would change something, which is shown."""
        from ..engine.fixing import Fixing

        fixing = Fixing(self._which.paths)
        colours = {"+": "green", "-": "red", "@": "cyan"}
        found = False
        for each in fixing.fixed(reports):
            found = True
            for line in each.diff(os.path.relpath(each.path)).splitlines():
                click.secho(line, fg=colours.get(line[:1]), color=self.colour)
        self._tell_left_alone(fixing.left_alone)
        return found

    def _tell_left_alone(self, reasons: Mapping[str, str]) -> None:
        self.left_alone = bool(reasons)
        for path, reason in reasons.items():
            click.echo(f"{os.path.relpath(path)} is not fixed: {reason}", err=True)


def _nobody(report: Report) -> None:
    """Who is told nothing."""


def _known(path: str) -> Callable[[], Callable[[Report], bool]]:
    """What makes a filter that lets new findings through: each run counts them anew."""
    from ..engine.baseline import Baseline

    if not os.path.exists(path):
        raise click.UsageError(f"there is no baseline {path}: write one with --write-baseline")

    def make() -> Callable[[Report], bool]:
        try:
            return Baseline(path).is_new
        except ValueError as error:
            raise click.UsageError(str(error)) from None

    make()
    return make


def _show_statistics(reports: Sequence[Report], err: bool) -> None:
    counts = Counter((report.code, report.severity) for report in reports)
    for (code, severity), count in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        click.echo(f"{count:7} {severity:11} {code}", err=err)


def _json(data: object) -> str:
    return json.dumps(data, indent=2)


def _data(report: Report) -> dict[str, Any]:
    return {
        "path": report.path,
        **report.at._asdict(),
        "start": report.start._asdict(),
        "end": report.end._asdict(),
        "severity": report.severity,
        "code": report.code,
        "message": report.message,
        "related": [{"path": each.path, **each.at._asdict(), "message": each.message} for each in report.related],
    }

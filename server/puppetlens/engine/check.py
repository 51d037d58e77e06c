"""Diagnostics of files on disk (the `check` command)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..base.position import Position, Text
from ..base.system_paths import absolute as absolute_path
from ..checks.diagnostics import diagnostics
from ..checks.finding import Finding, Fix, Severity
from ..features.evaluation import merged
from ..model.configuration import Problem
from ..model.data_document import data_kind
from ..model.snapshot import Snapshot
from ..model.world import World
from ..project.files import walk
from ..project.kept_files import KeptFiles, StampedDisk
from ..syntax.parse import PUPPET, is_puppet
from ..workers.checking import mistakes_of
from .evaluated_items import evaluated_items, is_evaluated
from .excluded import Excluded
from .language import model_settings
from .repos import Repos
from .settings import Settings


class Report(NamedTuple):
    """A finding for people: `path` as it was given, Puppet's line and column (from 1, code points).

    `end` is one past the last character that is meant, `source` the line that it starts in. `fixes` are edits of files by their
    absolute paths.
    """

    path: str
    at: Position
    start: Position
    end: Position
    severity: Severity
    code: str
    message: str
    source: str = ""
    fixes: tuple[Fix, ...] = ()


def check_paths(
    paths: Iterable[str],
    settings: Settings,
    progress: Callable[[int, int], None] = lambda done, of: None,
    *,
    quick: bool = False,
) -> Iterator[Report]:
    """The findings of files and of all manifests, templates and data below folders, in order of place.

    `quick`: nothing is evaluated.
    They come as they are found; `progress` is told how many files are done, of how many.
    """
    files = KeptFiles(StampedDisk())
    shown: dict[str, str] = {}
    folders: dict[str, str] = {}
    excluded: dict[str, Excluded] = {}
    repos = Repos(files)
    for given in paths:
        absolute = absolute_path(given)
        if not files.is_dir(absolute):
            repos.around(os.path.dirname(absolute))
            shown[absolute] = given
            continue
        folders[absolute] = given
        excluded[absolute] = Excluded(files, absolute, repos.around(absolute))
        for path in walk(files, absolute, PUPPET, excluded[absolute]):
            shown[path] = _named(given, absolute, path)
    looked_at = {os.path.dirname(path) for path in shown}
    settings = repos.settings(settings)
    yield from map(_of_problem, repos.problems())
    snapshot = World(files, tuple(folders), model_settings(settings), sorted(looked_at)).snapshot()
    for folder, given in folders.items():
        for path in _data(snapshot, folder):
            if not excluded[folder].within(path):
                shown.setdefault(path, _named(given, folder, path))
    for site in snapshot.sites:
        for problem in site.environment.problems:
            yield _without_place(os.path.relpath(site.environment.root), "ENVIRONMENT", problem)
    for number, (path, name) in enumerate(shown.items()):
        progress(number, len(shown))
        yield from _check_file(snapshot, path, name, diagnostics if quick else all_findings)
        snapshot.memo.pop(path, None)  # nobody asks again
    progress(len(shown), len(shown))


def all_findings(snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
    """Those of checks, and those of an evaluation in this process."""
    static = diagnostics(snapshot, path)
    if not is_evaluated(snapshot, path):
        return static
    environment, language = snapshot.site_of(path).environment, snapshot.settings.language
    mistakes = mistakes_of(environment, language, path, snapshot.files, ())
    return merged(static, evaluated_items(snapshot, path, mistakes))


def _named(given: str, folder: str, path: str) -> str:
    """A path below a folder as a person would write it, where that was given as `given`."""
    return os.path.normpath(os.path.join(given, os.path.relpath(path, folder)))


def _of_problem(problem: Problem) -> Report:
    at = Position(problem.line, problem.column)
    return Report(os.path.relpath(problem.path), at, at, at, "error", "CONFIGURATION", problem.message)


def _data(snapshot: Snapshot, folder: str) -> Iterator[str]:
    """The data of Hiera and its configuration below a folder, as the sites there read them."""
    below = f"{folder.rstrip('/')}/"
    for site in snapshot.sites:
        yield from (path for path in snapshot.data_files(site) if path.startswith(below))


def _without_place(shown: str, code: str, message: str, severity: Severity = "error") -> Report:
    start = Position(1, 1)
    return Report(shown, start, start, start, severity, code, message)


def _check_file(
    snapshot: Snapshot, path: str, shown: str, found: Callable[[Snapshot, str], Iterable[Finding]]
) -> Iterator[Report]:
    if not (is_puppet(path) or data_kind(path)) and snapshot.files.is_file(path):
        yield _without_place(shown, "NOT_CHECKED", "no manifest, template or data: it is not checked", "information")
        return
    document = snapshot.document(path) or snapshot.data(path)
    refusal = snapshot.files.refusal(path) if document is None else None
    if refusal is not None:
        yield _without_place(shown, "NOT_READ", refusal)
    text = document.text if document is not None else Text(b"")
    for finding in found(snapshot, path):
        start = text.puppet_position(finding.span.start)
        line = text.line_span(start.line)
        yield Report(
            shown,
            text.puppet_position(finding.anchor),
            start,
            text.puppet_position(finding.span.end),
            finding.severity,
            finding.code,
            finding.message,
            text.data[line.start : line.end].decode("utf-8", "replace").rstrip("\r\n"),
            finding.fixes,
        )

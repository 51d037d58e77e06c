"""Diagnostics of files on disk (the `check` command)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack

from ..base.cancellation import NEVER, CancellationToken
from ..base.position import Position
from ..base.system_paths import absolute as absolute_path
from ..model.configuration import Problem
from ..model.snapshot import Snapshot
from ..model.world import World
from ..project.files import walk
from ..project.kept_files import KeptFiles, StampedDisk
from ..syntax.parse import PUPPET
from ..workers.many import Many, cores
from ..workers.pool import Limits
from .beside import CHECK_FILES, Asked, checked_beside
from .excluded import Excluded
from .file_checks import Report, reports, without_place
from .language import model_settings
from .repos import Repos
from .settings import Settings

#: For fewer files no process is worth its start.
_FEW = 150


def check_paths(
    paths: Iterable[str],
    settings: Settings,
    progress: Callable[[int, int], None] = lambda done, of: None,
    *,
    quick: bool = False,
    limits: Limits = Limits(600.0),  # noqa: B008  (a tuple)
    token: CancellationToken = NEVER,
) -> Iterator[Report]:
    """The findings of files and of all manifests, templates and data below folders, in order of place.

    `quick`: nothing is evaluated.
    They come as they are found; `progress` is told how many files are done, of how many. Many files are shared between
    processes, of which each may take what `limits` say; raises `WorkerFault` where one of them is stopped.
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
    asked = Asked(
        tuple(folders), tuple(sorted({os.path.dirname(path) for path in shown})), repos.settings(settings), quick
    )
    yield from map(_of_problem, repos.problems())
    snapshot = World(files, asked.roots, model_settings(asked.settings), asked.looked_at).snapshot()
    for folder, given in folders.items():
        for path in _data(snapshot, folder):
            if not excluded[folder].within(path):
                shown.setdefault(path, _named(given, folder, path))
    for site in snapshot.sites:
        for problem in site.environment.problems:
            yield without_place(os.path.relpath(site.environment.root), "ENVIRONMENT", problem)
    with ExitStack() as processes:
        if len(shown) > _FEW and cores() > 1:
            beside = processes.enter_context(Many(CHECK_FILES, len(shown), limits, token))
            found = checked_beside(beside, asked, snapshot, shown)
        else:
            found = _checked_here(snapshot, shown, quick)
        for number, told in enumerate(found):
            progress(number, len(shown))
            yield from told
    progress(len(shown), len(shown))


def _checked_here(snapshot: Snapshot, shown: dict[str, str], quick: bool) -> Iterator[list[Report]]:
    for path, name in shown.items():
        yield reports(snapshot, path, name, quick)
        snapshot.memo.pop(path, None)  # nobody asks again


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

"""Diagnostics of files on disk (the `check` command)."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from contextlib import ExitStack

from ..base.cancellation import NEVER, CancellationToken
from ..base.position import Position
from ..base.system_paths import absolute as absolute_path
from ..model.configuration import Problem
from ..model.snapshot import Snapshot
from ..model.world import World
from ..project.files import walk
from ..project.kept_files import KeptFiles, StampedDisk
from ..project.store import Entry
from ..syntax.parse import PUPPET
from ..workers.many import Many, cores
from ..workers.pool import Limits
from .beside import (
    CHECK_FILES,
    Asked,
    Examining,
    Told,
    checked_beside,
    put_summaries,
    summarised_beside,
    summarised_here,
)
from .excluded import Excluded, left_out
from .file_checks import Report, called, from_here, without_place
from .kept_findings import KeptFindings
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
    cache: bool = False,
    chosen: Set[str] = frozenset(),
    force_exclude: bool = False,
    limits: Limits = Limits(600.0),  # noqa: B008  (a tuple)
    token: CancellationToken = NEVER,
) -> Iterator[Report]:
    """The findings of files and of all manifests, templates and data below folders, in order of place.

    `chosen`: settings that no repo changes, by name. `quick`: nothing is evaluated. `cache`: what the last run found is kept
    (`kept_findings`). `force_exclude`: what a folder's check would pass by is left out where it is named, too.
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
        is_folder = files.is_dir(absolute)
        configuration = repos.around(absolute if is_folder else os.path.dirname(absolute))
        if force_exclude and left_out(files, absolute, configuration):
            continue
        if not is_folder:
            shown[absolute] = given
            continue
        folders[absolute] = given
        excluded[absolute] = Excluded(files, absolute, configuration)
        for path in walk(files, absolute, PUPPET, excluded[absolute]):
            shown[path] = _named(given, absolute, path)
    asked = Asked(
        tuple(folders),
        tuple(sorted({os.path.dirname(path) for path in shown})),
        repos.settings(settings, chosen),
        quick,
    )
    yield from map(_of_problem, repos.problems())
    snapshot = World(files, asked.roots, model_settings(asked.settings), asked.looked_at).snapshot()
    for folder, given in folders.items():
        for path in _data(snapshot, folder):
            if not excluded[folder].within(path):
                shown.setdefault(path, _named(given, folder, path))
    for site in snapshot.sites:
        for problem in site.environment.problems:
            yield without_place(os.path.relpath(site.environment.root), "ENVIRONMENT", from_here(problem))
    with ExitStack() as ending:
        run = _Run(asked, snapshot, files, limits, token, ending)
        for number, (path, found) in enumerate(zip(shown, run.found([*shown], cache), strict=True)):
            progress(number, len(shown))
            yield from (called(report, shown[path]) for report in found)
    progress(len(shown), len(shown))


class _Run:
    """Files of one snapshot checked, here or by processes beside, which are started where they are worth it."""

    def __init__(
        self,
        asked: Asked,
        snapshot: Snapshot,
        files: KeptFiles,
        limits: Limits,
        token: CancellationToken,
        ending: ExitStack,
    ) -> None:
        self._asked, self._snapshot, self._files = asked, snapshot, files
        self._limits, self._token, self._ending = limits, token, ending
        self._many: Many | None = None

    def found(self, paths: Sequence[str], cache: bool) -> Iterator[list[Report]]:
        """The reports of each file, in their order; `cache`: what was found before and is so still is not found again."""
        kept = self._kept(len(paths)) if cache else None
        known = {path: kept.find(path) for path in paths} if kept is not None else {}
        told = self._told(kept, [path for path in paths if known.get(path) is None])
        for path in paths:
            reports = known.get(path)
            if reports is None:
                each = next(told)
                reports = each.examined.reports
                if kept is not None:
                    kept.keep(path, *each)
            yield reports
        if kept is not None:
            kept.save()

    def _kept(self, files: int) -> KeptFindings | None:
        """None where few files are asked about, and nothing is known of many that they may name."""
        kept = KeptFindings(self._snapshot, self._files, self._asked.settings, self._asked.quick)
        missing = kept.missing()
        if _is_many(missing):
            if files <= _FEW:
                return None
            kept.put_summaries(self._summarised(missing))
        else:
            kept.put_summaries(summarised_here(self._snapshot, self._files, missing))
        kept.compare()
        return kept

    def _told(self, kept: KeptFindings | None, paths: Sequence[str]) -> Iterator[Told]:
        if _is_many(paths):
            covered = [path for site in self._snapshot.sites for path in self._snapshot.covered(site)]
            summaries = kept.summaries() if kept is not None else self._summarised(covered)
            return checked_beside(self._beside(), self._asked, summaries, paths)
        if kept is not None and paths:
            put_summaries(self._snapshot, self._files, kept.summaries())
        examining = Examining(self._snapshot, self._asked.quick)
        return (examining.file(path) for path in paths)

    def _summarised(self, paths: Sequence[str]) -> dict[str, Entry]:
        return summarised_beside(self._beside(), [*dict.fromkeys(paths)], self._snapshot.settings.largest_file)

    def _beside(self) -> Many:
        if self._many is None:
            self._many = self._ending.enter_context(Many(CHECK_FILES, cores(), self._limits, self._token))
        return self._many


def _is_many(files: Collection[str]) -> bool:
    """Whether they are worth the start of processes."""
    return len(files) > _FEW and cores() > 1


def _named(given: str, folder: str, path: str) -> str:
    """A path below a folder as a person would write it, where that was given as `given`."""
    return os.path.normpath(os.path.join(given, os.path.relpath(path, folder)))


def _of_problem(problem: Problem) -> Report:
    at = Position(problem.line, problem.column)
    told = without_place(os.path.relpath(problem.path), "CONFIGURATION", problem.message)
    return told._replace(at=at, start=at, end=at)


def _data(snapshot: Snapshot, folder: str) -> Iterator[str]:
    """The data of Hiera and its configuration below a folder, as the sites there read them, what they keep of nodes, templates,
    and functions in Ruby."""
    below = f"{folder.rstrip('/')}/"
    for site in snapshot.sites:
        in_ruby = (path for path in snapshot.covered(site) if path.endswith((".erb", ".rb")))
        found = (*snapshot.data_files(site), *snapshot.kept_of_nodes(site), *in_ruby)
        yield from (path for path in found if path.startswith(below))

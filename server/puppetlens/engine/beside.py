"""Files checked by processes beside, one a core: each has what all files define and use, which they find out together first.

A process keeps that, and the disk as it was when it was asked first: one process serves one run of the command.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from ..base.cancellation import CancellationToken, working
from ..model import summary_codec
from ..model.snapshot import Snapshot
from ..model.world import World
from ..project.answers import Answering
from ..project.files import Files
from ..project.kept_files import KeptFiles, StampedDisk
from ..project.store import Entry, Store, entry_of
from ..workers.deep_stack import READING_LIMIT
from ..workers.many import Many
from ..workers.pool import WorkerFault
from .examined import Examined, InData, Noting, examined
from .file_checks import Report
from .language import model_settings
from .settings import Settings
from .summarising import SUMMARISE, entries_of

CHECK_FILES = f"{__name__}:check_files"
#: Files of one job.
_SUMMARISED = 96
_CHECKED = 16


class Asked(NamedTuple):
    """What is the same for all files: the folders that were named, those of files that are looked at, the settings."""

    roots: tuple[str, ...]
    looked_at: tuple[str, ...]
    settings: Settings
    quick: bool


class Told(NamedTuple):
    """Of one file: what was found, and the answers to its questions, and how folders lay, as far as that is not told yet."""

    examined: Examined
    answers: dict[str, bytes]
    layout: dict[str, bytes]


def checked_beside(
    processes: Many, asked: Asked, summaries: Mapping[str, Entry], paths: Sequence[str]
) -> Iterator[Told]:
    """What is told of each file, in their order. Raises `WorkerFault`."""
    with TemporaryDirectory(prefix="puppetlens-") as folder:
        Store("check", "", folder=Path(folder)).save(summaries)
        common = {"asked": msgspec.to_builtins(asked), "summaries": folder}
        jobs = [{**common, "paths": paths[first : first + _CHECKED]} for first in range(0, len(paths), _CHECKED)]
        for answer in processes.run(jobs, shared=False):
            told = _answered(answer)
            answers, layout = (_digests(told[name]) for name in ("answers", "layout"))
            for reports, lookups, questions in told["files"]:
                found = msgspec.convert(reports, list[Report])
                kept = None if lookups is None else bytes.fromhex(lookups)
                yield Told(Examined(found, kept, tuple(questions)), answers, layout)


def _digests(told: dict[str, str]) -> dict[str, bytes]:
    return {question: bytes.fromhex(answer) for question, answer in told.items()}


def summarised_beside(processes: Many, paths: list[str], largest: int) -> dict[str, Entry]:
    parts = (paths[first : first + _SUMMARISED] for first in range(0, len(paths), _SUMMARISED))
    jobs = [{"paths": part, "largest": largest} for part in parts]
    found = processes.run(jobs, SUMMARISE, shared=False)
    return {path: entry for answer in found for path, entry in entries_of(_answered(answer))}


def summarised_here(snapshot: Snapshot, files: KeptFiles, paths: Iterable[str]) -> dict[str, Entry]:
    """The same of few, in this process."""
    found = {}
    for path in paths:
        stamp, content = files.stamp(path), files.read(path)
        if stamp is not None and content is not None:
            found[path] = entry_of(stamp, content, summary_codec.encode(snapshot.summary(path)))
    return found


def _answered(answer: dict[str, Any] | WorkerFault) -> dict[str, Any]:
    if isinstance(answer, WorkerFault):
        raise answer
    return answer


class Examining:
    """Files of one snapshot, checked one after the other in this process."""

    def __init__(self, snapshot: Snapshot, quick: bool) -> None:
        self._snapshot, self._quick = snapshot, quick
        self._noting = Noting(snapshot.files)
        self._in_data = InData(snapshot, self._noting)
        self._answering = Answering(snapshot.files)
        self._told: set[str] = set()

    def file(self, path: str) -> Told:
        found = examined(self._snapshot, self._noting, self._in_data, path, self._quick)
        new = self._noting.layout - self._told
        self._told |= new
        answers, layout = ({each: self._answering.answer(each) for each in some} for some in (found.questions, new))
        return Told(found, answers, layout)


# In the process -------------------------------------------------------------------------------------------------

#: The run that this process serves, by the folder of its summaries.
_RUNS: dict[str, Examining] = {}


def check_files(request: dict[str, Any], files: Files, token: CancellationToken) -> dict[str, Any]:
    """`{"asked", "summaries": folder, "paths": [path, ...]}` -> `{"files": [[reports, lookups, questions], ...],
    "answers": {question: digest}, "layout": {...}}`; digests and look-ups are in base 16."""
    sys.setrecursionlimit(READING_LIMIT)  # as where files are checked without such a process
    asked = msgspec.convert(request["asked"], Asked)
    examining = _RUNS.get(request["summaries"])
    if examining is None:
        snapshot = _snapshot_of(asked, Path(request["summaries"]))
        examining = _RUNS[request["summaries"]] = Examining(snapshot, asked.quick)
    with working(token):
        told = [examining.file(path) for path in request["paths"]]
    return {
        "files": [
            [found.reports, None if found.lookups is None else found.lookups.hex(), found.questions]
            for found, _, _ in told
        ],
        "answers": {question: answer.hex() for each in told for question, answer in each.answers.items()},
        "layout": {question: answer.hex() for each in told for question, answer in each.layout.items()},
    }


def _snapshot_of(asked: Asked, summaries: Path) -> Snapshot:
    files = KeptFiles(StampedDisk())
    snapshot = World(files, asked.roots, model_settings(asked.settings), asked.looked_at).snapshot()
    put_summaries(snapshot, files, Store("check", "", folder=summaries).load())
    return snapshot


def put_summaries(snapshot: Snapshot, files: KeptFiles, entries: Mapping[str, Entry]) -> None:
    """Have the index know what files hold that are still as they were."""
    for path, entry in entries.items():
        stamp = files.stamp(path)
        if stamp is not None and entry.has_stamp(stamp):
            with suppress(msgspec.DecodeError):
                snapshot.index.put(path, summary_codec.decode(entry.data))

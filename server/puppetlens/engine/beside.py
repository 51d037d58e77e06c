"""Files checked by processes beside, one a core: each has what all files define and use, which they find out together first.

A process keeps that, and the disk as it was when it was asked first: one process serves one run of the command.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from ..base.cancellation import CancellationToken, working
from ..model import summary_codec
from ..model.snapshot import Snapshot
from ..model.world import World
from ..project.files import Files
from ..project.kept_files import KeptFiles, StampedDisk
from ..project.store import Entry, Store
from ..workers.deep_stack import READING_LIMIT
from ..workers.many import Many
from ..workers.pool import WorkerFault
from .file_checks import Report, reports
from .language import model_settings
from .settings import Settings
from .summarising import SUMMARISE, entries_of

CHECK_FILES = f"{__name__}:check_files"
#: Files of one job.
_SUMMARISED = 96
_CHECKED = 16

_REPORTS = list[list[Report]]


class Asked(NamedTuple):
    """What is the same for all files: the folders that were named, those of files that are looked at, the settings."""

    roots: tuple[str, ...]
    looked_at: tuple[str, ...]
    settings: Settings
    quick: bool


def checked_beside(
    processes: Many, asked: Asked, snapshot: Snapshot, shown: Mapping[str, str]
) -> Iterator[list[Report]]:
    """The reports of each file, in their order; `shown` is what people call them. Raises `WorkerFault`."""
    with TemporaryDirectory(prefix="puppetlens-") as folder:
        Store("check", "", folder=Path(folder)).save(_summarised(processes, snapshot))
        every = list(shown.items())
        common = {"asked": msgspec.to_builtins(asked), "summaries": folder}
        jobs = [{**common, "paths": every[first : first + _CHECKED]} for first in range(0, len(every), _CHECKED)]
        for answer in processes.run(jobs, shared=False):
            yield from msgspec.convert(_answered(answer)["reports"], _REPORTS)


def _summarised(processes: Many, snapshot: Snapshot) -> dict[str, Entry]:
    paths = [*dict.fromkeys(path for site in snapshot.sites for path in snapshot.covered(site))]
    largest = snapshot.settings.largest_file
    parts = (paths[first : first + _SUMMARISED] for first in range(0, len(paths), _SUMMARISED))
    jobs = [{"paths": part, "largest": largest} for part in parts]
    return {
        path: entry
        for answer in processes.run(jobs, SUMMARISE, shared=False)
        for path, entry in entries_of(_answered(answer))
    }


def _answered(answer: dict[str, Any] | WorkerFault) -> dict[str, Any]:
    if isinstance(answer, WorkerFault):
        raise answer
    return answer


# In the process -------------------------------------------------------------------------------------------------

#: The snapshot of the run that this process serves, by its request.
_SNAPSHOTS: dict[str, Snapshot] = {}


def check_files(request: dict[str, Any], files: Files, token: CancellationToken) -> dict[str, Any]:
    """`{"asked", "summaries": folder, "paths": [[path, shown], ...]}` -> `{"reports": [[report, ...], ...]}`, those of each
    path."""
    sys.setrecursionlimit(READING_LIMIT)  # as where files are checked without such a process
    asked = msgspec.convert(request["asked"], Asked)
    snapshot = _SNAPSHOTS.get(request["summaries"])
    if snapshot is None:
        snapshot = _SNAPSHOTS[request["summaries"]] = _snapshot_of(asked, Path(request["summaries"]))
    found = []
    with working(token):
        for path, shown in request["paths"]:
            found.append(reports(snapshot, path, shown, asked.quick))
            snapshot.memo.pop(path, None)  # nobody asks again
    return {"reports": found}


def _snapshot_of(asked: Asked, summaries: Path) -> Snapshot:
    files = KeptFiles(StampedDisk())
    snapshot = World(files, asked.roots, model_settings(asked.settings), asked.looked_at).snapshot()
    for path, entry in Store("check", "", folder=summaries).load().items():
        stamp = files.stamp(path)
        if stamp is not None and entry.has_stamp(stamp):
            with suppress(msgspec.DecodeError):
                snapshot.index.put(path, summary_codec.decode(entry.data))
    return snapshot

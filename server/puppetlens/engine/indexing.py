"""The index of all files, filled in the background: from what the last session kept, else by processes beside."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from threading import Thread
from typing import Any

import msgspec

from ..base.cancellation import CancellationToken
from ..base.errors import Cancelled
from ..model import summary_codec
from ..model.listing import OTHER_FOLDERS, TRYING_FOLDERS
from ..model.snapshot import Snapshot
from ..project.kept_files import KeptFiles
from ..project.store import Entry, Store, digest_of, entry_of
from ..workers.garbage import ShortLooks, keep_out
from ..workers.pool import WorkerFault, WorkerPool
from .summarising import SUMMARISE, entries_of

log = logging.getLogger(__name__)

#: So many files are read here, while nobody asks for anything; for more a process is worth its start, and keeping
#: what it found.
_FEW = 150
#: Files of one job, and after how many a step of ours ends.
_JOB = 96
_STEP = 4
_MEGABYTES = 1024
_SECONDS = 120.0
#: Seconds that the end waits for what is found to be kept.
_SAVED = 2.0


class Indexing:
    """`steps` has the index of the latest snapshot know all files; they may be begun again at any time, and go on.

    `arrived` is called on a thread of ours when there is more to do; `report` tells how many files are known, of how
    many, `filled` that all are. All else happens on the thread that takes the steps.
    """

    def __init__(
        self,
        latest: Callable[[], Snapshot],
        files: KeptFiles,
        arrived: Callable[[], None],
        report: Callable[[int, int], None],
        filled: Callable[[], None],
    ) -> None:
        self._latest = latest
        self._files = files
        self._arrived = arrived
        self._report = report
        self._filled = filled
        self._told = -1
        self._large = False
        self._looks = ShortLooks()
        self._token = CancellationToken()
        self._store: Store | None = None
        self._saving: Thread | None = None
        #: What is known of files, from the last session or from a process; None while nothing is kept.
        self._entries: dict[str, Entry] | None = None
        self._is_new = False
        #: Jobs that are done, and how many are not; what they found, and how many files they were asked for.
        self._done: deque[Future[list[tuple[str, Entry]]]] = deque()
        self._jobs = 0
        self._found: deque[tuple[str, Entry]] = deque()
        self._asked = 0
        #: A process failed: they are not asked again.
        self._broken = False
        self._pool: WorkerPool | None = None
        self._threads: ThreadPoolExecutor | None = None

    @property
    def is_filling(self) -> bool:
        return self._large

    def stop(self) -> None:
        self._token.cancel()
        self._looks.end()
        self._close()
        if self._saving is not None:
            self._saving.join(_SAVED)

    def steps(self) -> Iterator[None]:
        yield from self._take_found()
        if self._jobs:
            return
        missing = yield from self._missing()
        self._large = len(missing) > _FEW
        if self._large:
            self._looks.begin()
            if self._entries is None:
                yield from self._load()
            missing = yield from self._take_kept(missing)
            if len(missing) > _FEW and not self._broken:
                self._ask(missing)
                return
        self._large = False
        yield from self._read(missing)
        self._finish()

    def _snapshot(self) -> Snapshot:
        """The latest. While much is missing, questions are answered from what is there."""
        snapshot = self._latest()
        snapshot.index.filling = self._large
        snapshot.index.partial = snapshot.index.partial or self._large
        return snapshot

    def _tell(self, done: int, of: int) -> None:
        percent = min(done * 100 // of, 99)
        if percent != self._told:
            self._told = percent
            self._report(done, of)

    # What there is -----------------------------------------------------------------------------------

    def _missing(self) -> Generator[None, None, list[str]]:
        """List the folders; the files that the index does not know."""
        for site in self._snapshot().sites:
            for number, (module, root) in enumerate(site.modules.items()):
                snapshot = self._snapshot()
                for folder in (*OTHER_FOLDERS, *TRYING_FOLDERS):
                    snapshot.puppet_files(f"{root}/{folder}")
                for _ in snapshot.module_files(site, module):
                    pass
                snapshot.data_below(root, "module")
                if number % _STEP == 0:
                    yield
        missing: dict[str, None] = {}
        for site in self._snapshot().sites:
            self._snapshot().data_below(site.environment.root, "environment")
            for paths in (Snapshot.covered, Snapshot.trying):
                yield
                snapshot = self._snapshot()
                missing.update(dict.fromkeys(path for path in paths(snapshot, site) if path not in snapshot.index))
        yield
        return list(missing)

    def _load(self) -> Iterator[None]:
        workspace = "\0".join(sorted(site.environment.root for site in self._snapshot().sites))
        largest = self._snapshot().settings.largest_file
        yield
        self._store = Store(workspace, f"{summary_codec.version()} {largest}")
        yield
        found: dict[str, Entry] = {}
        for some in self._store.load_in_steps():
            found.update(some)
            yield
        self._entries = found

    def _take_kept(self, missing: list[str]) -> Generator[None, None, list[str]]:
        """Take what is known of files that did not change; the rest."""
        rest: list[str] = []
        for number, path in enumerate(missing):
            entry = self._entries.get(path) if self._entries is not None else None
            if entry is None or not self._is_good(path, entry) or not self._put(path, entry):
                rest.append(path)
            if number % _STEP == 0:
                self._tell(number, len(missing))
                yield
        return rest

    def _is_good(self, path: str, entry: Entry) -> bool:
        stamp = self._files.stamp(path)
        if stamp is not None and entry.is_of(stamp):
            return True
        content = self._files.read(path)
        return content is not None and digest_of(content) == entry.digest

    def _put(self, path: str, entry: Entry) -> bool:
        snapshot = self._snapshot()
        if path in snapshot.opened:
            return False
        try:
            snapshot.index.put(path, summary_codec.decode(entry.data))
        except msgspec.DecodeError:
            return False
        return True

    def _read(self, missing: list[str]) -> Iterator[None]:
        """The same in this process."""
        for number, path in enumerate(missing):
            snapshot = self._snapshot()
            summary = snapshot.summary(path)
            if path in snapshot.index.unread:
                continue
            data = summary_codec.encode(summary)
            stamp, content = self._files.stamp(path), self._files.read(path)
            if self._entries is not None and stamp is not None and content is not None and path not in snapshot.opened:
                self._entries[path] = entry_of(stamp, content, data)
                self._is_new = True
            self._tell(number, len(missing))
            yield

    def _finish(self) -> None:
        index = self._snapshot().index
        if index.partial:
            self._filled()
        if self._is_new and self._store is not None and self._entries is not None:
            kept = {path: entry for path, entry in self._entries.items() if path in index}
            self._saving = Thread(target=self._store.save, args=(kept,), daemon=True, name="keep index")
            self._saving.start()
        self._entries, self._is_new, self._broken = None, False, False
        self._looks.end()
        if self._told >= 0:
            self._told = -1
            self._report(1, 1)
            keep_out()
        if self._pool is not None:  # to wait for its processes to end takes longer than a step may
            Thread(target=self._pool.close, daemon=True, name="end processes").start()
            self._pool = None
        self._close()

    # Processes ---------------------------------------------------------------------------------------

    def _ask(self, missing: list[str]) -> None:
        size = min(2, os.cpu_count() or 1)
        self._pool = WorkerPool(size, _MEGABYTES, SUMMARISE, background=True)
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="index")
        self._asked = len(missing)
        largest = self._snapshot().settings.largest_file
        for first in range(0, len(missing), _JOB):
            self._jobs += 1
            request = {"paths": missing[first : first + _JOB], "largest": largest, "aside": True}
            job = self._threads.submit(self._run, self._pool, request)
            job.add_done_callback(self._job_done)

    def _run(self, pool: WorkerPool, request: dict[str, Any]) -> list[tuple[str, Entry]]:
        return entries_of(pool.run(SUMMARISE, request, seconds=_SECONDS, token=self._token))

    def _job_done(self, job: Future[list[tuple[str, Entry]]]) -> None:
        self._done.append(job)
        self._arrived()

    def _take_found(self) -> Iterator[None]:
        """Take what processes found in files that are still the same."""
        while self._done:
            self._jobs -= 1
            try:
                self._found.extend(self._done.popleft().result())
            except WorkerFault as fault:
                log.warning("the index is made without processes: %s", fault.message)
                self._broken = True
                self._close()
            except (Cancelled, CancelledError):
                pass
        while self._found:
            path, entry = self._found.popleft()
            stamp = self._files.stamp(path)
            if stamp is not None and entry.has_stamp(stamp) and path not in self._snapshot().index:
                self._put(path, entry)
            if self._entries is not None:
                self._entries[path] = entry
                self._is_new = True
            if len(self._found) % _STEP == 0:
                self._tell(max(self._asked - self._jobs * _JOB - len(self._found), 0), self._asked or 1)
                yield

    def _close(self) -> None:
        """Let the processes go; what they were asked for and have not done is cancelled."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            self._pool.close()
        self._pool = self._threads = None

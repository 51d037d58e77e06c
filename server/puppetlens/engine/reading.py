"""Large texts, parsed and summarised by a thread beside: meanwhile others are answered, of them what was there before.

Parsing takes a second for each megabyte. Python runs one thread at a time, but this one gives way every few
milliseconds, and the engine's thread goes on as soon as it has something to do.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from threading import Condition
from typing import NamedTuple

from ..base.position import Text
from ..model.data_document import DataDocument
from ..model.document import Document, open_document
from ..model.listing import OpenFile
from ..model.snapshot import open_file
from ..model.world import Change, Closed, Configured, Edited, Opened, Read
from ..syntax.parse import Edit, is_puppet
from ..workers.deep_stack import READING_LIMIT, start_deep

log = logging.getLogger(__name__)

#: Bytes from which a text is read apart. What is smaller takes less than 0.15 s.
APART = 128 * 1024
#: How many files on disk are kept when they were read: more would be more memory than anybody asked for.
_KEPT = 2


_WAS_READ: Future[None] = Future()
_WAS_READ.set_result(None)


class _Job(NamedTuple):
    """A text to read. `edits` made it of that of `before`, or of that which the job before is reading; None: nothing is
    known of how it came about. `version` is None of a file on disk."""

    path: str
    text: Text
    version: int | None
    largest: int
    edits: tuple[Edit, ...] | None
    before: Document | None
    #: Has a result once the text was read, or nobody wants it any more.
    done: Future[None]


class Reading:
    """All but `_run` belongs to the engine's thread. `arrived` is called on the other one when something was read."""

    def __init__(self, arrived: Callable[[], None]) -> None:
        self._arrived = arrived
        self._wake = Condition()
        #: path -> what is to be read next, and what is being read.
        self._waiting: dict[str, _Job] = {}
        self._now: _Job | None = None
        self._read: deque[Opened | Read] = deque()
        #: Files on disk that were read, and that the world takes now; and some that it has taken.
        self._ready: dict[str, Document | None] = {}
        self._kept: dict[str, Document] = {}
        self._largest = 0
        self._begun = self._stopped = False

    def stop(self) -> None:
        with self._wake:
            self._stopped = True
            for job in self._jobs():
                _finish(job)
            self._waiting.clear()
            self._wake.notify()

    def of(self, path: str) -> Future[None] | None:
        """Where a file is being read, or was and the world has not taken it: what has a result once it was."""
        with self._wake:
            if any(each.path == path for each in self._read):
                return _WAS_READ
            job = self._waiting.get(path) or self._now
            return job.done if job is not None and job.path == path and not job.done.done() else None

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting) or self._now is not None

    def take(self, changes: Sequence[Change], opened: Mapping[str, OpenFile], largest: int) -> list[Change]:
        """What the world can take now, in order: what was read, and the changes that are small."""
        self._largest = largest
        rest: list[Change] = []
        with self._wake:
            read = list(self._read)
            self._read.clear()
            self._ready = {each.path: self._ready.get(each.path) for each in read if isinstance(each, Read)}
            for change in changes:
                if isinstance(change, (Opened, Edited)) and self._is_ours(change):
                    self._put(self._buffer(change, read, opened))
                    continue
                if isinstance(change, Closed):
                    self._drop(change.path)
                elif isinstance(change, Configured):
                    self._largest = change.settings.largest_file
                    self._kept.clear()
                rest.append(change)
        return [*read, *rest]

    def file(self, path: str, text: Text, largest: int) -> Document | DataDocument | None:
        """A file on disk; None where it is large, and a `Read` comes once it was read."""
        if len(text.data) < APART or not is_puppet(path):
            return open_file(path, text, largest)
        with self._wake:
            if path in self._ready:
                ready = self._ready.pop(path)
                if ready is None:
                    return open_file(path, text, largest)  # which fails again, for whoever asks
                self._keep(ready)
            known = self._kept.get(path)
            if known is not None and known.text.data == text.data:
                return known
            there = next((job for job in self._jobs() if job.path == path and job.text.data == text.data), None)
            if there is None:
                self._put(_Job(path, text, None, largest, None, None, Future()))
        return None

    # Jobs; the lock is held ---------------------------------------------------------------------------

    def _jobs(self) -> list[_Job]:
        return [*self._waiting.values(), *([self._now] if self._now is not None else [])]

    def _is_ours(self, change: Opened | Edited) -> bool:
        """Whether a text is large, or comes after one that is being read."""
        is_large = len(change.text.data) >= APART and is_puppet(change.path)
        return is_large or any(_is_buffer(job, change.path) for job in self._jobs())

    def _buffer(self, change: Opened | Edited, read: Sequence[Change], opened: Mapping[str, OpenFile]) -> _Job:
        path, text, version = change.path, change.text, change.version or 0
        edits, before = (change.edits if isinstance(change, Edited) else None), None
        waiting = self._waiting.get(path)
        if edits is not None and waiting is not None:
            edits = None if waiting.edits is None else (*waiting.edits, *edits)
            before = waiting.before
        elif edits is not None and (self._now is None or not _is_buffer(self._now, path)):
            known = next((each for each in read if isinstance(each, Opened) and each.path == path), opened.get(path))
            before = known.document if known is not None else None
        return _Job(path, text, version, self._largest, edits, before, Future() if waiting is None else waiting.done)

    def _put(self, job: _Job) -> None:
        if self._stopped:
            _finish(job)
            return
        self._waiting[job.path] = job
        if not self._begun:
            self._begun = True
            start_deep(self._run, READING_LIMIT)
        self._wake.notify()

    def _drop(self, path: str) -> None:
        """Nobody wants a buffer any more."""
        for job in self._jobs():
            if _is_buffer(job, path):
                _finish(job)
                self._waiting.pop(path, None)

    def _keep(self, document: Document) -> None:
        self._kept[document.path] = document
        while len(self._kept) > _KEPT:
            self._kept.pop(next(iter(self._kept)))

    # The thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._waiting and not self._stopped:
                    self._wake.wait()
                if self._stopped:
                    return
                job = self._now = self._waiting.pop(next(iter(self._waiting)))
            document = _document(job)
            with self._wake:
                self._now = None
                if not job.done.done():
                    self._end(job, document)
            _finish(job)
            self._arrived()

    def _end(self, job: _Job, document: Document | None) -> None:
        if job.version is None:
            self._ready[job.path] = document
            self._read.append(Read(job.path))
            return
        then = self._waiting.get(job.path)
        if then is not None and then.edits is not None and then.before is None:
            self._waiting[job.path] = then._replace(before=document)
        self._read.append(Opened(job.path, job.text, job.version, document))


def _is_buffer(job: _Job, path: str) -> bool:
    return job.path == path and job.version is not None


def _document(job: _Job) -> Document | None:
    """None where that fails: whoever asks for the file hears how."""
    try:
        if job.before is not None and job.edits is not None:
            return job.before.edited(job.text, job.edits, job.largest)
        return open_document(job.path, job.text, job.largest)
    except Exception:  # the edge of a thread
        log.exception("%s cannot be read", job.path)
        return None


def _finish(job: _Job) -> None:
    if not job.done.done():
        job.done.set_result(None)

"""Threads with room for deep recursion: it must end in a RecursionError, never in a segmentation fault."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

STACK_BYTES = 512 * 1024 * 1024
#: What `_with_room` asks for.
FRAMES_BYTES = 8 * 1024 * 1024
#: Frames that an evaluation may take.
RECURSION_LIMIT = 60_000
#: Frames for reading and checking: enough for all that nests as deep as Puppet can read, and what nests deeper is
#: refused at once.
READING_LIMIT = 10_000


_USUAL_LIMIT = sys.getrecursionlimit()
#: The limits of the deep threads that run. Python has one for all threads: while there is a deep one, it is not that
#: which keeps recursion in a thread of usual size from a segmentation fault.
_limits: list[int] = []
_lock = threading.Lock()
#: `limit` of the deep thread that this is.
_here = threading.local()


def _with_room(work: Callable[[], object]) -> None:
    """Run `work` with room for many frames of Python's own in one piece.

    CPython keeps these in pieces of 16 KiB, and gives one back to the system as soon as it is empty: code whose depth
    goes up and down at the end of a piece asks for it, and faults, each time (7,000 times in a catalog, 4 % of its
    time). A piece is made as large as its first frame says it may become, so this one says so; what is not used takes
    no memory.
    """
    work()


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=FRAMES_BYTES // 8)


def start_deep(work: Callable[[], object], limit: int = RECURSION_LIMIT) -> threading.Thread:
    """Run `work` in a new thread; the process does not wait for it at its end."""

    def run() -> None:
        _here.limit = limit
        try:
            _with_room(work)
        finally:
            _forget(limit)

    with _lock:
        _limits.append(limit)
        sys.setrecursionlimit(max(_limits))
        usual = threading.stack_size(STACK_BYTES)
        try:
            thread = threading.Thread(target=run, daemon=True)
            thread.start()
        finally:
            threading.stack_size(usual)
    return thread


def _forget(limit: int) -> None:
    with _lock:
        _limits.remove(limit)
        sys.setrecursionlimit(max(_limits, default=_USUAL_LIMIT))


def run_deep(work: Callable[[], T], limit: int = RECURSION_LIMIT) -> T:
    """Run `work` in a new thread and wait for what it gives or raises; in this one where it is as deep.

    A second thread would need as much room again, which a process whose memory is limited may not have.
    """
    if getattr(_here, "limit", 0) >= limit:
        return work()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001  (the caller gets it)
            errors.append(error)

    start_deep(run, limit).join()
    if errors:
        raise errors[0]
    return results[0]

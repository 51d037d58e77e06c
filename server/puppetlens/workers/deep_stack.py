"""Threads with room for deep recursion: it must end in a RecursionError, never in a segmentation fault."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

STACK_BYTES = 512 * 1024 * 1024
#: Frames that an evaluation may take.
RECURSION_LIMIT = 60_000
#: Frames for reading and checking: enough for all that nests as deep as Puppet can read, and what nests deeper is
#: refused at once.
READING_LIMIT = 10_000


def start_deep(work: Callable[[], object], limit: int = RECURSION_LIMIT) -> threading.Thread:
    """Run `work` in a new thread; the process does not wait for it at its end. The limit is the process's."""
    sys.setrecursionlimit(limit)
    usual = threading.stack_size(STACK_BYTES)
    try:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
    finally:
        threading.stack_size(usual)
    return thread


def run_deep(work: Callable[[], T], limit: int = RECURSION_LIMIT) -> T:
    """Run `work` in a new thread and wait for what it gives or raises."""
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

"""Threads with room for deep recursion: it must end in a RecursionError, never in a segmentation fault."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")

STACK_BYTES = 512 * 1024 * 1024
RECURSION_LIMIT = 60_000


def start_deep(work: Callable[[], object]) -> threading.Thread:
    """Run `work` in a new thread; the process does not wait for it at its end."""
    sys.setrecursionlimit(RECURSION_LIMIT)
    usual = threading.stack_size(STACK_BYTES)
    try:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
    finally:
        threading.stack_size(usual)
    return thread


def run_deep(work: Callable[[], T]) -> T:
    """Run `work` in a new thread and wait for what it gives or raises."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  (the caller gets it)
            future.set_exception(error)

    start_deep(run)
    return future.result()

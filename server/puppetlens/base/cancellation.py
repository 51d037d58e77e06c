"""Cooperative cancellation: a token that loops ask, handed over or that of the running thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from time import thread_time

from .errors import Cancelled, TookTooLong

#: Seconds that work may go on after it was asked to stop, before whoever asked ends its process.
GRACE = 0.5


class CancellationToken:
    """Set once, from any thread; work that holds it calls `check()` in its loops."""

    def __init__(self) -> None:
        self._event = Event()

    def cancel(self) -> None:
        self._event.set()

    @property
    def cancelled(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Cancelled` once the token was cancelled."""
        if self._event.is_set():
            raise Cancelled


#: For callers that never cancel.
NEVER = CancellationToken()


class _Running(threading.local):
    token = NEVER


_running = _Running()


@contextmanager
def working(token: CancellationToken) -> Iterator[None]:
    """What this thread does in the block is for who holds `token`."""
    before = _running.token
    _running.token = token
    try:
        yield
    finally:
        _running.token = before


class _Limited(CancellationToken):
    """Runs out once the thread has worked for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = thread_time() + seconds

    def check(self) -> None:
        if thread_time() > self._end:
            raise TookTooLong


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """What changes state must not be cancelled half-way, but may not take for ever: in the block `check_cancelled`
    raises `TookTooLong` once this thread has worked for so many seconds, and nothing else."""
    with working(_Limited(seconds)):
        yield


def check_cancelled() -> None:
    """Raise `Cancelled` where nobody waits any more for what this thread does: for loops that no token is handed to."""
    _running.token.check()

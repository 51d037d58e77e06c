"""Cooperative cancellation: a token that loops ask, handed over or that of the running thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from time import monotonic, thread_time

from .errors import Cancelled, TookTooLong

#: Seconds between two questions how long a thread has worked.
_PAUSE = 0.005
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
    """Runs out once the thread has worked for so many seconds.

    How long it has worked only the system knows, which takes ten times as long to ask as the time of day, and a parser
    asks hundreds of times for each file: so the clock is looked at first.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = thread_time() + seconds
        self._pause = min(seconds, _PAUSE)
        self._next = monotonic() + self._pause

    def check(self) -> None:
        now = monotonic()
        if now < self._next:
            return
        self._next = now + self._pause
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

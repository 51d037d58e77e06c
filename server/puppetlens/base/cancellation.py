"""Cooperative cancellation: a token that loops ask, handed over or that of the running thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from .errors import Cancelled


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


def check_cancelled() -> None:
    """Raise `Cancelled` where nobody waits any more for what this thread does: for loops that no token is handed to."""
    _running.token.check()

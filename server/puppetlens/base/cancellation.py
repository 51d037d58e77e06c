"""Cooperative cancellation: a token that loops ask."""

from __future__ import annotations

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

"""The time that counts where work has a limit: the clock stands still while what is waited for is nobody's work, as where
Ruby is prepared once for a version of puppetlens (a quarter of a minute).

A process that evaluates for another one has that stop the clock, too (`workers.pool`): so it is told what happens here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

#: Is told why the clock stands still, and, with an empty text, that it goes on.
Tell = Callable[[str], None]


def _tell_person(why: str) -> None:
    if why:
        print(why, file=sys.stderr, flush=True)


class Clock:
    """Seconds since some time. Several threads may have it stand still at once: it goes on when the last is through."""

    def __init__(self, tell: Tell = _tell_person) -> None:
        self.tell = tell
        self._lock = Lock()
        self._stops = 0
        self._since = 0.0
        self._lost = 0.0

    def now(self) -> float:
        with self._lock:
            return (self._since if self._stops else monotonic()) - self._lost

    @contextmanager
    def stopped(self, why: str) -> Iterator[None]:
        """In the block no time passes; `why` is a sentence for people, which is told once where several have it stand still."""
        self._stop(why)
        try:
            yield
        finally:
            self._go_on()

    def _stop(self, why: str) -> None:
        with self._lock:
            self._stops += 1
            if self._stops > 1:
                return
            self._since = monotonic()
        self.tell(why)

    def _go_on(self) -> None:
        with self._lock:
            self._stops -= 1
            if self._stops:
                return
            self._lost += monotonic() - self._since
        self.tell("")


#: That of this process.
CLOCK = Clock()

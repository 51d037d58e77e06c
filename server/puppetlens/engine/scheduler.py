"""One thread that does the server's thinking: questions first, background work in between.

Python runs one thread at a time, so more of them would only make questions wait for each other.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from threading import Condition
from time import monotonic
from typing import Any, TypeVar

from ..base.errors import Cancelled
from ..workers.deep_stack import READING_LIMIT, start_deep

log = logging.getLogger(__name__)

T = TypeVar("T")


class Scheduler:
    """Runs questions in order of arrival, and background work when there are none.

    Background work is an iterator: between two of its steps every waiting question is answered. It has a
    name; new work of the same name takes the place of the old, which is closed where it stands.
    """

    def __init__(self) -> None:
        self._wake = Condition()
        self._questions: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        #: name -> (time to start, maker of the iterator)
        self._due: dict[str, tuple[float, Callable[[], Iterator[None]]]] = {}
        self._running: dict[str, Iterator[None]] = {}
        self._stopped = False
        self._thread = start_deep(self._run, READING_LIMIT)

    def ask(self, work: Callable[[], T]) -> Future[T]:
        """Answer a question as soon as possible. A future that is cancelled in time is never begun."""
        future: Future[T] = Future()
        with self._wake:
            self._questions.append((future, work))
            self._wake.notify()
        return future

    def later(self, name: str, delay: float, work: Callable[[], Iterator[None]]) -> None:
        """Do background work once nobody has asked for the same for `delay` seconds."""
        with self._wake:
            self._due[name] = (monotonic() + delay, work)
            self._wake.notify()

    def stop(self) -> None:
        with self._wake:
            self._stopped = True
            self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._stopped and not self._questions and not self._running and not self._ripe():
                    self._wake.wait(self._pause())
                if self._stopped:
                    return
                question = self._questions.popleft() if self._questions else None
                if question is None:
                    for name in self._ripe():
                        self._running.pop(name, None)
                        self._running[name] = self._due.pop(name)[1]()
            if question is not None:
                _answer(*question)
            else:
                self._step()

    def _ripe(self) -> list[str]:
        now = monotonic()
        return [name for name, (when, _) in self._due.items() if when <= now]

    def _pause(self) -> float | None:
        return max(min(when for when, _ in self._due.values()) - monotonic(), 0) if self._due else None

    def _step(self) -> None:
        for name, work in self._running.items():
            try:
                next(work)
            except (StopIteration, Cancelled):
                del self._running[name]
            except Exception:  # the edge of a request: what nobody waits for must not end the thread
                log.exception("background work '%s' failed", name)
                del self._running[name]
            return


def _answer(future: Future[Any], work: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except BaseException as error:  # noqa: BLE001  (the asker gets it)
        future.set_exception(error)

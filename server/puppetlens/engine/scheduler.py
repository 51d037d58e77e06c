"""One thread that does the server's thinking, in order of who waits.

Python runs one thread at a time, so more of them would only make questions wait for each other. What takes long is an
iterator, and gives way between its steps:

1. questions (`ask`): what a person waits for while typing. Short, in order of arrival.
2. searches (`search`) and background work (`later`): a step of each in turn.
3. idle work (`later(..., idle=True)`): a step where there is nothing else, and a break after it: the threads that read
   and write messages have their turn then, without waiting for the interpreter to take it from this one. Garbage is
   looked for then, too.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Collection, Iterator
from threading import Condition
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from ..base.cancellation import NEVER, working
from ..base.errors import Cancelled
from ..workers.deep_stack import READING_LIMIT, start_deep
from ..workers.garbage import collect_due
from .question import Question, Steps

log = logging.getLogger(__name__)

T = TypeVar("T")

#: Seconds after which background work begins though it is asked for again and again.
LATEST = 1.0
#: Seconds of a break of idle work, whose steps take about as long.
_BREAK = 0.0003


class _Due(NamedTuple):
    """Background work that waits: since when, until when (both as `monotonic` tells), and what makes its steps."""

    since: float
    when: float
    work: Callable[[], Iterator[None]]
    idle: bool


class Scheduler:
    """See the module's docstring. Background work has a name; new work of the same name takes the place of the old,
    which is closed where it stands."""

    def __init__(self) -> None:
        self._wake = Condition()
        self._questions: deque[Question[Any]] = deque()
        self._searches: deque[Question[Any]] = deque()
        #: Those that wait for something else than their turn.
        self._held: list[Question[Any]] = []
        self._now: Question[Any] | None = None
        self._due: dict[str, _Due] = {}
        #: name -> steps, of background and of idle work
        self._running: dict[str, Iterator[None]] = {}
        self._idle: dict[str, Iterator[None]] = {}
        self._searched_last = False
        self._stopped = False
        self._thread = start_deep(self._run, READING_LIMIT)

    def ask(self, work: Callable[[], T], about: str | None = None) -> Question[T]:
        """Answer as soon as possible, in one step."""

        def steps() -> Steps[T]:
            return work()
            yield

        return self._put(Question(steps, about, brief=True))

    def search(
        self, work: Callable[[], Steps[T]], about: str | None = None, *, brief: bool = False, patient: bool = False
    ) -> Question[T]:
        """Answer step by step: whoever asks something short meanwhile is answered in between, where this is `patient`
        (it goes over all files) also whoever else searches. What is `brief` comes in the order of what is short."""
        return self._put(Question(work, about, brief=brief, patient=patient))

    def interrupt(self, paths: Collection[str]) -> None:
        """What is being answered about these files is out of date."""
        with self._wake:
            for question in self._all():
                question.interrupt(paths)

    def later(self, name: str, delay: float, work: Callable[[], Iterator[None]], *, idle: bool = False) -> None:
        """Do background work once nobody has asked for the same for `delay` seconds; what is not idle at the latest
        `LATEST` seconds after the first did."""
        now = monotonic()
        with self._wake:
            before = self._due.get(name)
            since = now if before is None else before.since
            when = now + delay if idle else min(now + delay, since + max(delay, LATEST))
            self._due[name] = _Due(since, when, work, idle)
            self._wake.notify()

    def stop(self) -> None:
        """End the thread; questions without an answer end in `Cancelled`."""
        with self._wake:
            self._stopped = True
            for question in self._all():
                question.cancel()
            self._wake.notify()

    def _put(self, question: Question[T]) -> Question[T]:
        with self._wake:
            if self._stopped:
                question.give_up()
            else:
                self._queue_of(question).append(question)
                self._wake.notify()
        return question

    def _queue_of(self, question: Question[Any]) -> deque[Question[Any]]:
        return self._questions if question.brief else self._searches

    def _all(self) -> list[Question[Any]]:
        now = [self._now] if self._now is not None else []
        return [*now, *self._questions, *self._searches, *self._held]

    # The thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._stopped and not self._busy() and not self._ripe():
                    self._wake.wait(self._pause())
                if self._stopped:
                    break
                if not self._questions and not self._searches and not self._running and self._idle:
                    self._wake.wait(_BREAK)
                if not self._questions:
                    self._start_ripe()
                self._now = self._next_question()
            if self._now is not None:
                self._answer(self._now)
            elif self._running:
                _step(self._running)
            else:
                _step(self._idle)
                collect_due()
        for question in self._all():
            question.give_up()

    def _busy(self) -> bool:
        return bool(self._questions or self._searches or self._running or self._idle)

    def _next_question(self) -> Question[Any] | None:
        if self._questions:
            return self._questions.popleft()
        self._searched_last = bool(self._searches) and not (self._searched_last and self._running)
        return self._searches.popleft() if self._searched_last else None

    def _answer(self, question: Question[Any]) -> None:
        goes_on = question.step()
        with self._wake:
            self._now = None
            if goes_on and question.until is not None:
                self._held.append(question)
                question.until.add_done_callback(lambda _: self._let_go(question))
            elif goes_on and question.patient:
                self._searches.append(question)
            elif goes_on:
                self._queue_of(question).appendleft(question)

    def _let_go(self, question: Question[Any]) -> None:
        with self._wake:
            self._held.remove(question)
            self._queue_of(question).append(question)
            self._wake.notify()

    def _ripe(self) -> list[str]:
        now = monotonic()
        return [name for name, due in self._due.items() if due.when <= now]

    def _start_ripe(self) -> None:
        for name in self._ripe():
            due = self._due.pop(name)
            for running in (self._running, self._idle):
                running.pop(name, None)
            (self._idle if due.idle else self._running)[name] = due.work()

    def _pause(self) -> float | None:
        return max(min(due.when for due in self._due.values()) - monotonic(), 0) if self._due else None


def _step(running: dict[str, Iterator[None]]) -> None:
    """A step of the work that waits the longest."""
    name, work = next(iter(running.items()))
    del running[name]
    try:
        with working(NEVER):
            next(work)
    except (StopIteration, Cancelled):
        pass
    except Exception:  # the edge of a request: what nobody waits for must not end the thread
        log.exception("background work '%s' failed", name)
    else:
        running[name] = work

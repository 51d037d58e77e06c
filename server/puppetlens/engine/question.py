"""A question to the engine, which may be interrupted and taken back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from concurrent.futures import Future
from typing import Generic, TypeAlias, TypeVar

from ..base.cancellation import CancellationToken, working
from ..base.errors import Cancelled

T = TypeVar("T")
#: An attempt to answer, step by step. A step that yields a future waits for it.
Steps: TypeAlias = Generator["Future[None] | None", None, T]

#: How often at most a question is begun: the last time nothing interrupts it but who asked.
_TRIES = 3


class Question(Future[T], Generic[T]):
    """A question on its way. `cancel` stops it while it runs, too (asyncio calls it where a task that waits is cancelled).

    `work` begins an attempt to answer: an iterator that returns the answer. `about` is the path of the file that it is
    about: a change of that file interrupts it, and it is asked again.
    """

    def __init__(self, work: Callable[[], Steps[T]], about: str | None, *, brief: bool, patient: bool = False) -> None:
        super().__init__()
        self.brief = brief
        self.patient = patient
        self._work = work
        self._about = about
        self._begun = 0
        self._given_up = False
        self._token = CancellationToken()
        self._steps: Steps[T] | None = None
        #: What it waits for before its next step.
        self.until: Future[None] | None = None

    def cancel(self) -> bool:
        self._given_up = True
        self._token.cancel()
        return super().cancel()

    def interrupt(self, paths: Collection[str]) -> None:
        """These files changed: begin again where that matters."""
        if self._about in paths and 0 < self._begun < _TRIES:
            self._token.cancel()

    def step(self) -> bool:
        """Go on a step; False once there is an answer, or nobody waits for one."""
        self.until = None
        if self._steps is None:
            if not self._begun and not self.set_running_or_notify_cancel():
                return False
            self._begun += 1
            self._token = CancellationToken()
            self._steps = self._work()
        if self._given_up:
            self._token.cancel()
        try:
            with working(self._token):
                self._token.check()
                self.until = next(self._steps)
        except StopIteration as ended:
            self.set_result(ended.value)
        except Cancelled as error:
            self._steps = None
            if not self._given_up and self._token.cancelled and self._begun < _TRIES:
                return True
            self.set_exception(error)
        except BaseException as error:  # noqa: BLE001  (the asker gets it)
            self.set_exception(error)
        else:
            return True
        return False

    def give_up(self) -> None:
        """There will be no answer."""
        self.cancel()
        if self.running():
            self.set_exception(Cancelled())

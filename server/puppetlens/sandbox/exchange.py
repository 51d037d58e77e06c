"""How Ruby and Puppet call each other, in any depth, though a VM is never entered twice at once.

The thread that asks Ruby enters the VM; what Ruby asks back comes to the same thread, inside of it. Most
questions are answered there and then. One whose answer runs Puppet code, which may need Ruby again, is a task:
it runs on a second thread, the helper, while the first waits. Where the task asks Ruby, the helper waits and
the first thread gives Ruby the request as if it were the answer; Ruby does it and sends its result, which goes
to the helper. What that request asks back goes to the helper too, which is waiting and runs it on top of its
stack. So there is one helper at most, one of the two threads runs at a time, and both stacks nest alike.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread, get_ident
from typing import TypeAlias, TypeVar

from .limits import Stopped

Task: TypeAlias = Callable[[], str]
#: Answers what Ruby asks: at once, by the text of the answer, or by what makes it and may ask Ruby in between.
Answer: TypeAlias = Callable[[str], "str | Task"]
#: Runs a function in a new thread that ends with the process; the thread needs a stack for an evaluation.
Start: TypeAlias = Callable[[Callable[[], None]], object]

#: First bytes of what Ruby gets for a question: the answer, or a request to do before.
ANSWER, REQUEST = b"=", b">"


def start_plain(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


class _Done(str):
    """A task's answer."""


class _Asked(str):
    """A request that a task has for Ruby."""


class _Answered(str):
    """Ruby's answer to it."""


_T = TypeVar("_T")


class Exchange:
    """The two threads of one VM. All methods but `request` are for the thread inside the VM."""

    def __init__(self, answer: Answer, start: Start) -> None:
        self._answer = answer
        self._start = start
        self._to_entered: SimpleQueue[_Done | _Asked | BaseException] = SimpleQueue()
        self._to_helper: SimpleQueue[Task | _Answered | Stopped | None] = SimpleQueue()
        self._helper: int | None = None
        #: Tasks that were begun and have not ended.
        self._tasks = 0

    def ask(self, text: str) -> bytes:
        """What Ruby gets for a question: `ANSWER` or `REQUEST` and a text. What the answer raises ends the VM."""
        answer = self._answer(text)
        if isinstance(answer, str):
            return ANSWER + _encode(answer)
        if self._helper is None:
            self._start(self._help)
        self._tasks += 1
        self._to_helper.put(answer)
        return self._wait()

    def answered(self, text: str) -> bytes:
        """What Ruby gets after it did a request that was given by `ask` or by this."""
        if not self._tasks:
            raise Stopped("it answered what nobody asked")
        self._to_helper.put(_Answered(text))
        return self._wait()

    def abandon(self, reason: str) -> None:
        """The VM is no more: end the tasks that are still waiting for it, the innermost first."""
        while self._tasks:
            self._to_helper.put(Stopped(reason))
            if not isinstance(self._to_entered.get(), _Asked):
                self._tasks -= 1

    def close(self) -> None:
        self._to_helper.put(None)

    def _wait(self) -> bytes:
        told = self._to_entered.get()
        if isinstance(told, _Asked):
            return REQUEST + _encode(told)
        self._tasks -= 1
        if isinstance(told, BaseException):
            raise told
        return ANSWER + _encode(told)

    # -- the helper

    @property
    def on_helper(self) -> bool:
        return get_ident() == self._helper

    def request(self, text: str) -> str:
        """Ruby's answer to a request that comes from within a task."""
        self._to_entered.put(_Asked(text))
        while True:
            told = self._to_helper.get()
            if isinstance(told, _Answered):
                return str(told)
            if isinstance(told, Stopped):
                raise told
            if told is not None:
                self._run(told)

    def _help(self) -> None:
        self._helper = get_ident()
        while (told := self._to_helper.get()) is not None:
            if callable(told):
                self._run(told)

    def _run(self, task: Task) -> None:
        try:
            self._to_entered.put(_Done(task()))
        except BaseException as failure:  # noqa: BLE001  (who entered the VM raises it again)
            self._to_entered.put(failure)


def _encode(text: str) -> bytes:
    """Lone surrogates pass: what is no UTF-8 is Ruby's to refuse."""
    return text.encode("utf-8", "surrogatepass")

"""What a command may take of this machine: time and memory, as an evaluation of the server may."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from threading import Event, Thread
from typing import Any, NamedTuple, NoReturn, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

#: The exit status where there is no answer: a limit was reached, or something is wrong with puppetlens itself.
NO_ANSWER = 4
#: Where somebody ended it (Ctrl-C), as a shell has it.
INTERRUPTED = 130


class Limits(NamedTuple):
    """`seconds` of time, `megabytes` of memory."""

    seconds: int
    megabytes: int

    def keep(self, work: Callable[[Any], T]) -> T:
        """What `work` gives; it gets a token that is cancelled when the time is over.

        The process ends with `NO_ANSWER` where a limit is reached, here or in a process beside that `work` cannot do
        without (it raises `WorkerFault`); memory is limited for the rest of its life.
        """
        from ..base.cancellation import GRACE, CancellationToken, working
        from ..base.clock import CLOCK
        from ..base.errors import Cancelled
        from ..workers.pool import WorkerFault
        from ..workers.worker import limit_memory

        token, done = CancellationToken(), Event()

        def watch() -> None:
            end = CLOCK.now() + self.seconds
            while (left := end - CLOCK.now()) > 0:
                if done.wait(left):
                    return
            token.cancel()
            if not done.wait(GRACE):
                self._end_for_time()

        limit_memory(self.megabytes)
        Thread(target=watch, daemon=True).start()
        try:
            with working(token):
                return work(token)
        except Cancelled:
            self._end_for_time()
        except MemoryError:
            self._end_for_memory()
        except WorkerFault as fault:
            if fault.code == "TIMEOUT":
                self._end_for_time()
            if fault.code == "MEMORY":
                self._end_for_memory()
            _end(fault.message)
        finally:
            done.set()

    def _end_for_time(self) -> NoReturn:
        _end(f"this took longer than {self.seconds} seconds (--timeout)")

    def _end_for_memory(self) -> NoReturn:
        _end(f"this needs more than {self.megabytes} megabytes of memory (--memory)")


def limits(seconds: int) -> Callable[[F], F]:
    """`--timeout` and `--memory`; the command gets `limits`. `seconds` is the default."""

    def decorate(command: F) -> F:
        @wraps(command)
        def run(timeout: int, memory: int, **given: Any) -> Any:
            return command(limits=Limits(timeout, memory), **given)

        for option in (
            click.option(
                "--memory",
                type=click.IntRange(256),
                default=4096,
                show_default=True,
                metavar="MB",
                help="How much memory this may take.",
            ),
            click.option(
                "--timeout",
                type=click.IntRange(1),
                default=seconds,
                show_default=True,
                metavar="SECONDS",
                help="How long this may take; to prepare Ruby, once for a version of puppetlens, does not count.",
            ),
        ):
            run = option(run)
        return run  # type: ignore[return-value]  # click takes any callable

    return decorate


def _end(why: str) -> NoReturn:
    """End at once: nobody knows what the rest of the process still does, or whether it has memory to end in order."""
    sys.stdout.flush()
    print(f"Error: {why}", file=sys.stderr, flush=True)
    os._exit(NO_ANSWER)

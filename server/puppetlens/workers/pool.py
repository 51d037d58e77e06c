"""A pool of evaluation processes: started on first need, kept with their caches, replaced when they die."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import count
from queue import Empty, SimpleQueue
from threading import Condition, Thread
from time import monotonic
from typing import Any, NamedTuple

from ..base.cancellation import GRACE, NEVER, CancellationToken
from ..base.clock import CLOCK
from ..base.errors import Cancelled
from .worker import NO_MEMORY

log = logging.getLogger(__name__)

#: Seconds a new process may take until it can work.
START_LIMIT = 60.0
#: Seconds between two looks at the caller's token.
_POLL = 0.02

#: `sys.path` without the current folder, which is the user's: nothing of it is ever imported. A terminal's interrupt
#: goes to all processes of a session (Windows: of the terminal); who started this one ends it.
_BOOT = """
import signal
import sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.path = [path for path in sys.path if path]
from puppetlens.workers.worker import main
main({!r}, {!r}, {!r})
"""

#: path -> (version, text); None stands for a file that is taken away.
Overlay = Mapping[str, tuple[int, "str | None"]]
NO_OVERLAY: Overlay = {}


class WorkerFault(Exception):
    """A job without an answer. `code` is CRASH, TIMEOUT, MEMORY, SIZE (of the answer) or INTERNAL."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Limits(NamedTuple):
    """Of one job: `seconds` of time, `megabytes` of memory."""

    seconds: float = 20.0
    megabytes: int = 4096


class WorkerProcess:
    """One process and the pipe to it. Used by one caller at a time."""

    def __init__(self, megabytes: int, preload: str, background: bool = False) -> None:
        self._megabytes = megabytes
        self._sent: dict[str, int] = {}
        self._answers: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _BOOT.format(megabytes, preload, background)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        Thread(target=self._read, daemon=True).start()
        self.ready = False

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(json.loads(line))
        self._answers.put(None)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ConnectionResetError):
            pass  # it is gone, which the reading end reports

    def delta(self, overlay: Overlay) -> dict[str, Any]:
        """What the process does not know yet of `overlay`, as the fields of a job."""
        changed = [[path, text] for path, (version, text) in overlay.items() if self._sent.get(path) != version]
        closed = [path for path in self._sent if path not in overlay]
        self._sent = {path: version for path, (version, _) in overlay.items()}
        return {"overlay": changed, "closed": closed}

    def receive(self, seconds: float) -> dict[str, Any] | None:
        """The next message; None where none came in time. Raises `WorkerFault` where the process ended."""
        try:
            message = self._answers.get(timeout=seconds)
        except Empty:
            return None
        if message is None:
            code = self._process.wait()
            if code == NO_MEMORY:
                raise WorkerFault("MEMORY", f"the evaluation needs more than {self._megabytes} megabytes of memory")
            how = f"signal {-code}" if code < 0 else f"exit status {code}"
            raise WorkerFault("CRASH", f"the evaluation's process ended ({how})")
        return message

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class WorkerPool:
    """At most `size` processes; `run` may be called from any number of threads.

    `preload` is a function (`module:name`) that a new process imports before it is said to be ready. Processes in the
    `background` leave the cores to the others, where both have something to do.
    """

    def __init__(
        self, size: int, megabytes: int = Limits().megabytes, preload: str = "", *, background: bool = False
    ) -> None:
        self._free = size
        self._megabytes = megabytes
        self._preload = preload
        self._background = background
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._changed = Condition()
        self._ids = count(1)
        self._closed = False

    def run(
        self,
        function: str,
        request: Mapping[str, Any],
        *,
        overlay: Overlay = NO_OVERLAY,
        seconds: float = Limits().seconds,
        token: CancellationToken = NEVER,
    ) -> dict[str, Any]:
        """The answer of `function(request, files, token)`; raises `WorkerFault` or `Cancelled`."""
        worker = self._take(token)
        try:
            return self._run(worker, function, request, overlay, seconds, token)
        finally:
            self._give_back(worker)

    def start_one(self) -> None:
        """Let a process start that a later `run` takes, where there may be one more."""
        with self._changed:
            if self._closed or not self._free:
                return
            self._free -= 1
        self._start(is_idle=True)

    def _start(self, *, is_idle: bool) -> WorkerProcess:
        worker = WorkerProcess(self._megabytes, self._preload, self._background)
        with self._changed:
            self._all.add(worker)
            self._idle += [worker] if is_idle else []
            closed = self._closed
        if closed:
            worker.kill()
        return worker

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            workers, self._idle = list(self._all), []
        for worker in workers:
            worker.kill()

    def _take(self, token: CancellationToken) -> WorkerProcess:
        with self._changed:
            while True:
                if self._closed:
                    raise Cancelled
                token.check()
                while self._idle:
                    worker = self._idle.pop()  # the last one used has the warmest caches
                    if worker.alive:
                        return worker
                    self._drop(worker)
                if self._free:
                    self._free -= 1
                    break
                self._changed.wait(_POLL * 5)
        return self._start(is_idle=False)

    def _give_back(self, worker: WorkerProcess) -> None:
        with self._changed:
            if worker.alive:
                self._idle.append(worker)
            else:
                self._drop(worker)
            self._changed.notify()

    def _drop(self, worker: WorkerProcess) -> None:
        self._all.discard(worker)
        self._free += 1

    def _run(
        self,
        worker: WorkerProcess,
        function: str,
        request: Mapping[str, Any],
        overlay: Overlay,
        seconds: float,
        token: CancellationToken,
    ) -> dict[str, Any]:
        if not worker.ready:
            worker.ready = self._wait(worker, None, START_LIMIT, token) is not None
        job = next(self._ids)
        worker.send({"job": job, "run": function, "request": request, **worker.delta(overlay)})
        message = self._wait(worker, job, seconds, token)
        if "answer" in message:
            answer: dict[str, Any] = message["answer"]
            return answer
        if "refused" in message:
            raise WorkerFault(*message["refused"])
        if "cancelled" in message:
            token.check()
            raise _too_long(seconds)
        log.error("an evaluation failed:\n%s", message.get("trace", message["fault"]))
        raise WorkerFault("INTERNAL", f"a fault of puppetlens: {message['fault']}")

    def _wait(self, worker: WorkerProcess, job: int | None, seconds: float, token: CancellationToken) -> dict[str, Any]:
        """The message about `job` (None: that the process is ready), for as long as it may take."""
        with ExitStack() as stops:
            return self._wait_for(worker, job, seconds, token, stops)

    def _wait_for(
        self, worker: WorkerProcess, job: int | None, seconds: float, token: CancellationToken, stops: ExitStack
    ) -> dict[str, Any]:
        """`stops` gets what has the clock stand still, for as long as the process says."""
        deadline = CLOCK.now() + seconds
        asked_to_stop = False
        while True:
            message = worker.receive(_POLL)
            if message is not None and (job is None or message.get("job") == job):
                if "stopped" not in message:
                    return message
                stops.close()
                if message["stopped"]:
                    stops.enter_context(CLOCK.stopped(message["stopped"]))
            over = (monotonic() if asked_to_stop else CLOCK.now()) > deadline
            if job is None:
                token.check()  # it goes on starting, for the next caller
                if over:
                    worker.kill()
                    raise WorkerFault("CRASH", f"the evaluation's process did not start in {seconds:g} seconds")
            elif not asked_to_stop and (over or token.cancelled):
                asked_to_stop = True
                deadline = monotonic() + GRACE
                worker.send({"cancel": job})
            elif asked_to_stop and over:
                worker.kill()
                token.check()
                raise _too_long(seconds)


def _too_long(seconds: float) -> WorkerFault:
    return WorkerFault("TIMEOUT", f"the evaluation took longer than {seconds:g} seconds")

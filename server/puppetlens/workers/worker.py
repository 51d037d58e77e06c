"""The process that evaluates: jobs in, answers out, one at a time. Started by `pool.WorkerProcess`.

JSON lines.
In: `{"job": id, "run": "module:function", "request": {...}, "overlay": [[path, text | null], ...],
"closed": [path, ...]}` and `{"cancel": id}`. Out: `{"ready": true}` once, then for each job `{"job": id}`
with `answer`, or `cancelled`, or `refused` (a code and a sentence), or `fault` (one line) and `trace`; before that
`stopped` (why, or an empty text) where the clock stands still, and goes on (`base.clock`). The overlay is what differs
from before.

The function gets `(request, files, token)` and returns JSON data. What it prints goes to stderr: the real
stdout is the channel. The process ends when its stdin does, also in the middle of a job, and where its memory
does not suffice: what is left of a job is gone with it.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO, TypeAlias

from ..base.cancellation import CancellationToken
from ..base.clock import CLOCK
from ..base.errors import Cancelled
from ..project.files import Files, OverlayFiles
from ..project.kept_files import disk
from .deep_stack import STACK_BYTES, start_deep
from .garbage import collect_between_jobs, collect_rarely

Run: TypeAlias = Callable[[dict[str, Any], Files, CancellationToken], dict[str, Any]]


#: With which status the process ends that would need more memory than it may have.
NO_MEMORY = 75
#: How much nicer than others a process in the background is.
_BACKGROUND = 5
#: Seconds in which who asked reads an answer and may end, or ask on.
_READING = 0.2
#: Bytes of an answer. Who asked has to hold it several times over, and has other things to do.
ANSWER_LIMIT = 128 * 1024 * 1024


class Worker:
    """Reads messages in one thread and runs jobs in another, so that a cancel arrives during a job."""

    def __init__(self, channel: BinaryIO) -> None:
        self._channel = channel
        self._jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._tokens: dict[int, CancellationToken] = {}
        self._overlay: dict[str, bytes | None] = {}

    def receive(self, message: dict[str, Any]) -> None:
        if "cancel" in message:
            token = self._tokens.get(message["cancel"])
            if token is not None:
                token.cancel()
        else:
            self._tokens[message["job"]] = CancellationToken()
            self._jobs.put(message)

    def run_jobs(self) -> None:
        self._send({"ready": True})
        while True:
            job = self._next()
            CLOCK.tell = lambda why, number=job["job"]: self._send({"job": number, "stopped": why})  # type: ignore[misc]
            self._send({"job": job["job"], **self._run(job)})
            del self._tokens[job["job"]]

    def _next(self) -> dict[str, Any]:
        """The next job. What the last one left is looked through before, but not while its answer is read: who asked needs
        the cores, too, and may be ready with it."""
        try:
            job = self._jobs.get(timeout=_READING)
        except Empty:
            collect_between_jobs()
            return self._jobs.get()
        collect_between_jobs()
        return job

    def _run(self, job: dict[str, Any]) -> dict[str, Any]:
        try:
            self._update(job)
            disk().begin_turn()
            files = OverlayFiles(disk(), dict(self._overlay))
            return {"answer": _function(job["run"])(job["request"], files, self._tokens[job["job"]])}
        except Cancelled:
            return {"cancelled": True}
        except MemoryError:
            os._exit(NO_MEMORY)
        except Exception as error:  # noqa: BLE001  (the edge of a request: one job's fault is no other's)
            return {"fault": _one_line(error), "trace": traceback.format_exc()}

    def _update(self, job: dict[str, Any]) -> None:
        for path in job.get("closed", ()):
            self._overlay.pop(path, None)
        for path, text in job.get("overlay", ()):
            self._overlay[path] = None if text is None else text.encode("utf-8", "surrogatepass")

    def _send(self, message: dict[str, Any]) -> None:
        try:
            data = json.dumps(message)
        except (TypeError, ValueError, RecursionError) as error:
            data = json.dumps({"job": message["job"], "fault": f"the answer is no JSON: {_one_line(error)}"})
        except MemoryError:
            os._exit(NO_MEMORY)
        if len(data) > ANSWER_LIMIT:
            sentence = f"the answer has more than {ANSWER_LIMIT // 1024**2} megabytes"
            data = json.dumps({"job": message["job"], "refused": ["SIZE", sentence]})
        try:
            self._channel.write(data.encode() + b"\n")
            self._channel.flush()
        except BrokenPipeError:  # who asked is gone, and what it started goes with it
            os._exit(0)


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:500]


def _function(name: str) -> Run:
    module, _, function = name.partition(":")
    found: Run = getattr(import_module(module), function)
    return found


def limit_memory(megabytes: int) -> None:
    """Make allocations beyond the limit fail with a MemoryError, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    limit = megabytes * 1024 * 1024 + STACK_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def lift_memory_limit() -> None:
    """For what reserves more than it ever takes, and has a limit of its own."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def main(memory: int, preload: str = "", background: bool = False) -> None:
    """Serve jobs until stdin ends. `memory` is in megabytes, `preload` a function to import at once; in the `background` that
    happens at low priority."""
    if background and hasattr(os, "nice"):
        os.nice(_BACKGROUND)
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    messages = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    limit_memory(memory)
    if preload:
        _function(preload)
    gc.freeze()
    collect_rarely()
    worker = Worker(channel)
    start_deep(worker.run_jobs)
    try:
        for line in messages:
            worker.receive(json.loads(line))
    except MemoryError:  # of the job that runs beside
        os._exit(NO_MEMORY)
    os._exit(0)

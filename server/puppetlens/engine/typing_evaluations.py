"""Evaluations of the open files' own code while it is typed, in a process beside the server."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, NamedTuple

from ..base.cancellation import CancellationToken
from ..base.errors import Cancelled
from ..project.environment import Environment
from ..project.reads import Reads
from ..workers.pool import Overlay, WorkerFault, WorkerPool
from .buffers import Buffers
from .carried_over import Mistakes, carried_over
from .language import evaluation_settings
from .settings import Settings

log = logging.getLogger(__name__)

CHECK = "puppetlens.workers.checking:check_file"


class _Told(NamedTuple):
    """What an evaluation said of the text of a buffer, and what it read; None: not known, so anything."""

    serial: int
    mistakes: Mistakes
    reads: Reads | None


def _pool(settings: Settings) -> WorkerPool:
    """In the background: a preview is compiled at the same time, which somebody looks at."""
    return WorkerPool(1, settings.catalog_memory, CHECK, background=True)


class TypingEvaluations:
    """Starts them one after the other, the last that was asked for first given up where its file changes.

    `start`, `changed` and `mistakes` belong to the engine's thread and the one that talks to the client.
    """

    def __init__(self, buffers: Buffers, settings: Settings, answered: Callable[[], None]) -> None:
        """`answered` is called on a thread of ours when what `mistakes` gives may have changed."""
        self._buffers, self._settings, self._answered = buffers, settings, answered
        self._pool = _pool(settings)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="evaluate")
        self._lock = Lock()
        self._running: dict[str, tuple[int, CancellationToken]] = {}
        self._told: dict[str, _Told] = {}
        #: The text of each file that was evaluated last, and what was said of it.
        self._last: dict[str, tuple[str, Mistakes]] = {}
        #: Whether there is a process that takes the next one at once.
        self.is_warm = False

    def stop(self) -> None:
        for _, token in list(self._running.values()):
            token.cancel()
        self._pool.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def configure(self, settings: Settings) -> None:
        """From now on evaluate so; nothing that was told is good any more."""
        if settings.catalog_memory != self._settings.catalog_memory:
            self._pool.close()
            self._pool = _pool(settings)
            self.is_warm = False
        self._settings = settings
        with self._lock:
            self._told.clear()
            self._last.clear()

    def changed(self, paths: Sequence[str]) -> None:
        """These files or folders are not what they were."""
        paths = self._buffers.by_all_names(paths)
        with self._lock:
            for path, told in list(self._told.items()):
                if told.reads is None or told.reads.touched(paths):
                    del self._told[path]
            for _, token in self._running.values():
                token.cancel()

    def mistakes(self, path: str) -> Mistakes | None:
        """Those of an open file as it is; None where they are not known (yet)."""
        buffer = self._buffers.get(path)
        with self._lock:
            told = self._told.get(path)
        return told.mistakes if told is not None and buffer is not None and told.serial == buffer.serial else None

    def likely_mistakes(self, path: str) -> Mistakes:
        """The same, or else what was said of an older text and is about lines that are the same: a finding does not go and
        come back while somebody types elsewhere."""
        known, buffer = self.mistakes(path), self._buffers.get(path)
        with self._lock:
            last = self._last.get(path)
        if known is not None or last is None or buffer is None:
            return known or ()
        text, mistakes = last
        return carried_over(mistakes, path, text, buffer.text.string)

    def start(self, path: str, environment: Environment, opened: Sequence[str], is_data: bool = False) -> None:
        """Evaluate an open file, or what reads its data, as everything is now, unless that is known or under way."""
        buffer = self._buffers.get(path)
        if buffer is None or self.mistakes(path) is not None:
            return
        token = CancellationToken()
        with self._lock:
            serial, older = self._running.get(path, (None, None))
            if older is not None and serial == buffer.serial and not older.cancelled:
                return
            self._running[path] = buffer.serial, token
        if older is not None:
            older.cancel()
        overlay = {each.path: (each.serial, each.text.string) for each in self._buffers.all()}
        request = {
            "path": path,
            "environment": environment._asdict(),
            "settings": evaluation_settings(self._settings),
            "opened": list(opened),
            "is_data": is_data,
        }
        self._thread.submit(self._run, request, buffer.serial, token, overlay)

    def _run(self, request: dict[str, Any], serial: int, token: CancellationToken, overlay: Overlay) -> None:
        path, seconds = request["path"], self._settings.catalog_timeout
        told: _Told | None = None
        try:
            token.check()
            answer = self._pool.run(CHECK, request, overlay=overlay, seconds=seconds, token=token)
            self.is_warm = True
            told = _Told(serial, answer["mistakes"], Reads(answer["reads"]))
        except Cancelled:
            pass
        except WorkerFault as fault:
            log.warning("%s: %s", path, fault.message)
            told = _Told(serial, (), None)
        finally:
            with self._lock:  # at once: what changes from now on is looked for in what was told
                if self._running.get(path) == (serial, token):
                    del self._running[path]
                if told is not None and not token.cancelled:
                    self._told[path] = told
                    self._last[path] = overlay[path][1] or "", told.mistakes
        if told is not None and not token.cancelled:
            self._answered()

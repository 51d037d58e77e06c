"""Changes on disk, noticed by the server itself: for clients that watch no files (Neovim on Linux).

The operating system tells (inotify and its like), so nothing is done while nothing happens. Where it has too few
watches for so many folders, or none for a file system, their stamps are compared every `_ROUND` seconds.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Sequence
from threading import Event, Thread

from ..base.system_paths import path_of
from ..model.configuration import configuration
from ..project.discovery import environment_of, is_below
from ..project.files import DiskFiles

log = logging.getLogger(__name__)

#: Milliseconds without another change after which those so far are told, and after which they are told anyhow.
_QUIET = 100
_LATEST = 500
#: Milliseconds between two rounds where the system does not tell.
_ROUND = 1000


def counts(path: str, roots: Sequence[str]) -> bool:
    """Nothing of a catalog lies below a hidden folder (`.git`), but a hidden file may be a template."""
    inside = next((path[len(root) + 1 :] for root in roots if path.startswith(f"{root}/")), path)
    return not any(part.startswith(".") for part in inside.split("/")[:-1])


def rested_on(paths: Iterable[str]) -> list[str]:
    """The folders of files and folders, and of what answers about them rest on beside: the environments around, and the
    files that say how they are checked."""
    folders = {path if os.path.isdir(path) else os.path.dirname(path) for path in paths}
    files = DiskFiles()
    for folder in tuple(folders):
        folders.update(map(os.path.dirname, configuration(files, folder).paths))
        if (around := environment_of(files, folder)) is not None:
            folders.update(each for each in (around.root, *around.modulepath) if os.path.isdir(each))
    return sorted(each for each in folders if not any(is_below(each, other) for other in folders - {each}))


class Watching:
    """Watches folders until it is stopped; `changed` is called on a thread of its own."""

    def __init__(self, roots: Sequence[str], changed: Callable[[Sequence[str]], None], polling: bool = False) -> None:
        self._roots = [root for root in roots if os.path.isdir(root)]
        self._changed = changed
        self._polling = polling
        self._end = Event()
        if self._roots:
            Thread(target=self._run, daemon=True, name="watch files").start()

    def stop(self) -> None:
        self._end.set()

    def _run(self) -> None:
        for polling in (False, True)[self._polling :]:
            try:
                self._watch(polling)
                return
            except (OSError, RuntimeError) as failure:  # too many folders, no such file system
                if self._end.is_set():
                    return
                log.warning("the system does not tell of changed files (%s)", failure)

    def _watch(self, polling: bool) -> None:
        from watchfiles import watch  # it takes longer than a start may

        for changes in watch(
            *self._roots,
            watch_filter=lambda _, path: counts(path_of(path), self._roots),
            debounce=_LATEST,
            step=_QUIET,
            stop_event=self._end,
            raise_interrupt=False,
            force_polling=polling,
            poll_delay_ms=_ROUND,
            ignore_permission_denied=True,
        ):
            if not self._end.is_set():
                self._changed(sorted({path_of(path) for _, path in changes}))

"""The texts that are open in the editor, and what has happened to them since the world last looked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock
from typing import NamedTuple

from ..base.position import Text
from ..model.world import Change, Closed, Configured, Edited, Filled, Opened, Outside
from ..syntax.languages import Dialect
from ..syntax.parse import Edit


class Buffer(NamedTuple):
    """`version` is the client's; `serial` is ours and grows with every text that any buffer ever had."""

    path: str
    version: int
    text: Text
    serial: int


class Buffers:
    """Changed by the thread that talks to the client, drained by the one that thinks.

    They hold the newest texts, which the client's next edits apply to; the world has those that it has taken, each with
    its version. Changes gather until they are taken, so a burst of them costs one parse.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: dict[str, Buffer] = {}
        self._pending: list[Change] = []
        self._serial = 0
        #: Of files that were opened through links, what they are called without.
        self._real: dict[str, str] = {}

    def get(self, path: str) -> Buffer | None:
        return self._open.get(path)

    def all(self) -> tuple[Buffer, ...]:
        with self._lock:
            return tuple(self._open.values())

    def by_all_names(self, paths: Iterable[str]) -> list[str]:
        """The paths, and the real ones of those that are or were opened by another."""
        return [name for path in paths for name in (path, self._real.get(path)) if name is not None]

    def open(
        self, path: str, version: int, text: Text, real: str | None = None, dialect: Dialect | None = None
    ) -> None:
        """`real` is the path with its links followed, `dialect` what the client takes the text for."""
        with self._lock:
            if real is not None and real != path:
                self._real[path] = real
            else:
                self._real.pop(path, None)
            self._put(path, version, text)
            self._pending.append(Opened(path, text, version, dialect=dialect))

    def change(self, path: str, version: int, text: Text, edits: Sequence[Edit]) -> None:
        """`edits`, one after the other, made `text` of the text before."""
        with self._lock:
            self._put(path, version, text)
            for index in range(len(self._pending) - 1, -1, -1):
                before = self._pending[index]
                if isinstance(before, (Outside, Filled, Configured)) or before.path != path:
                    continue
                if isinstance(before, Edited):
                    self._pending[index] = Edited(path, text, (*before.edits, *edits), version)
                else:
                    dialect = before.dialect if isinstance(before, Opened) else None
                    self._pending[index] = Opened(path, text, version, dialect=dialect)
                return
            self._pending.append(Edited(path, text, tuple(edits), version))

    def close(self, path: str) -> None:
        with self._lock:
            if self._open.pop(path, None) is not None:
                self._pending.append(Closed(path))

    def add(self, change: Outside | Filled | Configured) -> None:
        """Something else happened."""
        with self._lock:
            self._pending.append(change)

    def take(self) -> list[Change]:
        """What the world has not seen yet, in order."""
        with self._lock:
            pending, self._pending = self._pending, []
        return pending

    def _put(self, path: str, version: int, text: Text) -> None:
        self._serial += 1
        self._open[path] = Buffer(path, version, text, self._serial)

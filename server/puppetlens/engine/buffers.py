"""The texts that are open in the editor, and what has happened to them since the world last looked."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from ..base.position import Text
from ..model.world import Change, Closed, Edited, Opened, Outside
from ..project.files import Files, OverlayFiles
from ..project.kept_files import KeptFiles
from ..syntax.parse import Edit

PUPPET = (".pp", ".epp")


class Buffer(NamedTuple):
    """`version` is the client's; `serial` is ours and grows with every text that any buffer ever had."""

    path: str
    version: int
    text: Text
    serial: int


class Buffers:
    """Changed by the thread that talks to the client, drained by the one that thinks.

    Changes gather until they are taken, so a burst of them costs one parse. Buffers that hold no Puppet code
    (Hiera data, Ruby templates) are for the world just files: `other_files` shows them instead of the disk.
    """

    def __init__(self, disk: KeptFiles) -> None:
        self._lock = Lock()
        self._disk = disk
        self._open: dict[str, Buffer] = {}
        self._pending: list[Change] = []
        self._serial = 0
        self.other_files = OtherFiles(disk)

    def get(self, path: str) -> Buffer | None:
        return self._open.get(path)

    def all(self) -> tuple[Buffer, ...]:
        with self._lock:
            return tuple(self._open.values())

    def open(self, path: str, version: int, text: Text) -> None:
        with self._lock:
            self._put(path, version, text)
            self._pending.append(Opened(path, text))

    def change(self, path: str, version: int, text: Text, edits: Sequence[Edit]) -> None:
        """`edits`, one after the other, made `text` of the text before."""
        with self._lock:
            self._put(path, version, text)
            for index in range(len(self._pending) - 1, -1, -1):
                before = self._pending[index]
                if isinstance(before, Outside) or before.path != path:
                    continue
                if isinstance(before, Edited):
                    self._pending[index] = Edited(path, text, (*before.edits, *edits))
                else:
                    self._pending[index] = Opened(path, text)
                return
            self._pending.append(Edited(path, text, tuple(edits)))

    def close(self, path: str) -> None:
        with self._lock:
            if self._open.pop(path, None) is not None:
                self._pending.append(Closed(path))

    def changed_outside(self, paths: Sequence[str]) -> None:
        with self._lock:
            self._pending.append(Outside(tuple(paths)))

    def take(self) -> list[Change]:
        """What the world has not seen yet, in order."""
        with self._lock:
            pending, self._pending = self._pending, []
        if not all(isinstance(change, Edited) for change in pending):
            self._disk.begin_turn()  # what is opened or closed may have been saved
        return [self._as_file(change) for change in pending]

    def reopen(self) -> list[Change]:
        """What a new world has to be told."""
        with self._lock:
            self._pending = []
            opened = [Opened(buffer.path, buffer.text) for buffer in self._open.values()]
        return [self._as_file(change) for change in opened]

    def _put(self, path: str, version: int, text: Text) -> None:
        self._serial += 1
        self._open[path] = Buffer(path, version, text, self._serial)

    def _as_file(self, change: Change) -> Change:
        if isinstance(change, Outside) or is_puppet(change.path):
            return change
        self.other_files.put(change.path, None if isinstance(change, Closed) else change.text.data)
        return Outside((change.path,))


class OtherFiles:
    """`OverlayFiles` over a mapping that goes on changing, by `put`."""

    def __init__(self, disk: Files) -> None:
        self._disk = self._now = disk
        self._others: dict[str, bytes | None] = {}

    def put(self, path: str, data: bytes | None) -> None:
        """The content of an open buffer; None once it is closed."""
        if data is not None:
            self._others[path] = data
        else:
            self._others.pop(path, None)
        self._now = OverlayFiles(self._disk, self._others) if self._others else self._disk

    def read(self, path: str) -> bytes | None:
        return self._now.read(path)

    def list(self, path: str) -> tuple[str, ...]:
        return self._now.list(path)

    def is_dir(self, path: str) -> bool:
        return self._now.is_dir(path)

    def is_file(self, path: str) -> bool:
        return self._now.is_file(path)

    def is_link(self, path: str) -> bool:
        return self._now.is_link(path)

    def real(self, path: str) -> str:
        return self._now.real(path)

    def refusal(self, path: str) -> str | None:
        return self._now.refusal(path)


def is_puppet(path: str) -> bool:
    return path.endswith(PUPPET)

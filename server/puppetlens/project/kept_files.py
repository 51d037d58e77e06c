"""The disk as one process knows it: each listing and each content is read once for as long as it stays the same.

A *turn* is a stretch of work that wants to see the disk as it is when the turn begins: a compilation, or what an
editor asks between two events. Within a turn each path is asked for at most once, by one `stat`; what was read before
stands where the stamp (times of change, inode, size, kind of file) is the same. That is how `git` and `make` tell
changed files, with the same weak spot: a file that changes twice within one tick of the file system's clock keeps its
stamp. So what was read within `TICK` of the last change is read again at the next turn.
"""

from __future__ import annotations

import os
import stat
from functools import cache
from time import time_ns
from typing import NamedTuple, Protocol

from .files import DiskFiles, Files

#: Nanoseconds: FAT has the coarsest clock, two seconds.
TICK = 2_000_000_000
#: Bytes of contents, and paths, that are kept; beyond, all is forgotten at the next turn.
_MOST_BYTES = 64 * 1024 * 1024
_MOST_PATHS = 200_000


class Stamp(NamedTuple):
    """What tells one state of a path from another. `mode` is the kind of file and who may read it."""

    mode: int
    modified: int
    changed: int
    inode: int
    device: int
    size: int


class StampedFiles(Files, Protocol):
    def stamp(self, path: str) -> Stamp | None:
        """None where there is nothing, or what a broken link points to."""


class StampedDisk(DiskFiles):
    """The disk, with the stamps of paths."""

    def stamp(self, path: str) -> Stamp | None:
        try:
            found = os.stat(path)
        except (OSError, ValueError):
            return None
        return Stamp(found.st_mode, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_dev, found.st_size)


class _Known:
    """What is known of a path. `content` and `names` are None until they are asked for."""

    __slots__ = ("content", "names", "settled", "stamp", "turn")

    def __init__(self, stamp: Stamp | None, settled: bool) -> None:
        self.stamp = stamp
        self.settled = settled
        self.turn = 0
        self.content: bytes | None = None
        self.names: tuple[str, ...] | None = None


class KeptFiles:
    """`base`, asked anew for each path once a turn. To be used by one thread; any thread may begin a turn."""

    def __init__(self, base: StampedFiles) -> None:
        self.base = base
        self._turn = 1
        self._known: dict[str, _Known] = {}
        self._bytes = 0

    def begin_turn(self) -> None:
        """From now on whatever is asked for is looked at again."""
        self._turn += 1
        if self._bytes > _MOST_BYTES or len(self._known) > _MOST_PATHS:
            self._known, self._bytes = {}, 0

    def read(self, path: str) -> bytes | None:
        known = self._look(path)
        if known.content is None:
            if known.stamp is None or not stat.S_ISREG(known.stamp.mode):
                return None
            content = self.base.read(path)
            if content is None:
                return None
            known.content = content
            self._bytes += len(content)
        return known.content

    def list(self, path: str) -> tuple[str, ...]:
        known = self._look(path)
        if known.names is None:
            is_folder = known.stamp is not None and stat.S_ISDIR(known.stamp.mode)
            known.names = self.base.list(path) if is_folder else ()
        return known.names

    def is_dir(self, path: str) -> bool:
        stamp = self._look(path).stamp
        return stamp is not None and stat.S_ISDIR(stamp.mode)

    def is_link(self, path: str) -> bool:
        return self.base.is_link(path)

    def real(self, path: str) -> str:
        return self.base.real(path)

    def refusal(self, path: str) -> str | None:
        return None if self._look(path).stamp is None else self.base.refusal(path)

    def is_file(self, path: str) -> bool:
        stamp = self._look(path).stamp
        return stamp is not None and stat.S_ISREG(stamp.mode)

    def stamp(self, path: str) -> Stamp | None:
        return self._look(path).stamp

    def _look(self, path: str) -> _Known:
        known = self._known.get(path)
        turn = self._turn
        if known is not None and known.turn == turn:
            return known
        stamp = self.base.stamp(path)
        if known is None or known.stamp != stamp or not known.settled:
            settled = stamp is None or time_ns() - max(stamp.modified, stamp.changed) > TICK
            if known is not None and known.content is not None:
                self._bytes -= len(known.content)
            known = self._known[path] = _Known(stamp, settled)
        known.turn = turn
        return known


@cache
def disk() -> KeptFiles:
    """The disk for evaluations, of which a process runs one at a time."""
    return KeptFiles(StampedDisk())

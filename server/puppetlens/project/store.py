"""What was computed from files, kept for the next session: one file in the user's cache folder for each workspace
and kind of thing.

Nothing is kept in the workspace, and what somebody else put in the place of the file is either of the same shape or
nothing. An entry counts while the file that it was made from is the same, by its stamp or else by its content.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from struct import Struct
from time import time_ns
from typing import BinaryIO, NamedTuple

import msgspec

from .. import __version__
from ..base.digest import blake2b
from . import cache
from .kept_files import TICK, Stamp

log = logging.getLogger(__name__)

#: Bytes of one workspace's file.
_MOST = 128 * 1024 * 1024
#: How the files of code end.
_CODE = (".py", ".so", ".pyd")


class Entry(NamedTuple):
    """`data` was made from a file whose content has this `digest`; the stamp tells nothing where it is not `settled`,
    as the file had changed only just before it was read."""

    modified: int
    size: int
    inode: int
    settled: bool
    digest: bytes
    data: bytes

    def has_stamp(self, stamp: Stamp) -> bool:
        return (self.modified, self.size, self.inode) == (stamp.modified, stamp.size, stamp.inode)

    def is_of(self, stamp: Stamp) -> bool:
        """Whether the file is surely the same, by its stamp."""
        return self.settled and self.has_stamp(stamp)


def entry_of(stamp: Stamp, content: bytes, data: bytes) -> Entry:
    settled = time_ns() - max(stamp.modified, stamp.changed) > TICK
    return Entry(stamp.modified, stamp.size, stamp.inode, settled, digest_of(content), data)


def entry_of_content(content: bytes, data: bytes) -> Entry:
    """The same for who has no stamp."""
    return Entry(0, len(content), 0, False, digest_of(content), data)


def digest_of(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()


#: Entries by path that are read at a time: nothing else runs meanwhile. A file has its version first, then these, each
#: behind its length. Paths are bytes: msgpack has no text for a name that is no UTF-8.
_BLOCK = 128
_LENGTH = Struct("<I")
_decoder = msgspec.msgpack.Decoder(dict[bytes, Entry])


def _path(name: bytes) -> str:
    return name.decode("utf-8", "surrogatepass")


def _prefixed(data: bytes) -> bytes:
    return _LENGTH.pack(len(data)) + data


def _next(file: BinaryIO, size: int) -> bytes:
    """What comes next; empty at the end, and where this is no such file."""
    prefix = file.read(_LENGTH.size)
    length = _LENGTH.unpack(prefix)[0] if len(prefix) == _LENGTH.size else 0
    data = file.read(length) if length <= size else b""
    return data if len(data) == length else b""


class Store:
    """Of one workspace. `version` says what the data is made by: that of another version is not seen. `folder`: another than
    the user's cache folder, for what nobody keeps."""

    def __init__(self, workspace: str, version: str, kind: str = "index", folder: Path | None = None) -> None:
        self._kind = kind
        self._folder = folder
        self._name = f"{kind}-{digest_of(workspace.encode('utf-8', 'surrogatepass')).hex()}"
        self._version = version

    def load(self) -> dict[str, Entry]:
        """Path -> entry; empty where there is nothing of use."""
        found: dict[str, Entry] = {}
        for some in self.load_in_steps():
            found.update(some)
        return found

    def load_in_steps(self) -> Iterator[dict[str, Entry]]:
        """The same, some entries at a time."""
        try:
            path = (self._folder or cache.folder()) / self._name
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST:
                return
            with path.open("rb") as file:
                if _next(file, status.st_size) != self._version.encode():
                    return
                cache.used(path)
                while block := _next(file, status.st_size):
                    yield {_path(name): entry for name, entry in _decoder.decode(block).items()}
        except (cache.NoFolder, OSError, msgspec.DecodeError, UnicodeError, RecursionError):
            return

    def save(self, entries: Mapping[str, Entry]) -> None:
        """Keep these and no others; what cannot be kept is not."""
        try:
            folder = self._folder or cache.folder()
            every = [(path.encode("utf-8", "surrogatepass"), entry) for path, entry in entries.items()]
            blocks = [dict(every[start : start + _BLOCK]) for start in range(0, len(every), _BLOCK)]
            parts = [self._version.encode(), *map(msgspec.msgpack.encode, blocks)]
            data = b"".join(map(_prefixed, parts))
            if len(data) <= _MOST:
                with cache.appearing(folder / self._name) as new:
                    new.write_bytes(data)
            if self._folder is not None:
                return
            cache.tidy(self._kind)
        except (cache.NoFolder, OSError, msgspec.EncodeError, UnicodeError) as failure:
            log.info("nothing is kept of kind %s: %s", self._kind, failure)


def made_by(*packages: str) -> str:
    """A version that changes with the code of these packages (folders of `puppetlens`)."""
    digest = blake2b(__version__.encode(), digest_size=16)
    top = os.path.dirname(os.path.dirname(__file__))
    for package in packages:
        with suppress(OSError), os.scandir(os.path.join(top, package)) as entries:
            for each in sorted(entries, key=lambda each: each.name):
                if each.name.endswith(_CODE):
                    status = each.stat()
                    digest.update(f"{each.path} {status.st_mtime_ns} {status.st_size}".encode())
    return digest.hexdigest()

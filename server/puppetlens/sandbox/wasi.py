"""The system that Ruby sees: WASI preview 1, of which there are files to read and nothing else.

Each method is a system call (names and layouts are those of WASI's `snapshot_preview1`) that gets numbers and
gives an error number. Strings and structures lie in the VM's memory. What a call would need of the world is
refused, or, the clock, answered, and noted as a taint either way.

Descriptors: 0-2 as usual (nothing to read, what is written is dropped but for the end of stderr), from 3 the
folders that are open at the start, `CROSSING` for the file by which Ruby and Python talk (`crossed`), then files.
(Ruby knows them by other numbers: the library inside the module has a table of its own.)
"""

from __future__ import annotations

import posixpath
import time
from collections.abc import Callable
from struct import Struct
from typing import Protocol, TypeAlias
from zlib import crc32

from .limits import Stopped
from .virtual_files import VirtualFiles

#: Gets the arguments as numbers (addresses without a sign), gives the result's number or None.
Handler: TypeAlias = Callable[..., "int | None"]

#: Error numbers of WASI.
OK, ACCESS, BAD_DESCRIPTOR, INVALID, IS_FOLDER, TOO_MANY, NOT_FOUND, UNSUPPORTED, NOT_FOLDER, READ_ONLY, IS_PIPE = (
    *(0, 2, 8, 28, 31, 33, 44, 52, 54, 69, 70),
)
_CHARACTERS, _FOLDER, _FILE, _LINK = 2, 3, 4, 7
#: Bits of `path_open`: create, the path must be a folder, must not exist, truncate; the right to write.
_CREATE, _MUST_BE_FOLDER, _EXCLUSIVE, _TRUNCATE, _MAY_WRITE = 1, 2, 4, 8, 1 << 6
_REALTIME = 0

#: Folders that are open at the start. Ruby's library is part of the module, as `/usr`, and hides all else there but
#: what has a longer name here. Ruby finds out at its start, so these are in the snapshot.
_IN_USR = ("etc", "games", "home", "include", "lib", "libexec", "man", "opt", "sbin", "share", "src", "var")
OPEN_FOLDERS = (
    "/",
    *[f"/usr/{name}" for name in (*_IN_USR, "lib32", "lib64", "obj", "ports", "puppet", "puppetlabs", "tmp")],
    *[f"/usr/local/{name}" for name in (*_IN_USR, "puppet", "puppetlabs", "code") if name != "lib"],
)
_FIRST_FOLDER = 3
CROSSING = 60
CROSSING_PATH = "/puppetlens/crossing"
_FIRST_FILE = 64
#: Files open at once.
_MOST_FILES = 1024

_U32, _U64, _PAIR = Struct("<I"), Struct("<Q"), Struct("<II")
_FILE_STATUS = Struct("<QQB7xQQQQQ")
_DESCRIPTOR_STATUS = Struct("<BxHxxxxQQ")
_FOLDER_ENTRY = Struct("<QQIBxxx")
_ALL_RIGHTS = (1 << 64) - 1


def covered(path: str) -> bool:
    """Whether Ruby cannot see this path at all, as its own library lies over it."""
    best = max((each for each in OPEN_FOLDERS if (path + "/").startswith(each.rstrip("/") + "/")), key=len)
    return best == "/" and (path + "/").startswith("/usr/")


class Memory(Protocol):
    def read(self, at: int, size: int) -> bytes: ...
    def write(self, at: int, data: bytes) -> None: ...


class _Open:
    """A file, or (no content) a folder."""

    __slots__ = ("at", "content", "names", "path")

    def __init__(self, path: str, content: bytes | None) -> None:
        self.path, self.content = path, content
        self.at = 0
        self.names: tuple[str, ...] | None = None


class Wasi:
    """One system. `memory` is set when the instance it belongs to is there.

    `crossed(kind, text, room)` gets what Ruby sends by the descriptor `CROSSING` and gives what it reads, at
    most `room` bytes and at least one. A text has `longest` bytes at most.
    """

    def __init__(self, files: VirtualFiles, crossed: Callable[[int, bytes, int], bytes], longest: int) -> None:
        self.memory: Memory
        self.files = files
        self.crossed = crossed
        self.longest = longest
        self.stderr = b""
        self._open: dict[int, _Open] = {}
        self._next = _FIRST_FILE
        self._monotonic = 0
        #: True while Ruby makes a generator from a given seed, for which it draws, and does not use, entropy.
        self.seeding = False

    def handler(self, name: str, has_result: bool) -> Handler:
        """The method for an import; a refusal for what there is none for."""
        found: Handler | None = getattr(self, name, None) if not name.startswith("_") else None
        return found or self._refusal(name, has_result)

    def _refusal(self, name: str, has_result: bool) -> Handler:
        def refuse(*_: int) -> int | None:
            self.files.taints.add(f"calls {name}")
            return UNSUPPORTED if has_result else None

        return refuse

    # -- the process

    def proc_exit(self, _status: int) -> None:
        raise Stopped("it ended the process")

    def environ_sizes_get(self, count: int, size: int) -> int:
        self.memory.write(count, bytes(4))
        self.memory.write(size, bytes(4))
        return OK

    def environ_get(self, _pointers: int, _text: int) -> int:
        return OK

    def clock_res_get(self, _clock: int, at: int) -> int:
        self.memory.write(at, _U64.pack(1000))
        return OK

    def clock_time_get(self, clock: int, _precision: int, at: int) -> int:
        """The time of day is the world's; all other clocks only have to go on, always alike."""
        if clock == _REALTIME and not self.seeding:
            self.files.taints.add("reads the clock")
            now = time.time_ns()
        else:
            self._monotonic += 1_000_000
            now = self._monotonic
        self.memory.write(at, _U64.pack(now))
        return OK

    def random_get(self, at: int, size: int) -> int:
        if not self.seeding:
            self.files.taints.add("uses randomness")
        self.memory.write(at, b"\x2a" * size)
        return OK

    def poll_oneoff(self, *_: int) -> int:
        self.files.taints.add("sleeps")
        return UNSUPPORTED

    def sched_yield(self) -> int:
        return OK

    # -- descriptors

    def fd_read(self, descriptor: int, vectors: int, count: int, result: int) -> int:
        if descriptor == 0:
            self.files.taints.add("reads its standard input")
            self.memory.write(result, bytes(4))
            return OK
        file = self._open.get(descriptor)
        if file is None or file.content is None:
            return BAD_DESCRIPTOR if file is None else IS_FOLDER
        start = file.at
        for at, size in self._vectors(vectors, count):
            part = file.content[file.at : file.at + size]
            self.memory.write(at, part)
            file.at += len(part)
        self.memory.write(result, _U32.pack(file.at - start))
        return OK

    def fd_pread(self, descriptor: int, vectors: int, count: int, offset: int, result: int) -> int:
        ((at, size), *_) = self._vectors(vectors, count)
        if descriptor == CROSSING:
            kind, length = offset >> 32, offset & 0xFFFFFFFF
            if length > self.longest:
                raise Stopped(f"it answered with more than {self.longest >> 20} megabytes")
            part = self.crossed(kind, self.memory.read(at, min(length, size)), size)
        else:
            file = self._open.get(descriptor)
            if file is None or file.content is None or offset < 0:
                return BAD_DESCRIPTOR if file is None else INVALID
            part = file.content[offset : offset + size]
        self.memory.write(at, part)
        self.memory.write(result, _U32.pack(len(part)))
        return OK

    def fd_write(self, descriptor: int, vectors: int, count: int, result: int) -> int:
        if descriptor not in (1, 2):
            return BAD_DESCRIPTOR if descriptor not in self._open else READ_ONLY
        written = 0
        for at, size in self._vectors(vectors, count):
            written += size
            if descriptor == 2:
                self.stderr = (self.stderr + self.memory.read(at, min(size, 4096)))[-4096:]
        self.memory.write(result, _U32.pack(written))
        return OK

    def fd_seek(self, descriptor: int, offset: int, whence: int, result: int) -> int:
        file = self._open.get(descriptor)
        if file is None:
            return IS_PIPE if descriptor in (0, 1, 2, CROSSING) else BAD_DESCRIPTOR
        if whence > 2 or (to := (0, file.at, len(file.content or b""))[whence] + offset) < 0:
            return INVALID
        file.at = to
        self.memory.write(result, _U64.pack(to))
        return OK

    def fd_tell(self, descriptor: int, result: int) -> int:
        return self.fd_seek(descriptor, 0, 1, result)

    def fd_close(self, descriptor: int) -> int:
        """Only files close: what Ruby does to the other descriptors does not hurt who uses them after it."""
        return OK if self._open.pop(descriptor, None) or descriptor < _FIRST_FILE else BAD_DESCRIPTOR

    def fd_prestat_get(self, descriptor: int, result: int) -> int:
        index = descriptor - _FIRST_FOLDER
        if not 0 <= index < len(OPEN_FOLDERS):
            return BAD_DESCRIPTOR
        self.memory.write(result, _PAIR.pack(0, len(OPEN_FOLDERS[index])))
        return OK

    def fd_prestat_dir_name(self, descriptor: int, at: int, size: int) -> int:
        self.memory.write(at, OPEN_FOLDERS[descriptor - _FIRST_FOLDER].encode()[:size])
        return OK

    def fd_fdstat_get(self, descriptor: int, result: int) -> int:
        kind = self._kind(descriptor)
        if kind is None:
            return BAD_DESCRIPTOR
        self.memory.write(result, _DESCRIPTOR_STATUS.pack(kind, 0, _ALL_RIGHTS, _ALL_RIGHTS))
        return OK

    def fd_fdstat_set_flags(self, _descriptor: int, _flags: int) -> int:
        return OK

    def fd_advise(self, *_: int) -> int:
        return OK

    def fd_filestat_get(self, descriptor: int, result: int) -> int:
        kind = self._kind(descriptor)
        if kind is None:
            return BAD_DESCRIPTOR
        file = self._open.get(descriptor)
        path, size = (file.path, len(file.content or b"")) if file else (self._folder(descriptor) or "", 0)
        self.memory.write(result, _status(path, kind, size))
        return OK

    def fd_readdir(self, descriptor: int, at: int, room: int, cookie: int, result: int) -> int:
        folder = self._folder(descriptor)
        if folder is None:
            return NOT_FOLDER if self._kind(descriptor) is not None else BAD_DESCRIPTOR
        entry = self._open.setdefault(descriptor, _Open(folder, None))
        if entry.names is None or cookie == 0:
            entry.names = (".", "..", *self.files.list(folder))
        data = b""
        for index, name in enumerate(entry.names[cookie:], cookie):
            kind = "folder" if index < 2 else self.files.kind_of_entry(folder, name)
            text = _bytes(name)
            number = {"file": _FILE, "folder": _FOLDER, "link": _LINK, None: 0}[kind]
            data += _FOLDER_ENTRY.pack(index + 1, 1, len(text), number) + text
            if len(data) >= room:
                break
        self.memory.write(at, data[:room])
        self.memory.write(result, _U32.pack(min(len(data), room)))
        return OK

    # -- paths

    def path_filestat_get(self, folder: int, _flags: int, at: int, size: int, result: int) -> int:
        path = self._path(folder, at, size)
        kind = self.files.kind(path)
        if kind is None:
            return NOT_FOUND
        length = len(self.files.read(path) or b"") if kind == "file" else 0
        self.memory.write(result, _status(path, _FILE if kind == "file" else _FOLDER, length))
        return OK

    def path_open(
        self,
        folder: int,
        _lookup: int,
        at: int,
        size: int,
        how: int,
        rights: int,
        _inherited: int,
        _flags: int,
        result: int,
    ) -> int:
        path = self._path(folder, at, size)
        if how & (_CREATE | _EXCLUSIVE | _TRUNCATE) or rights & _MAY_WRITE:
            self.files.taints.add(f"writes {path}")
            return READ_ONLY
        if path == CROSSING_PATH:
            self.memory.write(result, _U32.pack(CROSSING))
            return OK
        kind = self.files.kind(path)
        if kind is None:
            return NOT_FOUND
        if how & _MUST_BE_FOLDER and kind != "folder":
            return NOT_FOLDER
        if len(self._open) >= _MOST_FILES:
            return TOO_MANY
        content = self.files.read(path) if kind == "file" else None
        if content is None and kind == "file":
            return ACCESS
        self._open[self._next] = _Open(path, content)
        self.memory.write(result, _U32.pack(self._next))
        self._next += 1
        return OK

    def path_readlink(self, folder: int, at: int, size: int, *_: int) -> int:
        """Links are followed before Ruby sees them: it finds what they lead to."""
        return NOT_FOUND if self.files.kind(self._path(folder, at, size)) is None else INVALID

    def path_create_directory(self, folder: int, at: int, size: int) -> int:
        return self._write(folder, at, size)

    def path_remove_directory(self, folder: int, at: int, size: int) -> int:
        return self._write(folder, at, size)

    def path_unlink_file(self, folder: int, at: int, size: int) -> int:
        return self._write(folder, at, size)

    def path_filestat_set_times(self, folder: int, _flags: int, at: int, size: int, *_: int) -> int:
        return self._write(folder, at, size)

    def path_rename(self, folder: int, at: int, size: int, *_: int) -> int:
        return self._write(folder, at, size)

    def path_link(
        self, _old_folder: int, _flags: int, _old: int, _old_size: int, folder: int, at: int, size: int
    ) -> int:
        return self._write(folder, at, size)

    def path_symlink(self, _old: int, _old_size: int, folder: int, at: int, size: int) -> int:
        return self._write(folder, at, size)

    def _write(self, folder: int, at: int, size: int) -> int:
        self.files.taints.add(f"writes {self._path(folder, at, size)}")
        return READ_ONLY

    # -- parts of the above

    def _vectors(self, at: int, count: int) -> list[tuple[int, int]]:
        data = self.memory.read(at, 8 * min(count, 1024))
        return list(_PAIR.iter_unpack(data))

    def _kind(self, descriptor: int) -> int | None:
        if descriptor in (0, 1, 2, CROSSING):
            return _CHARACTERS
        if self._folder(descriptor) is not None:
            return _FOLDER
        return _FILE if descriptor in self._open else None

    def _folder(self, descriptor: int) -> str | None:
        index = descriptor - _FIRST_FOLDER
        if 0 <= index < len(OPEN_FOLDERS):
            return OPEN_FOLDERS[index]
        file = self._open.get(descriptor)
        return file.path if file is not None and file.content is None else None

    def _path(self, folder: int, at: int, size: int) -> str:
        name = self.memory.read(at, min(size, 4096)).decode("utf-8", "surrogateescape")
        path = posixpath.normpath(posixpath.join(self._folder(folder) or "/", name))
        return "/" + path.lstrip("/")


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _status(path: str, kind: int, size: int) -> bytes:
    """A file's number is made from its path: equal for one file alone, as `require` wants it; times are 0."""
    return _FILE_STATUS.pack(1, crc32(_bytes(path)), kind, 1, size, 0, 0, 0)

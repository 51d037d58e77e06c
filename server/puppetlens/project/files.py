"""The one door to files: the disk, a dict, an overlay of open buffers, a recording of what was read.

A folder from anywhere may hold anything: pipes, links to devices or to the process's own stdin, links in a circle.
Here regular files alone are read, of a size that fits; who needs one that is there and was not read asks `refusal`.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Protocol

from ..base.cancellation import check_cancelled
from ..base.system_paths import path_of

log = logging.getLogger(__name__)


class Files(Protocol):
    """What the layers above may ask of a file system. Paths are absolute, POSIX, normal (no `..`)."""

    def read(self, path: str) -> bytes | None:
        """The content of a file; None where there is no readable file."""

    def list(self, path: str) -> tuple[str, ...]:
        """The names in a folder, sorted; empty where there is no readable folder."""

    def is_dir(self, path: str) -> bool: ...

    def is_file(self, path: str) -> bool: ...

    def is_link(self, path: str) -> bool:
        """Whether the last name of a path is a link, wherever it leads."""

    def real(self, path: str) -> str:
        """The path with its links resolved, as far as there is anything: where it leads, for fences."""

    def refusal(self, path: str) -> str | None:
        """Why `read`, or of a folder `list`, gives nothing of what is there, in words to follow the path; else None."""


#: Bytes of the largest file that is read. The largest of real repositories (facts, binary files) have a few million.
MOST_BYTES = 64 * 1024 * 1024

#: A pipe that has taken the place of a file must not block, a terminal not become ours. Windows knows neither.
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class _Refused(Exception):
    """What is there is not read, and why."""


class DiskFiles:
    """The disk. Links to files are followed; what cannot be read does not exist."""

    def read(self, path: str) -> bytes | None:
        try:
            return _read_regular(path)
        except (OSError, ValueError, _Refused):  # a ValueError of a name that no file can have
            return None

    def refusal(self, path: str) -> str | None:
        try:
            if stat.S_ISDIR(os.stat(path).st_mode):
                os.scandir(path).close()
            else:
                _read_regular(path, 1)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return None
        except OSError as error:
            return f"it cannot be read ({error.strerror})" if os.path.exists(path) else None
        except _Refused as refused:
            return str(refused)
        return None

    def list(self, path: str) -> tuple[str, ...]:
        try:
            return tuple(sorted(os.listdir(path)))
        except (OSError, ValueError):
            return ()

    def is_dir(self, path: str) -> bool:
        return os.path.isdir(path)

    def is_file(self, path: str) -> bool:
        return os.path.isfile(path)

    def is_link(self, path: str) -> bool:
        return os.path.islink(path)

    def real(self, path: str) -> str:
        try:
            return path_of(os.path.realpath(path))
        except (OSError, ValueError):
            return path


def _read_regular(path: str, at_most: int = MOST_BYTES + 1) -> bytes:
    """What a regular file holds. To open a device may do harm already, so it is looked at before, and again after."""
    _check_regular(os.stat(path))
    descriptor = os.open(path, _OPEN)
    try:
        found = os.fstat(descriptor)
        _check_regular(found)
        parts, length = [], 0
        while length < at_most and (part := os.read(descriptor, min(at_most, max(found.st_size + 1, 4096)))):
            parts.append(part)
            length += len(part)
            if length == found.st_size:
                break
    finally:
        os.close(descriptor)
    if length > MOST_BYTES:  # the files of /proc do not say their size
        raise _Refused(_TOO_LARGE)
    return parts[0] if len(parts) == 1 else b"".join(parts)


_TOO_LARGE = f"it has more than {MOST_BYTES // 1024**2} megabytes"


def _check_regular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise _Refused("it is no regular file")
    if found.st_size > MOST_BYTES:
        raise _Refused(_TOO_LARGE)


class MemoryFiles:
    """Files in a mapping from path to content; the folders are those that the paths name."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self.contents = contents

    @cached_property
    def _folders(self) -> Mapping[str, frozenset[str]]:
        folders: dict[str, set[str]] = {}
        for path in self.contents:
            while True:
                parent, _, name = path.rpartition("/")
                names = folders.setdefault(parent or "/", set())
                if not name or name in names:
                    break
                names.add(name)
                path = parent
        return {folder: frozenset(names) for folder, names in folders.items()}

    def read(self, path: str) -> bytes | None:
        return self.contents.get(path)

    def list(self, path: str) -> tuple[str, ...]:
        return tuple(sorted(self._folders.get(path, ())))

    def is_dir(self, path: str) -> bool:
        return path in self._folders

    def is_file(self, path: str) -> bool:
        return path in self.contents

    def is_link(self, path: str) -> bool:
        return False

    def real(self, path: str) -> str:
        return path

    def refusal(self, path: str) -> str | None:
        return None


class OverlayFiles:
    """`base` with some files replaced, added, or (None) taken away: open buffers over the disk.

    An editor may have opened a file by another name than the one it is read by: through a link, or around one.
    """

    def __init__(self, base: Files, overlay: Mapping[str, bytes | None]) -> None:
        self.base = base
        self.overlay = overlay
        self._added = MemoryFiles({path: data for path, data in overlay.items() if data is not None})

    @cached_property
    def _concerned(self) -> frozenset[str]:
        """The folders whose listings may be others than the base's."""
        return frozenset(folders_above(self.overlay))

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(path.rpartition("/")[2] for path in self.overlay)

    @cached_property
    def _by_real_name(self) -> Mapping[str, bytes | None]:
        return {self.base.real(path): data for path, data in self.overlay.items() if data is not None}

    def read(self, path: str) -> bytes | None:
        if path in self.overlay:
            return self.overlay[path]
        if path.rpartition("/")[2] in self._names:
            data = self._by_real_name.get(self.base.real(path))
            if data is not None:
                return data
        return self.base.read(path)

    def list(self, path: str) -> tuple[str, ...]:
        if path not in self._concerned:
            return self.base.list(path)
        prefix = path.rstrip("/") + "/"
        kept = {name for name in self.base.list(path) if self.overlay.get(prefix + name, b"") is not None}
        return tuple(sorted(kept.union(self._added.list(path))))

    def is_dir(self, path: str) -> bool:
        return self._added.is_dir(path) or self.base.is_dir(path)

    def is_file(self, path: str) -> bool:
        return self.overlay[path] is not None if path in self.overlay else self.base.is_file(path)

    def is_link(self, path: str) -> bool:
        return path not in self.overlay and self.base.is_link(path)

    def real(self, path: str) -> str:
        return self.base.real(path)

    def refusal(self, path: str) -> str | None:
        return None if path in self.overlay else self.base.refusal(path)


class RecordingFiles:
    """`base`, noting what was asked and what the answer was: the inputs of a computation.

    Each file and folder is read once, so that the computation sees one state of it.
    """

    def __init__(self, base: Files) -> None:
        self.base = base
        self._contents: dict[str, bytes | None] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self._is_dir: dict[str, bool] = {}
        self._is_file: dict[str, bool] = {}
        self._real: dict[str, str] = {}

    def read(self, path: str) -> bytes | None:
        if path not in self._contents:
            self._contents[path] = self.base.read(path)
        return self._contents[path]

    def list(self, path: str) -> tuple[str, ...]:
        if path not in self._names:
            self._names[path] = self.base.list(path)
        return self._names[path]

    def is_dir(self, path: str) -> bool:
        if path not in self._is_dir:
            self._is_dir[path] = self.base.is_dir(path)
        return self._is_dir[path]

    def is_file(self, path: str) -> bool:
        if path not in self._is_file:
            self._is_file[path] = self.base.is_file(path)
        return self._is_file[path]

    def real(self, path: str) -> str:
        if path not in self._real:
            self._real[path] = self.base.real(path)
        return self._real[path]

    def is_link(self, path: str) -> bool:
        return self.base.is_link(path)

    def refusal(self, path: str) -> str | None:
        """To be asked of what was read in vain, so there is nothing to note."""
        return self.base.refusal(path)

    def reads(self) -> tuple[str, ...]:
        """What was asked for, as `reads.Reads` takes it."""
        found = {*self._contents, *self._is_file}
        found.update(f"{path.rstrip('/')}/{'*' if names else '**'}" for path, names in self._names.items())
        found.update(f"{path.rstrip('/')}/{'' if is_there else '**'}" for path, is_there in self._is_dir.items())
        return tuple(sorted(found))

    def questions(self) -> Iterator[str]:
        """All that was asked, as `answers` has it."""
        of_kinds = (
            ("r", self._contents),
            ("l", self._names),
            ("d", self._is_dir),
            ("f", self._is_file),
            ("n", self._real),
        )
        for kind, asked in of_kinds:
            yield from (kind + path for path in asked)

    def contents_read(self) -> frozenset[str]:
        """The files whose contents counted."""
        return frozenset(self._contents)

    def stale(self, files: Files) -> bool:
        """True where `files` would now answer any of the recorded questions otherwise."""
        return (
            any(files.read(path) != data for path, data in self._contents.items())
            or any(files.list(path) != names for path, names in self._names.items())
            or any(files.is_dir(path) != found for path, found in self._is_dir.items())
            or any(files.is_file(path) != found for path, found in self._is_file.items())
            or any(files.real(path) != found for path, found in self._real.items())
        )


def parents(path: str) -> Iterator[str]:
    """The folders that a path lies in, from the innermost to `/`; others without `/` at their ends."""
    while path != "/":
        path = path.rpartition("/")[0] or "/"
        yield path


def is_checkout(files: Files, folder: str) -> bool:
    """Whether a folder is the top of a checkout of git, a worktree or a submodule."""
    git = f"{folder.rstrip('/')}/.git"
    return files.is_dir(git) or files.is_file(git)


def folders_above(paths: Iterable[str]) -> set[str]:
    """All folders that any of the paths lies in."""
    found: set[str] = set()
    for path in paths:
        for folder in parents(path):
            if folder in found:
                break
            found.add(folder)
    return found


#: How many names a walk looks at: a control repo with all of its modules has a third.
_MOST_NAMES = 100_000


def walk(
    files: Files, folder: str, suffix: str | tuple[str, ...] = "", left_out: Callable[[str, bool], bool] | None = None
) -> Iterator[str]:
    """The paths of all files below `folder` that end in `suffix` (one of them), in order; hidden names are left out, and
    what is `left_out` (a path, and whether it is a folder).

    As in Ruby's `**`, with which Puppet looks for manifests, links to files are followed, links to folders are not. A
    name that a manifest could have and that cannot be read belongs to it: who reads it has to say so.
    """
    left = _MOST_NAMES
    rest = [(folder, name) for name in reversed(files.list(folder))]
    while rest:
        parent, name = rest.pop()
        left -= 1
        if left < 0:
            log.warning("%s holds more than %d names: the rest is not looked at", folder, _MOST_NAMES)
            return
        if name.startswith("."):
            continue
        path = f"{parent.rstrip('/')}/{name}"
        if name.endswith(suffix) and files.is_file(path):
            if left_out is None or not left_out(path, False):
                yield path
        elif files.is_dir(path):
            if not files.is_link(path) and (left_out is None or not left_out(path, True)):
                check_cancelled()
                rest += [(path, below) for below in reversed(files.list(path))]
        elif name.endswith(suffix) and files.refusal(path) is not None:
            yield path

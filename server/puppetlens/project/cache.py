"""The user's cache folder: files that appear whole or not at all, and go when nobody uses them any more.

Machine code (of Ruby) is as good as a program, and is read from here alone; so nobody else may write the folder.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

#: Seconds after which a file that nobody used goes.
UNUSED = 30 * 86400.0
#: Bytes of all files of a kind.
MOST = 512 * 1024 * 1024
#: Seconds from one look for what is to go to the next.
TIDY_EVERY = 3600.0
#: How folders of files that are being written begin.
_NEW = "new-"


class NoFolder(Exception):
    """Why nothing can be kept, in words for people."""


def folder() -> Path:
    """The folder, made where it is not there. Raises `NoFolder` where it cannot be had."""
    try:
        found = _base() / "puppetlens"
    except RuntimeError:  # of Path.home
        raise NoFolder("nothing can be kept: this user has no home folder") from None
    try:
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = found.lstat()
        if sys.platform != "win32":
            if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
                raise NoFolder(f"{found} is not this user's own folder")
            if status.st_mode & 0o077:
                found.chmod(0o700)
    except OSError as failure:
        raise NoFolder(f"nothing can be kept in {found}: {failure.strerror}") from None
    return found


def _base() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """A name beside `path` for a new file, which becomes `path` at the end."""
    import tempfile  # few write

    new_folder = Path(tempfile.mkdtemp(prefix=_NEW, dir=path.parent))
    try:
        new = new_folder / path.name
        yield new
        os.replace(new, path)
    finally:
        for left in new_folder.iterdir():
            left.unlink()
        new_folder.rmdir()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process works at `path`; a process that ends, however it ends, lets go."""
    with open(path.with_suffix(".lock"), "w") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:  # it gives up after ten seconds
                    continue
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def used(*paths: Path) -> None:
    """Keep these for longer."""
    for each in paths:
        with suppress(OSError):
            os.utime(each)


def tidy(kind: str) -> None:
    """Take away, of the files whose names begin with this kind, what nobody used for long (of other versions, of folders that
    are gone) and, beyond `MOST` bytes of all, what was used longest ago; and what a process left that was ended while it wrote.

    To look at all files takes a while where there are thousands, so one of all processes does it, once an hour.
    Raises `NoFolder` and OSError.
    """
    kept_in = folder()
    if not _is_time(kept_in / f"tidied-{kind}"):
        return
    import shutil  # few write

    found, total = list[tuple[float, int, str]](), 0
    with os.scandir(kept_in) as entries:
        for each in entries:
            with suppress(OSError):
                status = each.stat(follow_symlinks=False)
                if each.name.startswith(f"{kind}-"):
                    found.append((status.st_mtime, status.st_size, each.path))
                elif each.name.startswith(_NEW) and time.time() - status.st_mtime > UNUSED:
                    shutil.rmtree(each.path)
    for used_at, size, path in sorted(found, reverse=True):
        total += size
        if time.time() - used_at > UNUSED or total > MOST:
            with suppress(OSError):
                os.unlink(path)


def _is_time(marker: Path) -> bool:
    """Whether nobody marked that it is done within the last hour; from now on somebody has."""
    with suppress(OSError):
        if 0 <= time.time() - marker.lstat().st_mtime < TIDY_EVERY:
            return False
    marker.touch()
    return True

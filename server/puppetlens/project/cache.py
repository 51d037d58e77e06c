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

    new_folder = Path(tempfile.mkdtemp(prefix="new-", dir=path.parent))
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


def forget_unused(kept_in: Path, pattern: str) -> None:
    """Take away what nobody used for long, of files whose names are so (of other versions, of folders that are gone), and
    what a process left that was ended while it wrote."""
    for each in [*kept_in.glob(pattern), *kept_in.glob("new-*/*"), *kept_in.glob("new-*")]:
        with suppress(OSError):
            if time.time() - each.stat().st_mtime > UNUSED:
                each.rmdir() if each.is_dir() else each.unlink()

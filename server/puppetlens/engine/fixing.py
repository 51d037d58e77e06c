"""What fixes make of files: those that are safe, as long as there are some; and how that gets onto the disk.

A file is written as a whole or not at all, under its own name, with the mode that it had. Left alone, with a reason, is what
cannot be read or written, is read-only, is a link that leads out of what is checked, is no UTF-8 (as Puppet reads it), or was
changed by someone else since it was checked.
"""

from __future__ import annotations

import os
import stat
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from ..base.edits import TextEdit, apply_edits
from ..project.cache import appearing
from ..project.files import DiskFiles
from .file_checks import Report


def write_file(path: str, data: bytes) -> None:
    """The whole file or nothing; of one that is there mode and owner stay. Raises OSError."""
    target = Path(os.path.realpath(path))
    status = target.stat() if target.exists() else None
    if status is not None and not stat.S_ISREG(status.st_mode):  # a terminal
        target.write_bytes(data)
        return
    with appearing(target) as new:
        new.write_bytes(data)
        if status is not None:
            if os.name == "posix" and (new.stat().st_uid, new.stat().st_gid) != (status.st_uid, status.st_gid):
                with suppress(PermissionError):
                    os.chown(new, status.st_uid, status.st_gid)
            new.chmod(stat.S_IMODE(status.st_mode))


class LeftAlone(Exception):
    """Why a file is not fixed."""


class Fixed(NamedTuple):
    """A file before and after; `made` is how many findings are mended."""

    path: str
    before: bytes
    after: bytes
    made: int

    def diff(self, shown: str) -> str:
        before, after = (
            text.decode("utf-8", "replace").splitlines(keepends=True) for text in (self.before, self.after)
        )
        lines = unified_diff(before, after, f"a/{shown}", f"b/{shown}")
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


class Fixing:
    """Fixes of files below the paths that are checked; `left_alone` says why some are not fixed, by their paths."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._within = [os.path.realpath(path) for path in paths]
        self.left_alone: dict[str, str] = {}

    def fix(self, reports: Iterable[Report], checked_at: float) -> int:
        """Make the safe fixes of what was checked since a time (`time.time()`); how many findings that mended."""
        made = 0
        for each in self.fixed(reports):
            try:
                self._write(each, checked_at)
            except (LeftAlone, OSError) as error:
                reason = error.strerror if isinstance(error, OSError) else str(error)
                self.left_alone[each.path] = reason or type(error).__name__
            else:
                made += each.made
        return made

    def fixed(self, reports: Iterable[Report]) -> Iterator[Fixed]:
        """The files that safe fixes change. Of fixes that change the same bytes the first is made: another run finds the
        rest."""
        texts: dict[str, bytes] = {}
        edits: dict[str, list[TextEdit]] = {}
        made: Counter[str] = Counter()
        for report in reports:
            fix = next((fix for fix in report.fixes if fix.safe), None)
            if fix is None or not all(self._is_read(each.path, texts) for each in fix.edits):
                continue
            real = [(os.path.realpath(each.path), each.edit) for each in fix.edits]  # a file may have two names
            if all(_fits(edits.get(path, ()), edit) for path, edit in real):
                for path, edit in real:
                    own = edits.setdefault(path, [])
                    if edit not in own:
                        own.insert(bisect_left(own, edit), edit)
                made[os.path.realpath(report.path)] += 1
        for path, before in texts.items():
            real_path = os.path.realpath(path)
            if own := edits.pop(real_path, []):
                yield Fixed(path, before, apply_edits(before, own), made[real_path])

    def _is_read(self, path: str, texts: dict[str, bytes]) -> bool:
        if path not in texts and path not in self.left_alone:
            try:
                texts[path] = _readable(path)
            except LeftAlone as reason:
                self.left_alone[path] = str(reason)
        return path in texts

    def _write(self, fixed: Fixed, checked_at: float) -> None:
        real = os.path.realpath(fixed.path)
        if not any(real == each or real.startswith(f"{each.rstrip(os.sep)}{os.sep}") for each in self._within):
            raise LeftAlone(f"it is a link to {real}, which is not below what is checked")
        status = os.stat(real)
        if checked_at < status.st_mtime <= time.time() or _readable(real) != fixed.before:
            raise LeftAlone("it was changed while it was checked: try again")
        if not status.st_mode & 0o222 or not os.access(real, os.W_OK):
            raise LeftAlone("it is read-only")
        write_file(real, fixed.after)


def _readable(path: str) -> bytes:
    data = DiskFiles().read(path)
    if data is None:
        raise LeftAlone("it cannot be read" if os.path.lexists(path) else "it is gone")
    try:
        data.decode()
    except UnicodeDecodeError:
        raise LeftAlone("it is no UTF-8") from None
    return data


def _fits(edits: Sequence[TextEdit], new: TextEdit) -> bool:
    """Whether an edit stands beside others, which are in order, or is one of them."""
    at = bisect_left(edits, new)
    following = edits[at] if at < len(edits) else None
    if following == new:
        return True
    before = edits[at - 1] if at else None
    if before is not None and (before.span.end > new.span.start or before.span == new.span):
        return False
    return following is None or not (following.span.start < new.span.end or following.span == new.span)

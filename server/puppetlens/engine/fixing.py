"""What fixes make of files: those that are safe, as long as there are some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import unified_diff
from typing import NamedTuple

from ..base.edits import OverlapError, TextEdit, apply_edits
from ..base.system_paths import absolute
from ..project.files import DiskFiles
from .file_checks import Report


def write_file(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


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


def fixed(reports: Iterable[Report]) -> Iterator[Fixed]:
    """The files that safe fixes change. Of fixes that change the same bytes the first is made: another run finds the rest."""
    disk = DiskFiles()
    texts: dict[str, bytes] = {}

    def read(path: str) -> bytes:
        if path not in texts:
            texts[path] = disk.read(path) or b""
        return texts[path]

    edits: dict[str, list[TextEdit]] = {}
    made: dict[str, int] = {}
    for report in reports:
        fix = next((fix for fix in report.fixes if fix.safe), None)
        if fix is None:
            continue
        own: dict[str, list[TextEdit]] = {}
        for each in fix.edits:
            own.setdefault(each.path, []).append(each.edit)
        try:
            for path, more in own.items():
                apply_edits(read(path), [*edits.get(path, ()), *more])
        except OverlapError:
            continue
        for path, more in own.items():
            edits.setdefault(path, []).extend(more)
        made[absolute(report.path)] = made.get(absolute(report.path), 0) + 1
    for path, all_edits in edits.items():
        before = read(path)
        yield Fixed(path, before, apply_edits(before, all_edits), made.get(path, 0))

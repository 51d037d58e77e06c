"""What paths are called once the links on their way are followed, asking of each folder once."""

from __future__ import annotations

from collections.abc import Iterable

from .files import Files

#: How a question about a folder ends.
_OF_FOLDERS = frozenset(("", "*", "**"))


class RealNames:
    """For many paths below few folders: `Files.real` of each would ask of every folder above it anew."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._folders = {"/": "/", "": ""}

    def of(self, path: str) -> str:
        """The real name; a path that does not exist keeps what does not exist of it."""
        folder, _, name = path.rpartition("/")
        if self._files.is_link(path):
            return self._files.real(path)
        return f"{self._folder(folder or '/').rstrip('/')}/{name}"

    def _folder(self, path: str) -> str:
        pending = []
        while path not in self._folders:
            pending.append(path)
            path = path.rpartition("/")[0] or "/"
        for each in reversed(pending):
            self._folders[each] = self.of(each)
        return self._folders[pending[0] if pending else path]


def by_all_names(questions: Iterable[str], files: Files) -> tuple[str, ...]:
    """What was asked of files (as `reads.Reads` takes it), by its real names, too: an event may tell of these."""
    real = RealNames(files)
    found = set(questions)
    for question in tuple(found):
        path, slash, mark = question.rpartition("/")
        asked = real.of(path or "/") if mark in _OF_FOLDERS else real.of(question)
        found.add(f"{asked.rstrip('/')}{slash}{mark}" if mark in _OF_FOLDERS else asked)
    return tuple(sorted(found))

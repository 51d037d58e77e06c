"""What a computation asked of the files, and whether something that happened can change its answer.

Each question is one text: `/a/b` for a file that was read or sought, `/a/b/` for whether there is a folder, `/a/b/*`
for the names in one, `/a/b/**` for a folder that was not there, which anything below would make.
"""

from __future__ import annotations

from collections.abc import Iterable

from .files import folders_above, parents


class Reads:
    """The questions of one computation, made to be compared with events about paths."""

    def __init__(self, questions: Iterable[str]) -> None:
        self._questions = frozenset(questions)
        asked = {question.rstrip("*").rstrip("/") for question in self._questions}
        #: What was asked about, and the folders around it.
        self._known = asked | folders_above(asked)

    def touched(self, paths: Iterable[str]) -> bool:
        """Whether the answer may be another once something happened to these files or folders."""
        return any(self._touched_by(path) for path in paths)

    def _touched_by(self, path: str) -> bool:
        if path in self._known:
            return True
        questions, below = self._questions, path
        for folder in parents(path):
            prefix = folder.rstrip("/")
            if f"{prefix}/**" in questions:
                return True
            # A name that is new in a folder may be known by what is in it alone.
            if f"{prefix}/*" in questions and below not in self._known:
                return True
            below = folder
        return f"{path.rpartition('/')[0]}/" in questions

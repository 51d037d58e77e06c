"""How far a command is, for a person at a terminal: a line on stderr that goes again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import monotonic

#: Seconds after which a person begins to wonder, and between two lines.
_PATIENCE = 1.0
_PAUSE = 0.1
_ERASE = "\r\x1b[K"


class Progress:
    """Says nothing where stderr is no terminal."""

    def __init__(self) -> None:
        self._began = monotonic()
        self._next = self._began + _PATIENCE if sys.stderr.isatty() else float("inf")
        self._is_shown = False
        self._of = 0

    def tell(self, done: int, of: int) -> None:
        self._of = of
        now = monotonic()
        if now >= self._next:
            self._next = now + _PAUSE
            self._is_shown = True
            sys.stderr.write(f"{_ERASE}{done} of {of} files")
            sys.stderr.flush()

    def tell_end(self, severities: Sequence[str], more: str = "") -> None:
        """What was looked at, how long that took, and what came of it; `more` is what else is to be known."""
        if sys.stderr.isatty():
            counts = [(word, severities.count(word)) for word in ("error", "warning", "information", "hint")]
            found = [f"{count} {word}{'' if count == 1 else 's'}" for word, count in counts if count]
            files = f"{self._of} file{'' if self._of == 1 else 's'}"
            took = monotonic() - self._began
            seconds = f"{took:.1f}" if took < 10 else f"{took:.0f}"
            sys.stderr.write(f"checked {files} in {seconds} s: {', '.join(found) or 'nothing found'}{more}\n")

    def clear(self) -> None:
        if self._is_shown:
            self._is_shown = False
            sys.stderr.write(_ERASE)
            sys.stderr.flush()

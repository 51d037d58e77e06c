"""How far a command is, for a person at a terminal: a line on stderr that goes again."""

from __future__ import annotations

import sys
from time import monotonic

#: Seconds after which a person begins to wonder, and between two lines.
_PATIENCE = 1.0
_PAUSE = 0.1
_ERASE = "\r\x1b[K"


class Progress:
    """Says nothing where stderr is no terminal."""

    def __init__(self) -> None:
        self._next = monotonic() + _PATIENCE if sys.stderr.isatty() else float("inf")
        self._is_shown = False

    def tell(self, done: int, of: int) -> None:
        now = monotonic()
        if now >= self._next:
            self._next = now + _PAUSE
            self._is_shown = True
            sys.stderr.write(f"{_ERASE}{done} of {of} files")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._is_shown:
            self._is_shown = False
            sys.stderr.write(_ERASE)
            sys.stderr.flush()

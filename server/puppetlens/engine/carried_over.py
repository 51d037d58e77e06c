"""What an evaluation said of a text, as far as it is likely still so of the next one: until that is evaluated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Mistakes = Sequence[Mapping[str, Any]]


def carried_over(mistakes: Mistakes, path: str, old: str, new: str) -> Mistakes:
    """The mistakes in lines that are the same, where they stand now; what is said of lines between is gone.

    `mistakes` are those of `workers.checking`, with Puppet's lines, of the file `path` and of others.
    """
    before, after = old.split("\n"), new.split("\n")
    most = min(len(before), len(after))
    first = next((at for at in range(most) if before[at] != after[at]), most)
    last = next((at for at in range(most - first) if before[-1 - at] != after[-1 - at]), most - first)
    moved = _Moved(path, first, len(before) - last, len(after) - len(before))
    kept = [each for each in mistakes if each.get("file") != path or moved.line(each.get("line")) is not None]
    return [moved.of(each) for each in kept]


class _Moved:
    """Lines up to `first` stay, those beyond `last` are `by` lines further down."""

    def __init__(self, path: str, first: int, last: int, by: int) -> None:
        self._path, self._first, self._last, self._by = path, first, last, by

    def line(self, line: int | None) -> int | None:
        if line is None or line <= self._first:
            return line
        return line + self._by if line > self._last else None

    def of(self, data: Any) -> Any:
        """Data with the places in it moved; a place that is gone is that of no line."""
        if isinstance(data, Mapping):
            made = {key: self.of(value) for key, value in data.items()}
            return (
                {**made, "line": self.line(made["line"])} if made.get("file") == self._path and "line" in made else made
            )
        return [self.of(each) for each in data] if isinstance(data, (list, tuple)) else data

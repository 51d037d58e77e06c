"""Patterns of `.gitignore`."""

from __future__ import annotations

from collections.abc import Iterable


class Patterns:
    """Those of one file, relative to its folder. The last that matches decides."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = [line for line in lines if line.strip() and not line.startswith("#")]
        self._filter = None
        if self._lines:
            from dulwich.ignore import IgnoreFilter  # who has none is spared it

            self._filter = IgnoreFilter([line.encode() for line in self._lines])

    def says(self, path: str, is_folder: bool) -> bool | None:
        """Whether a path is ignored; None where nothing is said about it."""
        if self._filter is None:
            return None
        return self._filter.is_ignored(f"{path}/" if is_folder else path)

    def match(self, path: str, is_folder: bool) -> bool:
        return bool(self.says(path, is_folder))

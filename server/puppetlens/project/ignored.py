"""Patterns of `.gitignore`, of a path by itself: who walks asks first about the folders that it lies in."""

from __future__ import annotations

import os
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
        said = None
        for pattern in self._filter.patterns if self._filter is not None else ():
            if pattern.matches(os.fsencode(path), is_folder):
                said = pattern.is_exclude
        return said

    def match(self, path: str, is_folder: bool) -> bool:
        return bool(self.says(path, is_folder))

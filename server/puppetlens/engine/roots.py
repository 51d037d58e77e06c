"""Which folder to look at for a file that lies outside of every opened folder."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import dirname

from ..project.environment import discover
from ..project.files import Files

#: How far above a file its environment or module is looked for.
_HIGHEST = 12


def is_inside(path: str, roots: Sequence[str]) -> bool:
    return any(path == root or path.startswith(root.rstrip("/") + "/") for root in roots)


def root_of(files: Files, path: str) -> str | None:
    """The nearest folder around a file that looks like an environment or a module; None for a loose file."""
    folder = path if files.is_dir(path) else dirname(path)
    for _ in range(_HIGHEST):
        if any(environment.kind != "loose" for environment in discover(files, folder)):
            return folder
        if folder == dirname(folder):
            break
        folder = dirname(folder)
    return None

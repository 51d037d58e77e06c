"""Folders of files, written for a test."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_files(folder: Path, contents: Mapping[str, str]) -> None:
    """Texts by their paths below the folder."""
    for name, text in contents.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

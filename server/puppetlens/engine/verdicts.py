"""Whether Puppet's parser accepts files on disk (the `parse` command)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..base.position import Text
from ..base.system_paths import absolute
from ..project.files import DiskFiles, walk
from ..syntax.parse import PUPPET, dialect_of, is_plan, parse


def verdict(path: str) -> dict[str, Any]:
    """{"path", "ok", "errors": [{"message", "line", "column"}]}; no line where the file cannot be read."""
    files = DiskFiles()
    data = files.read(path)
    if data is None:
        reason = "Is a directory" if files.is_dir(path) else files.refusal(path) or "No such file or directory"
        return {"path": path, "ok": False, "errors": [{"message": reason, "line": None, "column": None}]}
    text = Text(data)
    faults = parse(text, dialect_of(path), is_plan(absolute(path))).program.faults
    return {
        "path": path,
        "ok": not faults,
        "errors": [{"message": fault.message, **text.puppet_position(fault.anchor)._asdict()} for fault in faults],
    }


def manifests(paths: Iterable[str]) -> Iterator[str]:
    """The paths, with the manifests and templates below for each folder; hidden names are left out."""
    files = DiskFiles()
    for path in paths:
        yield from walk(files, path, PUPPET) if files.is_dir(path) else (path,)

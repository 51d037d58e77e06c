"""Summaries of many files, made in a process of their own (see `workers/worker.py`)."""

from __future__ import annotations

import os
import sys
from base64 import b64decode, b64encode
from typing import Any

from ..base.cancellation import CancellationToken
from ..base.position import Text
from ..model import summary_codec
from ..model.snapshot import open_file
from ..project.files import Files
from ..project.kept_files import disk
from ..project.store import Entry, entry_of

SUMMARISE = f"{__name__}:summarise"
_NICE = 10


def summarise(request: dict[str, Any], files: Files, token: CancellationToken) -> dict[str, Any]:
    """`{"paths": [...], "largest": bytes, "aside"?}` -> `{"entries": [[path, entry], ...]}` of the files that are there; data in
    base 64. `aside`: others go first."""
    if request.get("aside") and sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, 0, _NICE)
    found: list[Any] = []
    for path in request["paths"]:
        token.check()
        stamp, content = disk().stamp(path), files.read(path)
        if stamp is not None and content is not None:
            data = summary_codec.encode(open_file(path, Text(content), request["largest"]).summary)
            entry = entry_of(stamp, content, data)
            found.append([path, entry._replace(digest=_text(entry.digest), data=_text(data))])
    return {"entries": found}


def entries_of(answer: dict[str, Any]) -> list[tuple[str, Entry]]:
    return [
        (path, Entry(modified, size, inode, settled, b64decode(digest), b64decode(data)))
        for path, (modified, size, inode, settled, digest, data) in answer["entries"]
    ]


def _text(data: bytes) -> Any:
    return b64encode(data).decode()

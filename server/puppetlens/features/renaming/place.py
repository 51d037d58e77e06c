"""A place as people read it, terminals and editors too: `/etc/puppetlabs/code/x.pp:12`."""

from __future__ import annotations

from ...model.snapshot import Snapshot


def place(snapshot: Snapshot, path: str, offset: int) -> str:
    """Where a byte offset of a file is: its path, and the line from 1."""
    text = snapshot.text(path)
    return path if text is None else f"{path}:{text.puppet_position(offset).line}"

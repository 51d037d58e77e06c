"""A snapshot as it would be with other texts: to see what an edit would change before it is made."""

from __future__ import annotations

from collections.abc import Mapping

from ..base.position import Text
from ..project.files import OverlayFiles
from .snapshot import Snapshot, open_file


def tried(snapshot: Snapshot, texts: Mapping[str, bytes]) -> Snapshot:
    """`texts` in the place of those that files have (path -> text). No file comes or goes; the snapshot stays as it is."""
    opened = {path: file for path, file in snapshot.opened.items() if path not in texts}
    files = OverlayFiles(snapshot.files, texts)
    new = Snapshot(
        snapshot.revision, files, snapshot.belonging, opened, snapshot.index.fork(), snapshot.settings, snapshot.read
    )
    new.listed, new.data_of, new.ruby = dict(snapshot.listed), dict(snapshot.data_of), dict(snapshot.ruby)
    for path, data in texts.items():
        new.index.put(path, open_file(path, Text(data), snapshot.settings.largest_file).summary)
    return new

"""$/progress while the files of a large workspace are read."""

from __future__ import annotations

from ..progress import BackgroundProgress
from ..server import Server


def register(server: Server) -> None:
    server.indexed = BackgroundProgress(server, "Reading Puppet files").tell

"""Diagnostics of files on disk (the `check` command)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..base.position import Position, Text
from ..checks.diagnostics import diagnostics
from ..checks.finding import Severity
from ..model.snapshot import Snapshot
from ..model.world import World
from ..project.files import walk
from ..project.kept_files import KeptFiles, StampedDisk
from .buffers import is_puppet
from .language import model_settings
from .roots import root_of
from .settings import Settings


class Report(NamedTuple):
    """A finding for people: `path` as it was given, Puppet's line and column (from 1, code points).

    `end` is one past the last character that is meant.
    """

    path: str
    at: Position
    start: Position
    end: Position
    severity: Severity
    code: str
    message: str


def check_paths(paths: Iterable[str], settings: Settings) -> Iterator[Report]:
    """The findings of files and of all manifests and templates below folders, in order of path and place."""
    files = KeptFiles(StampedDisk())
    snapshots: dict[str, Snapshot] = {}
    for given in paths:
        absolute = os.path.abspath(given)
        found = [path for path in walk(files, absolute) if is_puppet(path)] if files.is_dir(absolute) else [absolute]
        for path in found:
            root = root_of(files, path) or (absolute if files.is_dir(absolute) else os.devnull)
            snapshot = snapshots.get(root)
            if snapshot is None:
                snapshot = snapshots[root] = World(files, [root], model_settings(settings)).snapshot()
            shown = given if path == absolute else os.path.join(given, os.path.relpath(path, absolute))
            yield from _check_file(snapshot, path, shown)


def _check_file(snapshot: Snapshot, path: str, shown: str) -> Iterator[Report]:
    document = snapshot.document(path)
    text = document.text if document is not None else Text(b"")
    for finding in diagnostics(snapshot, path):
        yield Report(
            shown,
            text.puppet_position(finding.anchor),
            text.puppet_position(finding.span.start),
            text.puppet_position(finding.span.end),
            finding.severity,
            finding.code,
            finding.message,
        )

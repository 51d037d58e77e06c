"""What nodes read when they were last compared, kept for the next command in the user's cache folder.

A node whose reads are answered by the files of both sides as they were answered then has the same catalog on both: it needs
no compilation to say so. Of such a node it is kept what is told of it: that nothing differs, and what is not known of it.

Nothing is kept where the catalog depends on what is no file of the environment: on keys of eyaml, on Ruby that runs natively.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ..catalog.difference_text import Told
from ..eval.packages import PACKAGES
from ..project.answers import Answering, packed, reads_of, unpacked
from ..project.kept_files import disk
from ..project.reads import Reads
from ..project.store import Entry, Store, digest_of, entry_of_content, made_by
from .given import as_given, notices_of, ruby_mode

Data = dict[str, Any]

#: What a catalog is made by.
_MADE_BY = (
    *PACKAGES, "types", "catalog", "library", "library/functions", "library/resources", "data", "project", "hiera", "ruby",
    "sandbox", "sandbox/guest", "workers",
)  # fmt: skip


class KeptComparisons:
    """Of one environment. Used by one thread."""

    def __init__(self, environment: str) -> None:
        self._store = Store(environment, made_by(*_MADE_BY), "compared")
        self._entries: dict[str, Entry] = self._store.load()
        self._answering: dict[str, Answering] = {}
        self._has_grown = False

    def find(self, before: Data, after: Data) -> Told | None:
        """What is told of a node whose catalog is surely the same on both sides; None where that is not known.

        The requests are alike but for where their files come from. Raises `RevisionError`.
        """
        content = _content(after)
        entry = self._entries.get(after["node"]) if is_kept(after) else None
        if entry is None or entry.digest != digest_of(content):
            return None
        kept = unpacked(entry.data)
        if kept is None or not all(self._files(side).gives(kept[0]) for side in (after, before)):
            return None
        with suppress(ValueError):
            return Told.from_data(kept[1])
        return None

    def notices(self, request: Data) -> tuple[str, ...]:
        """What is to be said of its files, as far as `find` asked for them."""
        return notices_of(request, self._files(request).files)

    def reads(self, node: str) -> Reads | None:
        """What a node read when it was last compared; None where that is not known."""
        entry = self._entries.get(node)
        kept = None if entry is None else unpacked(entry.data)
        return None if kept is None else reads_of(kept[0])

    def size(self, after: Data) -> int:
        """How much a node read when it was last compared, in bytes of what is kept: a measure of how long it takes."""
        entry = self._entries.get(after["node"])
        return 0 if entry is None else len(entry.data)

    def keep(self, after: Data, answers: dict[str, bytes], told: Told) -> None:
        """What the node's catalog read, and what is told where nothing of it is another."""
        if is_kept(after):
            self._entries[after["node"]] = entry_of_content(_content(after), packed(answers, told.as_data()))
            self._has_grown = True

    def save(self) -> None:
        if self._has_grown:
            self._store.save(self._entries)

    def _files(self, request: Data) -> Answering:
        """Those of the request; many are of the same revision."""
        named = {name: request.get(name) for name in ("revision", "contents", "facts", "enc", "saved")}
        key = json.dumps(named, sort_keys=True)
        found = self._answering.get(key)
        if found is None:
            found = self._answering[key] = Answering(as_given(request))
        return found


def nodes_that_read(environment: str, nodes: Iterable[str], files: Iterable[str]) -> tuple[frozenset[str], int]:
    """Those that read one of the files (or looked for it) when they were last compared; and of how many that is not known."""
    kept = KeptComparisons(environment)
    paths = {path for each in files for path in (each, disk().real(each))}
    reads = {node: kept.reads(node) for node in nodes}
    found = frozenset(node for node, asked in reads.items() if asked is not None and asked.touched(paths))
    return found, sum(asked is None for asked in reads.values())


def is_kept(request: Data) -> bool:
    settings = request.get("settings") or {}
    return not settings.get("eyaml_private_key") and ruby_mode(settings, trusted=True) != "native"


def _content(after: Data) -> bytes:
    """What is asked of a node, wherever the files come from."""
    asked = {name: value for name, value in after.items() if name not in ("revision", "contents", "saved")}
    return json.dumps(asked, sort_keys=True, default=str).encode()

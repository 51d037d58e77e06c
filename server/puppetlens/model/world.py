"""The holder of state: takes changes, publishes snapshots."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import dirname
from typing import NamedTuple

from ..base.position import Text
from ..project.autoload import module_of
from ..project.discovery import environments
from ..project.files import Files, OverlayFiles, RecordingFiles, folders_above, parents
from ..project.reads import Reads
from ..syntax.parse import Edit
from .document import Document, open_document
from .entity import Entity
from .index import Index
from .settings import Settings
from .site import Site
from .snapshot import Snapshot
from .summary import EMPTY, Facet, Lookup, changed


class Opened(NamedTuple):
    """A buffer was opened, or its whole text was replaced."""

    path: str
    text: Text


class Edited(NamedTuple):
    """A buffer changed. `edits` apply in sequence, each in bytes of the text it applies to."""

    path: str
    text: Text
    edits: tuple[Edit, ...]


class Closed(NamedTuple):
    """A buffer was closed: the file is what the disk says."""

    path: str


class Outside(NamedTuple):
    """Something happened on disk: files or folders were changed, created, deleted (a rename is both)."""

    paths: tuple[str, ...]


Change = Opened | Edited | Closed | Outside


class World:
    """One writer; snapshots may be read from any thread."""

    def __init__(
        self, files: Files, roots: Sequence[str], settings: Settings | None = None, looked_at: Sequence[str] = ()
    ) -> None:
        """`roots`: the opened folders; `looked_at`: those of files that are asked about without being opened."""
        self._disk = files
        self._roots = tuple(roots)
        self._looked_at = frozenset(looked_at)
        self._settings = settings or Settings()
        self._open: dict[str, Document] = {}
        #: From which folders beside the roots the sites were discovered, and what that read.
        self._discovered: tuple[list[str], Reads] = ([], Reads(()))
        self._snapshot = self._fresh(0)

    def snapshot(self) -> Snapshot:
        return self._snapshot

    def apply(self, *changes: Change) -> Snapshot:
        """Take changes in order; the answer is the snapshot after all of them. The old one is cancelled."""
        touched: set[str] = set()
        structure = False
        for change in changes:
            if isinstance(change, Outside):
                touched.update(change.paths)
                structure = True
                continue
            touched.add(change.path)
            if isinstance(change, Closed):
                structure |= self._open.pop(change.path, None) is not None
                continue
            known = self._open.get(change.path)
            if known is not None and isinstance(change, Edited):
                self._open = {**self._open, change.path: known.edited(change.text, change.edits)}
            else:
                structure |= known is None
                self._open = {**self._open, change.path: open_document(change.path, change.text)}
        old = self._snapshot
        self._snapshot = self._next(old, touched, structure)
        old.token.cancel()
        return self._snapshot

    # Publishing --------------------------------------------------------------------------------------

    def _files(self) -> Files:
        return OverlayFiles(self._disk, {path: doc.text.data for path, doc in self._open.items()})

    def _sites(self, files: Files) -> tuple[Site, ...]:
        recording, folders = RecordingFiles(files), self._folders()
        found = environments(recording, self._roots, folders, self._settings.basemodulepath)
        sites = tuple(Site(environment, environment.modules(recording)) for environment in found)
        self._discovered = folders, Reads(recording.reads())
        return sites

    def _sites_after(self, old: Snapshot, files: Files, touched: set[str]) -> tuple[Site, ...]:
        """The sites once files came or went: the same where none went, and discovery asked for none of them."""
        folders, reads = self._discovered
        same = folders == self._folders() and not reads.touched(touched) and all(map(files.is_file, touched))
        return old.sites if same else self._sites(files)

    def _folders(self) -> list[str]:
        """The folders of buffers and other files: any may lie in an environment of its own."""
        return sorted(self._looked_at.union(map(dirname, self._open)))

    def _fresh(self, revision: int) -> Snapshot:
        files = self._files()
        index = Index()
        for path, document in self._open.items():
            index.put(path, document.summary)
        return Snapshot(revision, files, self._sites(files), dict(self._open), index, {}, self._settings)

    def _next(self, old: Snapshot, touched: set[str], structure: bool) -> Snapshot:
        files = self._files()
        sites = self._sites_after(old, files, touched) if structure else old.sites
        if sites != old.sites:
            return self._fresh(old.revision + 1)
        index, listed = old.index.fork(), dict(old.listed)
        new = Snapshot(old.revision + 1, files, sites, dict(self._open), index, listed, self._settings)
        lookups: set[Lookup] = set()
        if structure:
            lookups = _ruby_changes(old, new, touched)
            touched |= _below(new, old, touched)
            touched |= _list_again(new, touched)
        _invalidate(old, new, touched, lookups)
        return new


def _invalidate(old: Snapshot, new: Snapshot, touched: set[str], lookups: set[Lookup]) -> None:
    """Carry over from `old` all that neither the files `touched` nor the names in `lookups` can have changed."""
    lookups.update((Entity("file", path), facet) for path in touched for facet in Facet)
    for path in touched:
        before = new.index.drop(path)
        if before is not None or _is_listed(new, path):
            lookups |= changed(before or EMPTY, new.summary(path))
    # Suggestions name any definition of a module.
    names = {Entity("names", module_of(key.name)) for key, facet in lookups if facet is Facet.EXISTS}
    lookups.update((key, Facet.EXISTS) for key in names)
    new.carry_over(old, touched, lookups)


def _ruby_changes(old: Snapshot, new: Snapshot, touched: set[str]) -> set[Lookup]:
    """Take over or make again the indexes of Ruby files; the names that other files stand for now."""
    lookups: set[Lookup] = set()
    for site in new.sites:
        before = old.ruby.get(site.environment.root)
        if before is None:
            continue
        if not any(map(before.rests_on, touched)):
            new.ruby[site.environment.root] = before
            continue
        different = before.differences(new.ruby_files(site))
        lookups.update((Entity(f"ruby {kind}", name), Facet.EXISTS) for kind, name in different)
    for path in touched:
        _, inside, rest = path.partition("/lib/puppet/provider/")
        if inside:
            lookups.add((Entity("ruby provider", rest.partition("/")[0]), Facet.EXISTS))
    return lookups


def _below(new: Snapshot, old: Snapshot, touched: set[str]) -> set[str]:
    """The paths that were asked for in folders that came, went or were renamed."""
    asked = set(new.index.paths())
    for memo in list(old.memo.values()):
        asked.update(key.name for key, _ in memo.asked() if key.space == "file")
    return {path for path in asked if not touched.isdisjoint(parents(path))}


def _is_listed(snapshot: Snapshot, path: str) -> bool:
    return any(path in paths for paths in snapshot.listed.values())


def _list_again(snapshot: Snapshot, touched: set[str]) -> set[str]:
    """List the folders again that hold a touched path (or lie in one); the paths that came or went."""
    different: set[str] = set()
    around = touched | folders_above(touched)
    for folder, before in list(snapshot.listed.items()):
        if folder in around or not touched.isdisjoint(parents(folder)):
            del snapshot.listed[folder]
            different.update(before.keys() ^ snapshot.puppet_files(folder).keys())
    return different

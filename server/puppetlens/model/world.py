"""The holder of state: takes changes, publishes snapshots."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from posixpath import dirname, join
from typing import NamedTuple

from ..base.cancellation import NEVER, working
from ..base.position import Text
from ..project.autoload import module_of
from ..project.discovery import environments
from ..project.files import Files, OverlayFiles, RecordingFiles, folders_above, parents
from ..project.reads import Reads
from ..syntax.languages import Dialect
from ..syntax.parse import Edit, is_puppet
from .data_document import data_kind, open_data
from .definitions import DEFINITION_KINDS
from .document import Document, open_document
from .entity import Entity
from .index import Index
from .listing import OpenFile
from .ruby_names import namespace_of
from .settings import Settings
from .site import Sites, by_folder, nearest, site_of
from .snapshot import Reader, Snapshot, may_configure
from .summary import ANYTHING, CONFIGURED, EMPTY, SEARCHES, UNREAD, Facet, Lookup, changed

#: So many known files may change at once and be compared, old with new. Beyond, nothing that rests on any file is
#: kept, and files are read again when somebody asks for them: a `git checkout` must not make a person wait.
_COMPARED = 64
#: How the names of files end that are no folders and no data.
_CODE = (".pp", ".epp", ".rb", ".erb")


class Opened(NamedTuple):
    """A buffer was opened, or its whole text was replaced; `document` where it was parsed already. `dialect` is what the
    client takes it for, if that is Puppet code: it is, then, under any name that does not say what it is."""

    path: str
    text: Text
    version: int | None = None
    document: Document | None = None
    dialect: Dialect | None = None


class Edited(NamedTuple):
    """A buffer changed. `edits` apply in sequence, each in bytes of the text it applies to."""

    path: str
    text: Text
    edits: tuple[Edit, ...]
    version: int | None = None


class Closed(NamedTuple):
    """A buffer was closed: the file is what the disk says."""

    path: str


class Outside(NamedTuple):
    """Something happened on disk: files or folders were changed, created, deleted (a rename is both)."""

    paths: tuple[str, ...]


class Read(NamedTuple):
    """A file on disk has been read, of which a snapshot's `read` could not tell anything before."""

    path: str


class Filled(NamedTuple):
    """The index knows all files."""


class Configured(NamedTuple):
    """Other folders are open, or settings are others."""

    roots: tuple[str, ...]
    settings: Settings


Change = Opened | Edited | Closed | Outside | Read | Filled | Configured


class World:
    """One writer, on the thread that reads its snapshots."""

    def __init__(
        self,
        files: Files,
        roots: Sequence[str],
        settings: Settings | None = None,
        looked_at: Sequence[str] = (),
        read: Reader | None = None,
    ) -> None:
        """`roots`: the opened folders; `looked_at`: those of files that are asked about without being opened."""
        self._read = read
        self._disk = files
        self._roots = tuple(roots)
        self._looked_at = frozenset(looked_at)
        self._settings = settings or Settings()
        self._open: dict[str, OpenFile] = {}
        #: From which folders of files the sites were discovered, what that asked, and which files it read.
        self._discovered: tuple[list[str], Reads, frozenset[str]] = ([], Reads(()), frozenset())
        files = self._files()
        self._snapshot = Snapshot(0, files, self._sites(files), {}, Index(), self._settings, read)

    def snapshot(self) -> Snapshot:
        return self._snapshot

    def apply(self, *changes: Change) -> Snapshot:
        """Take changes in order; the answer is the snapshot after all of them. Older ones stay as they are."""
        with working(NEVER):  # half of a change would be none
            self._snapshot = self._after(changes)
        return self._snapshot

    def _after(self, changes: Sequence[Change]) -> Snapshot:
        touched: set[str] = set()
        moved: set[str] = set()
        self._open = dict(self._open)
        configured = filled = False
        for change in changes:
            if isinstance(change, Configured):
                if change.settings.largest_file != self._settings.largest_file:
                    touched.update(self._read_again(change.settings.largest_file))
                self._roots, self._settings = change.roots, change.settings
                configured = True
            elif isinstance(change, Filled):
                filled = True
            elif isinstance(change, Read):
                touched.add(change.path)
            elif isinstance(change, Outside):
                moved.update(change.paths)
            else:
                (moved if self._take(change) else touched).add(change.path)
        return self._next(self._snapshot, touched | moved, moved, configured, filled)

    def _read_again(self, largest: int) -> Iterable[str]:
        """All that is known depends on what is too large to be looked into."""
        for path, opened in self._open.items():
            if opened.document is not None:
                dialect = opened.document.parsed.dialect
                self._open[path] = opened._replace(document=open_document(path, opened.text, largest, dialect))
        return self._snapshot.index.paths()

    def _take(self, change: Opened | Edited | Closed) -> bool:
        """Whether a file may have come or gone."""
        known = self._open.pop(change.path, None)
        if isinstance(change, Closed):
            return known is not None
        document, largest = None, self._settings.largest_file
        data = open_data(change.path, change.text)
        is_code = is_puppet(change.path)
        if isinstance(change, Opened):
            if is_code or (data is None and change.dialect is not None):
                dialect = None if is_code else change.dialect
                document = change.document or open_document(change.path, change.text, largest, dialect)
        elif known is not None and known.document is not None:
            document = known.document.edited(change.text, change.edits, largest)
        elif is_code:
            document = open_document(change.path, change.text, largest)
        self._open[change.path] = OpenFile(change.text, change.version, document, data)
        return known is None

    # Publishing --------------------------------------------------------------------------------------

    def _files(self) -> Files:
        return OverlayFiles(self._disk, {path: opened.text.data for path, opened in self._open.items()})

    def _sites(self, files: Files) -> Sites:
        recording, folders = RecordingFiles(files), self._folders()
        found, roots = environments(recording, self._roots, folders, self._settings.basemodulepath)
        sites = {each.root: site_of(each, recording) for each in found}
        self._discovered = folders, Reads(recording.reads()), recording.contents_read()
        every = tuple(sites.values())
        own = {folder: sites[root] for folder, root in roots.items()}
        # No more than differs: else all would be thought of anew as soon as any file is opened.
        around = by_folder(every)
        apart = {at: site for at, site in own.items() if nearest(around, join(at, "")) is not site}
        return Sites(every, apart, around)

    def _sites_after(self, old: Snapshot, files: Files, touched: set[str], moved: set[str]) -> Sites:
        """The sites now: the same where discovery read nothing that changed, and no file went."""
        folders, asked, read = self._discovered
        if folders != self._folders() or asked.touched(moved) or not read.isdisjoint(touched):
            return self._sites(files)
        return old.belonging if all(map(files.is_file, moved)) else self._sites(files)

    def _folders(self) -> list[str]:
        """The folders of buffers and other files: any may lie in an environment of its own."""
        return sorted(self._looked_at.union(map(dirname, self._open)))

    def _next(self, old: Snapshot, touched: set[str], moved: set[str], configured: bool, filled: bool) -> Snapshot:
        """`touched`: what has another content, `moved` of it what may have come or gone."""
        files = self._files()
        sites = self._sites(files) if configured else self._sites_after(old, files, touched, moved)
        sites = old.belonging if sites == old.belonging else sites
        new = Snapshot(old.revision + 1, files, sites, self._open, old.index.fork(), self._settings, self._read)
        if moved:
            touched = touched | _below(old, moved)
        if sites is not old.belonging or new.settings != old.settings or _is_many(old, touched):
            new.index = old.index.without(touched)
            new.index.partial = new.index.partial and not filled
            new.carry_over(old, touched, None)
            return new
        new.listed = dict(old.listed)
        new.data_of = dict(old.data_of)
        lookups: set[Lookup] = {UNREAD} if filled else set()
        new.index.partial = new.index.partial and not filled
        touched = touched | _find_data_again(new, touched, moved)
        if moved:
            lookups |= _ruby_changes(old, new, moved)
            touched = touched | _list_again(new, moved)
        else:
            new.ruby = old.ruby
            if new.data_of == old.data_of:
                new.list_as(old)
        _invalidate(old, new, touched, lookups)
        return new


def brings_many(change: Change) -> bool:
    """Whether there may be many files after it that the index does not know."""
    return isinstance(change, Configured) or (isinstance(change, Outside) and len(change.paths) > _COMPARED)


def _is_many(old: Snapshot, touched: set[str]) -> bool:
    return len(touched) > _COMPARED and sum(path in old.index for path in touched) > _COMPARED


def _invalidate(old: Snapshot, new: Snapshot, touched: set[str], lookups: set[Lookup]) -> None:
    """Carry over from `old` all that neither the files `touched` nor the names in `lookups` can have changed."""
    lookups.update((Entity("file", path), facet) for path in touched for facet in Facet)
    lookups.update((Entity("folder", dirname(path)), Facet.EXISTS) for path in touched)
    if not new.index.unread.isdisjoint(touched):
        lookups.add(UNREAD)
    if any(map(may_configure, touched)):
        lookups.add(CONFIGURED)
    for path in touched:
        before, listed = new.index.get(path), _is_listed(new, path)
        if data_kind(path) is not None and not listed:  # there, and no hiera.yaml leads to it any more
            new.index.drop(path)
            lookups |= changed(before or EMPTY, EMPTY)
        elif before is not None or listed:
            lookups |= changed(before or EMPTY, new.summarise(path))
    if not any(facet is Facet.EXISTS and key.space in DEFINITION_KINDS for key, facet in lookups):
        new.named = old.named
    if not any(facet is Facet.EXISTS and key.space == "resource" for key, facet in lookups):
        new.titles = old.titles
    folders = set(map(dirname, touched))
    new.words_of_facts = {root: kept for root, kept in old.words_of_facts.items() if f"{root}/facts" not in folders}
    lookups |= names_of(lookups)
    if touched:
        lookups.add(ANYTHING)
    new.carry_over(old, touched, lookups)


def names_of(lookups: Iterable[Lookup]) -> set[Lookup]:
    """What changes with names: suggestions are of any definition of a module."""
    of_names = (key.name for key, facet in lookups if facet is Facet.EXISTS and key.space not in SEARCHES)
    return {(Entity("names", module), Facet.EXISTS) for module in set(map(module_of, of_names))}


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
        for kind, name in different:
            lookups.add((Entity(f"ruby {kind}", name), Facet.EXISTS))
            lookups.add((Entity(f"ruby {kind}", namespace_of(name)), Facet.EXISTS))
    for path in touched:
        _, inside, rest = path.partition("/lib/puppet/provider/")
        if inside:
            lookups.add((Entity("ruby provider", rest.partition("/")[0]), Facet.EXISTS))
    return lookups


def _below(snapshot: Snapshot, folders: set[str]) -> set[str]:
    """The paths that were asked for in folders that came, went or were renamed."""
    asked = {*snapshot.index.paths(), *snapshot.data_of}
    for memo in list(snapshot.memo.values()):
        asked.update(key.name for key, _ in memo.asked() if key.space == "file")
    found: set[str] = set()
    in_order = sorted(asked)
    for folder in folders:
        prefix = f"{folder}/"
        first = bisect_left(in_order, prefix)
        found.update(in_order[first : bisect_left(in_order, f"{folder}0", first)])  # "0" comes after "/"
    return found


def _is_listed(snapshot: Snapshot, path: str) -> bool:
    if data_kind(path) is not None:
        return any(path in snapshot.data_of.get(folder, ()) for folder in parents(path))
    return any(path in snapshot.listed.get(folder, ()) for folder in parents(path))


def _find_data_again(snapshot: Snapshot, touched: set[str], moved: set[str]) -> set[str]:
    """Look again for the data of environments and modules where that may be others; the paths that came or went."""
    around = {dirname(path) for path in touched if path.endswith("/hiera.yaml")}
    for path in moved:
        if data_kind(path) is not None:
            around.update(parents(path))
        elif not path.endswith(_CODE):  # a folder, by the looks of it
            around.update((path, *parents(path)))
            around.update(root for root in snapshot.data_of if root.startswith(f"{path}/"))
    different: set[str] = set()
    environments = {site.environment.root for site in snapshot.sites}
    for root in around & snapshot.data_of.keys():
        before = snapshot.data_of.pop(root)
        after = snapshot.data_below(root, "environment" if root in environments else "module")
        different.update({*before} ^ {*after})
    return different


def _list_again(snapshot: Snapshot, moved: set[str]) -> set[str]:
    """List the folders again that hold a touched path (or lie in one); the paths that came or went."""
    different: set[str] = set()
    around = moved | folders_above(moved)
    for folder, before in list(snapshot.listed.items()):
        if folder in around or not moved.isdisjoint(parents(folder)):
            del snapshot.listed[folder]
            different.update(before.keys() ^ snapshot.puppet_files(folder).keys())
    return different

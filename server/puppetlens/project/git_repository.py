"""A repository of git on the disk: its objects, the names of its revisions, and what one names. Read by `dulwich`: no git runs.

Of `.git/config` nothing that names a program is asked for, so none can run: no filters, no hooks, no programs for diffs or
pagers.
"""

from __future__ import annotations

import atexit
import stat
import struct
import zlib
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha1
from io import BytesIO
from posixpath import dirname, join, normpath
from typing import NamedTuple
from weakref import WeakSet

from dulwich.config import ConfigFile
from dulwich.errors import ApplyDeltaError, ChecksumMismatch, FileFormatException, NotTreeError, ObjectMissing
from dulwich.object_store import DiskObjectStore
from dulwich.objects import Commit, ObjectID, Tree
from dulwich.pack import UnresolvedDeltas
from dulwich.refs import DiskRefsContainer, RefsContainer, SymrefLoop

from ..base.errors import RevisionError
from .discovery import is_below
from .files import MOST_BYTES, Files, parents

SUBMODULE = 0o160000
#: What of a repository there may be, and is read then.
_READ = ("HEAD", "packed-refs", "refs", "objects", "objects/info/alternates")
#: Bytes of contents that are kept; beyond, all are forgotten.
_MOST_KEPT = 64 * 1024 * 1024
#: What dulwich raises of objects and references that are not as git writes them.
BROKEN = (
    *(LookupError, ValueError, TypeError, AssertionError, OSError, EOFError, RecursionError, struct.error, zlib.error),
    *(
        ApplyDeltaError,
        ChecksumMismatch,
        FileFormatException,
        NotTreeError,
        ObjectMissing,
        SymrefLoop,
        UnresolvedDeltas,
    ),
)


class Entry(NamedTuple):
    """What a name stands for, among the `objects` of its repository."""

    mode: int
    identity: ObjectID
    objects: Objects

    @property
    def is_submodule(self) -> bool:
        return self.mode == SUBMODULE

    @property
    def is_link(self) -> bool:
        return stat.S_ISLNK(self.mode)

    @property
    def is_dir(self) -> bool:
        return stat.S_ISDIR(self.mode)


class Objects:
    """What a repository keeps, each object read and unpacked once: what has a name never changes."""

    def __init__(self, store: DiskObjectStore, why_missing: str = "") -> None:
        self._store = store
        self._why_missing = why_missing
        self._trees: dict[ObjectID, Mapping[str, Entry]] = {}
        self._blobs: dict[ObjectID, bytes] = {}
        self._bytes = 0

    def blob(self, identity: ObjectID) -> bytes:
        data = self._blobs.get(identity)
        if data is None:
            try:
                _, data = self._store.get_raw(identity)
            except BROKEN as problem:
                raise self._unreadable(identity, problem) from None
            if self._bytes > _MOST_KEPT:
                self._blobs, self._bytes = {}, 0
            self._blobs[identity] = data
            self._bytes += len(data)
        return data

    def tree(self, identity: ObjectID) -> Mapping[str, Entry]:
        found = self._trees.get(identity)
        if found is None:
            found = self._trees[identity] = {
                name.decode("utf-8", "surrogateescape"): Entry(mode, each, self)
                for name, mode, each in self._object(identity).iteritems()
                if name not in (b"", b".", b"..", b".git") and b"/" not in name
            }
        return found

    def _object(self, identity: ObjectID) -> Tree:
        try:
            found = self._store[identity]
        except BROKEN as problem:
            raise self._unreadable(identity, problem) from None
        if not isinstance(found, Tree):
            raise self._unreadable(identity, TypeError("it is of another kind"))
        return found

    def tree_of(self, commit: ObjectID) -> ObjectID | None:
        """What was committed; None where the commit is not there."""
        try:
            found = self._store[commit]
            return found.tree if isinstance(found, Commit) else None
        except BROKEN:
            return None

    def _unreadable(self, identity: ObjectID, problem: Exception) -> RevisionError:
        what = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
        if isinstance(problem, KeyError) and self._why_missing:
            what = self._why_missing
        return RevisionError(f"git's object {identity.decode()} cannot be read ({what})")


def identity_of(data: bytes) -> ObjectID:
    """What git calls a blob with this content, in a repository of SHA-1: in one of SHA-256 nothing is called so."""
    return ObjectID(sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest().encode())


class Repository(NamedTuple):
    """`own` has HEAD, `common` objects and branches."""

    own: str
    common: str
    store: DiskObjectStore
    objects: Objects


class Committed(NamedTuple):
    """The folder `tree` among the objects of the `repository` is what was committed of the folder `top`."""

    top: str
    repository: Repository
    tree: ObjectID

    @property
    def root(self) -> Entry:
        return Entry(stat.S_IFDIR, self.tree, self.repository.objects)


def repository_around(base: Files, folder: str, *, trusted: bool) -> tuple[str, Repository]:
    """The checkout that a folder lies in: its top, and its repository. Raises `RevisionError`.

    A `.git` that leads elsewhere (a worktree's, one with borrowed objects) is followed where the folder is `trusted`.
    """
    top = _top(base, folder)
    return top, _repository(base, join(top, ".git"), trusted)  # type: ignore[arg-type]  # files are their own keys


def submodule(base: Files, above: Committed, path: str, commit: ObjectID, *, trusted: bool) -> Committed | None:
    """What a submodule of a checkout had at its commit; None where its objects are not in the checkout or in its `.git`."""
    git = join(path, ".git")
    if not base.is_dir(git):
        named = word(base, git).removeprefix("gitdir:").strip()
        common = above.repository.common
        git = normpath(join(path, named)) if named else join(common, "modules", path[len(above.top) + 1 :])
    inside = (base.real(above.top), base.real(above.repository.common))
    if not base.is_dir(git) or not any(is_below(base.real(git), each) for each in inside):
        return None
    try:
        repository = _repository(base, git, trusted)  # type: ignore[arg-type]  # as above
    except RevisionError:
        return None
    tree = repository.objects.tree_of(commit)
    return None if tree is None else Committed(path, repository, tree)


def names_of_revisions(base: Files, folder: str, *, trusted: bool) -> list[str]:
    """Branches, tags and branches of elsewhere, as `commit_of` takes them; raises `RevisionError`."""
    return names_of(references(repository_around(base, folder, trusted=trusted)[1]))


def _top(base: Files, folder: str) -> str:
    top = next((each for each in (folder, *parents(folder)) if _is_there(base, join(each, ".git"))), None)
    if top is None:
        raise RevisionError(f"{folder} is in no checkout of git")
    return top


def references(repository: Repository) -> DiskRefsContainer:
    return DiskRefsContainer(repository.common, worktree_path=repository.own)


def names_of(references: RefsContainer) -> list[str]:
    names = [name.decode("utf-8", "surrogateescape") for name in references.allkeys()]
    return sorted(
        name.split("/", 2)[2] for name in names if name.startswith(("refs/heads/", "refs/tags/", "refs/remotes/"))
    )


@lru_cache(maxsize=64)
def _repository(base: Files, git: str, trusted: bool) -> Repository:
    """Whether it may be read is looked at once; raises `RevisionError`."""
    own, common = _git_folders(base, git, trusted)
    config = config_of(base, common)
    if _setting(config, "extensions", "objectformat") not in ("", "sha1"):
        raise RevisionError(f"{common}: it has objects of SHA-256, which cannot be read")
    store = DiskObjectStore(join(common, "objects"), loose_object_size_limit=MOST_BYTES)
    _opened.add(store)
    return Repository(own, common, store, Objects(store, _why_missing(config)))


def config_of(base: Files, common: str) -> ConfigFile:
    """The repository's own; what it includes is left out. Empty where it is not as git writes it."""
    try:
        return ConfigFile.from_file(BytesIO(base.read(join(common, "config")) or b""), expand_includes=False)
    except BROKEN:
        return ConfigFile()


def _setting(config: ConfigFile, *name: str) -> str:
    *section, last = (part.encode() for part in name)
    try:
        return config.get(tuple(section), last).decode("utf-8", "replace").lower()
    except KeyError:
        return ""


def _why_missing(config: ConfigFile) -> str:
    """Of objects that nobody has fetched yet."""
    promises = (_setting(config, *(part.decode() for part in section), "promisor") for section in config.sections())
    if _setting(config, "extensions", "partialclone") or any(promises):
        return "the clone is a partial one, and lacks it: `git fetch --refetch --no-filter` gets all"
    return ""


#: What still has files open. They are closed before Python ends: later it cannot, and dulwich complains of that on stderr.
_opened: WeakSet[DiskObjectStore] = WeakSet()


@atexit.register
def _close() -> None:
    for store in list(_opened):
        store.close()


def _is_there(files: Files, path: str) -> bool:
    return files.is_dir(path) or files.is_file(path)


def _git_folders(files: Files, git: str, trusted: bool) -> tuple[str, str]:
    """The folder with HEAD, and that with objects and branches, which all worktrees share."""
    own = git
    if files.is_file(git):
        own = normpath(join(dirname(git), word(files, git).removeprefix("gitdir:").strip()))
    common = normpath(join(own, word(files, join(own, "commondir")) or "."))
    for path in (common, *(join(common, name) for name in _READ)):
        refusal = files.refusal(path)
        if refusal is not None:
            raise RevisionError(f"{path}: {refusal}")
    for below in ("objects", "refs"):
        _need_plain(files, join(common, below), trusted)
    folders = [git, join(common, "objects"), join(common, "objects", "pack"), join(common, "refs")]
    leads_out = common != git or any(files.is_link(folder) for folder in folders)
    if not trusted and (leads_out or files.is_file(join(common, "objects/info/alternates"))):
        raise RevisionError(f"{git} leads elsewhere, which is not followed for a folder of strangers")
    return own, common


def _need_plain(files: Files, folder: str, trusted: bool) -> None:
    """Dulwich opens what has the name of an object or a branch, whatever it is: a pipe would keep it for ever."""
    waiting = [folder]
    while waiting:
        inside = waiting.pop()
        for path in (join(inside, name) for name in files.list(inside)):
            if not trusted and files.is_link(path):
                raise RevisionError(f"{path} leads elsewhere, which is not followed for a folder of strangers")
            if files.is_dir(path):
                waiting += () if files.is_link(path) else (path,)
            elif not files.is_file(path) and files.refusal(path) is not None:  # what went meanwhile, git has packed
                raise RevisionError(f"{path}: it is no regular file")


def word(files: Files, path: str) -> str:
    return (files.read(path) or b"").decode("utf-8", "surrogateescape").strip()

"""A repository of git on the disk: its objects, the names of its revisions, and what one names. Read by `dulwich`: no git runs.

Nothing of `.git/config` is read, so nothing that it names can run: no filters, no hooks, no programs for diffs or pagers. So
large files of git-lfs are the pointers that git itself keeps, and line ends are as committed.
"""

from __future__ import annotations

import atexit
import re
import stat
import struct
import zlib
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha1
from os import fsdecode
from posixpath import dirname, join, normpath
from typing import NamedTuple
from weakref import WeakSet

from dulwich.errors import ApplyDeltaError, ChecksumMismatch, FileFormatException, NotTreeError, ObjectMissing
from dulwich.object_store import DiskObjectStore
from dulwich.objects import Commit, ObjectID, ShaFile, Tree
from dulwich.objectspec import AmbiguousShortId, parse_commit, parse_object
from dulwich.pack import UnresolvedDeltas
from dulwich.refs import DiskRefsContainer, RefsContainer, SymrefLoop
from dulwich.repo import BaseRepo

from ..base.errors import RevisionError
from ..base.near_names import near
from .files import MOST_BYTES, Files, parents

_SUBMODULE = 0o160000
#: What of a repository there may be, and is read then.
_READ = ("HEAD", "packed-refs", "refs", "objects", "objects/info/alternates")
#: Bytes of contents that are kept; beyond, all are forgotten.
_MOST_KEPT = 64 * 1024 * 1024
#: What dulwich raises of objects and references that are not as git writes them.
_BROKEN = (
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
    mode: int
    identity: ObjectID

    @property
    def is_link(self) -> bool:
        return stat.S_ISLNK(self.mode)

    @property
    def is_dir(self) -> bool:
        return stat.S_ISDIR(self.mode)


class Objects:
    """What a repository keeps, each object read and unpacked once: what has a name never changes."""

    def __init__(self, store: DiskObjectStore) -> None:
        self._store = store
        self._trees: dict[ObjectID, Mapping[str, Entry]] = {}
        self._blobs: dict[ObjectID, bytes] = {}
        self._bytes = 0

    def blob(self, identity: ObjectID) -> bytes:
        data = self._blobs.get(identity)
        if data is None:
            try:
                _, data = self._store.get_raw(identity)
            except _BROKEN as problem:
                raise _unreadable(identity, problem) from None
            if self._bytes > _MOST_KEPT:
                self._blobs, self._bytes = {}, 0
            self._blobs[identity] = data
            self._bytes += len(data)
        return data

    def tree(self, identity: ObjectID) -> Mapping[str, Entry]:
        found = self._trees.get(identity)
        if found is None:
            found = self._trees[identity] = {
                name.decode("utf-8", "surrogateescape"): Entry(mode, each)
                for name, mode, each in self._object(identity).iteritems()
                if mode != _SUBMODULE and name not in (b"", b".", b"..", b".git") and b"/" not in name
            }
        return found

    def _object(self, identity: ObjectID) -> Tree:
        try:
            found = self._store[identity]
        except _BROKEN as problem:
            raise _unreadable(identity, problem) from None
        if not isinstance(found, Tree):
            raise _unreadable(identity, TypeError("it is of another kind"))
        return found


def _unreadable(identity: ObjectID, problem: Exception) -> RevisionError:
    what = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
    return RevisionError(f"git's object {identity.decode()} cannot be read ({what})")


def identity_of(data: bytes) -> ObjectID:
    """What git calls a blob with this content, in a repository of SHA-1: in one of SHA-256 nothing is called so."""
    return ObjectID(sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest().encode())


class Committed(NamedTuple):
    """The folder `tree` among the `objects` is what was committed of the folder `top`."""

    top: str
    objects: Objects
    tree: ObjectID


class _Repository(NamedTuple):
    """`own` has HEAD, `common` objects and branches."""

    own: str
    common: str
    store: DiskObjectStore
    objects: Objects


def committed(base: Files, folder: str, revision: str, *, trusted: bool) -> Committed:
    """The whole of the checkout that a folder lies in, as the revision is now; raises `RevisionError`.

    A `.git` that leads elsewhere (a worktree's, one with borrowed objects) is followed where the folder is `trusted`.
    """
    top = _top(base, folder)
    repository = _repository(base, top, trusted)  # type: ignore[arg-type]  # files are their own keys
    commit = _commit(BaseRepo(repository.store, _references(repository)), revision)
    return Committed(top, repository.objects, commit.tree)


def names_of_revisions(base: Files, folder: str, *, trusted: bool) -> list[str]:
    """Branches, tags and branches of elsewhere, as `committed` takes them; raises `RevisionError`."""
    return _names_of(_references(_repository(base, _top(base, folder), trusted)))  # type: ignore[arg-type]


def _top(base: Files, folder: str) -> str:
    top = next((each for each in (folder, *parents(folder)) if _is_there(base, join(each, ".git"))), None)
    if top is None:
        raise RevisionError(f"{folder} is in no checkout of git")
    return top


def _references(repository: _Repository) -> DiskRefsContainer:
    return DiskRefsContainer(repository.common, worktree_path=repository.own)


def _names_of(references: RefsContainer) -> list[str]:
    names = [name.decode("utf-8", "surrogateescape") for name in references.allkeys()]
    return sorted(
        name.split("/", 2)[2] for name in names if name.startswith(("refs/heads/", "refs/tags/", "refs/remotes/"))
    )


@lru_cache(maxsize=2)
def _repository(base: Files, top: str, trusted: bool) -> _Repository:
    """Whether it may be read is looked at once; raises `RevisionError`."""
    own, common = _git_folders(base, join(top, ".git"), trusted)
    store = DiskObjectStore(join(common, "objects"), loose_object_size_limit=MOST_BYTES)
    _opened.add(store)
    return _Repository(own, common, store, Objects(store))


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
        own = normpath(join(dirname(git), _word(files, git).removeprefix("gitdir:").strip()))
    common = normpath(join(own, _word(files, join(own, "commondir")) or "."))
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
            elif not files.is_file(path):
                raise RevisionError(f"{path}: it is no regular file")


def _word(files: Files, path: str) -> str:
    return (files.read(path) or b"").decode("utf-8", "surrogateescape").strip()


def _commit(repo: BaseRepo, revision: str) -> Commit:
    """`HEAD`, `main`, `v1.0`, `origin/main`, `0123abcd`, each with `~3` or `^2` after it."""
    base = re.split("[~^]", revision, maxsplit=1)[0]
    if not base or ":" in revision or "@{" in revision:
        raise RevisionError(f"'{revision}' names no commit: the history of branches, and paths, are not looked up")
    steps = revision[len(base) :]
    try:
        found: ShaFile = parse_commit(repo, base)
        if steps:  # it asks the repository for objects and references alone
            found = parse_object(repo, found.id + steps.encode())  # type: ignore[arg-type]
    except AmbiguousShortId:
        raise RevisionError(f"several commits begin with '{base}'") from None
    except PermissionError as problem:
        raise RevisionError(f"{fsdecode(problem.filename)}: it cannot be read ({problem.strerror})") from None
    except _BROKEN:
        meant = near(base, _names_of(repo.refs))
        hint = f". Did you mean {' or '.join(meant)}?" if meant else ""
        raise RevisionError(f"git knows no revision '{revision}' here{hint}") from None
    if not isinstance(found, Commit):
        raise RevisionError(f"'{revision}' is no commit")
    return found

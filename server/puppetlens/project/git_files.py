"""The files of a checkout as a revision of git has them, read from git's objects: there is no checkout, and no git runs.

Nothing of `.git/config` is read, so nothing that it names can run: no filters, no hooks, no programs for diffs or pagers. So
large files of git-lfs are the pointers that git itself keeps, and line ends are as committed.

What git does not keep cannot be of another time. Outside of the checkout, in submodules, and below what `.gitignore` names
(the modules that r10k deploys), files are those of the disk; what is neither committed nor ignored was not there.
"""

from __future__ import annotations

import atexit
import re
import stat
import struct
import zlib
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from posixpath import dirname, join, normpath
from typing import NamedTuple, TypeAlias
from weakref import WeakSet

from dulwich.errors import ApplyDeltaError, ChecksumMismatch, FileFormatException, NotTreeError, ObjectMissing
from dulwich.ignore import IgnoreFilter, read_ignore_patterns
from dulwich.object_store import DiskObjectStore
from dulwich.objects import Commit, ObjectID, ShaFile, Tree
from dulwich.objectspec import AmbiguousShortId, parse_commit, parse_object
from dulwich.pack import UnresolvedDeltas
from dulwich.refs import DiskRefsContainer, RefsContainer, SymrefLoop
from dulwich.repo import BaseRepo

from ..base.errors import RevisionError
from ..base.near_names import near
from .discovery import is_below
from .files import MOST_BYTES, Files, parents

#: How many links one path may lead through, as in Linux.
_MOST_LINKS = 40
_SUBMODULE = 0o160000
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


class _Entry(NamedTuple):
    mode: int
    identity: ObjectID

    @property
    def is_link(self) -> bool:
        return stat.S_ISLNK(self.mode)

    @property
    def is_dir(self) -> bool:
        return stat.S_ISDIR(self.mode)


#: Names below a folder, the last one first.
Rest: TypeAlias = list[str]


class _Objects:
    """What a repository keeps, each object read and unpacked once: what has a name never changes."""

    def __init__(self, store: DiskObjectStore) -> None:
        self._store = store
        self._trees: dict[ObjectID, Mapping[str, _Entry]] = {}
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

    def tree(self, identity: ObjectID) -> Mapping[str, _Entry]:
        found = self._trees.get(identity)
        if found is None:
            found = self._trees[identity] = {
                name.decode("utf-8", "surrogateescape"): _Entry(mode, each)
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


class GitFiles:
    """`base` with the folder `top` as it was committed. For one turn: what is ignored may be another afterwards."""

    def __init__(self, base: Files, top: str, objects: _Objects, tree: ObjectID) -> None:
        self.base = base
        self._top = top
        self._real_top = base.real(top)
        self._objects = objects
        self._trees: dict[str, Mapping[str, _Entry]] = {}
        #: Path -> where links of the revision lead.
        self._leads: dict[str, str] = {}
        self._root = _Entry(stat.S_IFDIR, tree)
        self._ignored: dict[str, bool] = {}
        self._filters: dict[str, IgnoreFilter] = {}

    def read(self, path: str) -> bytes | None:
        real = self._resolved(path)
        entry = self._entry(real)
        if entry is None:
            return self.base.read(real) if self._is_on_disk(real) else None
        if not stat.S_ISREG(entry.mode):
            return None
        data = self._objects.blob(entry.identity)
        return data if len(data) <= MOST_BYTES else None

    def list(self, path: str) -> tuple[str, ...]:
        real = self._resolved(path)
        if not is_below(real, self._top) or self._is_ignored(real):
            return self.base.list(real)
        committed = self._names(real)
        also = (name for name in self.base.list(real) if name not in committed)
        return tuple(sorted({*committed, *(name for name in also if self._is_on_disk(join(real, name)))}))

    def is_dir(self, path: str) -> bool:
        real = self._resolved(path)
        entry = self._entry(real)
        if entry is None:
            return self._is_on_disk(real) and self.base.is_dir(real)
        return entry.is_dir

    def is_file(self, path: str) -> bool:
        real = self._resolved(path)
        entry = self._entry(real)
        if entry is None:
            return self._is_on_disk(real) and self.base.is_file(real)
        return stat.S_ISREG(entry.mode)

    def is_link(self, path: str) -> bool:
        plain = self._named_by_top(path)
        real = join(self._resolved(dirname(plain)), plain.rpartition("/")[2])
        entry = self._entry(real)
        return self._is_on_disk(real) and self.base.is_link(real) if entry is None else entry.is_link

    def real(self, path: str) -> str:
        real = self._resolved(path)
        if self._is_on_disk(real):
            return self.base.real(real)
        return self._real_top + real[len(self._top) :]

    def refusal(self, path: str) -> str | None:
        real = self._resolved(path)
        entry = self._entry(real)
        if entry is None:
            return self.base.refusal(real) if self._is_on_disk(real) else None
        is_large = stat.S_ISREG(entry.mode) and len(self._objects.blob(entry.identity)) > MOST_BYTES
        return f"it has more than {MOST_BYTES // 1024**2} megabytes" if is_large else None

    def _named_by_top(self, path: str) -> str:
        """Who asked for a real path may ask on from there."""
        plain = normpath(path)
        if not is_below(plain, self._top) and is_below(plain, self._real_top):
            return self._top + plain[len(self._real_top) :]
        return plain

    def _resolved(self, path: str) -> str:
        """The path with links of the revision followed; one in a circle leads to itself."""
        found = self._leads.get(path)
        if found is None:
            found = self._leads[path] = self._followed(path)
        return found

    def _followed(self, path: str) -> str:
        done, rest = self._start(path)
        links = 0
        while rest:
            name = rest.pop()
            entry = self._entry(join(done, name))
            if entry is None or not entry.is_link or links == _MOST_LINKS:
                done = join(done, name)
                continue
            links += 1
            target = self._objects.blob(entry.identity).decode("utf-8", "surrogateescape")
            done, more = self._start(join(done, target))
            rest += more
        return done

    def _start(self, path: str) -> tuple[str, Rest]:
        """A folder without links of the revision, and the names below it."""
        plain = self._named_by_top(path)
        if not is_below(plain, self._top):
            return plain, []
        return self._top, [name for name in reversed(plain[len(self._top) :].split("/")) if name]

    def _entry(self, path: str) -> _Entry | None:
        """What is committed at a path without links; None: nothing, or a submodule."""
        if path == self._top:
            return self._root
        if not is_below(path, self._top):
            return None
        folder, _, name = path.rpartition("/")
        return self._names(folder).get(name)

    def _names(self, folder: str) -> Mapping[str, _Entry]:
        known = self._trees.get(folder)
        if known is None:
            entry = self._entry(folder)
            is_dir = entry is not None and entry.is_dir
            known = self._trees[folder] = self._objects.tree(entry.identity) if entry is not None and is_dir else {}
        return known

    def _is_on_disk(self, path: str) -> bool:
        """Whether git does not keep what is at a path."""
        if not is_below(path, self._top):
            return True
        if self._entry(path) is not None or is_below(path, join(self._top, ".git")):
            return False
        return self._is_ignored(path) or self._holds_ignored(path)

    def _holds_ignored(self, folder: str) -> bool:
        """A folder is not kept by git where all that is in it is ignored, either (`modules/*`)."""
        return self.base.is_dir(folder) and any(self._is_ignored(join(folder, name)) for name in self.base.list(folder))

    def _is_ignored(self, path: str) -> bool:
        """What is in an ignored folder is ignored; else the innermost `.gitignore` that has a word on it decides."""
        if self._entry(path) is not None:
            return False
        known = self._ignored.get(path)
        if known is None:
            known = self._ignored[path] = self._is_ignored(dirname(path)) or self._is_named_to_ignore(path)
        return known

    def _is_named_to_ignore(self, path: str) -> bool:
        is_dir = self.base.is_dir(path)
        for folder in parents(path):
            name = path[len(folder) + 1 :].encode("utf-8", "surrogateescape")
            for pattern in reversed(self._filter(folder).patterns):
                if pattern.matches(name, is_dir):
                    return pattern.is_exclude
            if folder == self._top:
                break
        return is_dir and self.base.is_file(join(path, ".git"))  # a submodule

    def _filter(self, folder: str) -> IgnoreFilter:
        if folder not in self._filters:
            patterns = read_ignore_patterns(BytesIO(self.base.read(join(folder, ".gitignore")) or b""))
            self._filters[folder] = IgnoreFilter(patterns)
        return self._filters[folder]


def _unreadable(identity: ObjectID, problem: Exception) -> RevisionError:
    what = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
    return RevisionError(f"git's object {identity.decode()} cannot be read ({what})")


class _Repository(NamedTuple):
    """`own` has HEAD, `common` objects and branches."""

    own: str
    common: str
    store: DiskObjectStore
    objects: _Objects


def files_at(base: Files, folder: str, revision: str, *, trusted: bool) -> GitFiles:
    """The files of the checkout that a folder lies in, as the revision is now; raises `RevisionError`.

    A `.git` that leads elsewhere (a worktree's, one with borrowed objects) is followed where the folder is `trusted`.
    """
    top = _top(base, folder)
    repository = _repository(base, top, trusted)  # type: ignore[arg-type]  # files are their own keys
    references = _references(repository)
    commit = _commit(BaseRepo(repository.store, references), revision)
    return GitFiles(base, top, repository.objects, commit.tree)


def names_of_revisions(base: Files, folder: str, *, trusted: bool) -> list[str]:
    """Branches, tags and branches of elsewhere, as `files_at` takes them; raises `RevisionError`."""
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
    return _Repository(own, common, store, _Objects(store))


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
    for path in ("HEAD", "packed-refs", "objects/info/alternates"):
        refusal = files.refusal(join(common, path))
        if refusal is not None:
            raise RevisionError(f"{join(common, path)}: {refusal}")
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
    except _BROKEN:
        meant = near(base, _names_of(repo.refs))
        hint = f". Did you mean {' or '.join(meant)}?" if meant else ""
        raise RevisionError(f"git knows no revision '{revision}' here{hint}") from None
    if not isinstance(found, Commit):
        raise RevisionError(f"'{revision}' is no commit")
    return found

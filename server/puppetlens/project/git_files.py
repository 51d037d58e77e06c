"""The files of a checkout as a revision of git has them, read from git's objects (`git_repository`): there is no checkout.

What git does not keep cannot be of another time. Outside of the checkout, in submodules whose objects are not there, and below
what `.gitignore` names (the modules that r10k deploys), files are those of the disk; what is neither committed nor ignored was
not there.
"""

from __future__ import annotations

import stat
from collections.abc import Mapping
from io import BytesIO
from posixpath import dirname, join, normpath
from typing import TypeAlias

from dulwich.ignore import IgnoreFilter, read_ignore_patterns

from .discovery import is_below
from .files import MOST_BYTES, Files, parents
from .git_repository import Committed, Entry, repository_around, submodule
from .git_revisions import commit_of
from .git_work_tree import WorkTree

#: How many links one path may lead through, as in Linux.
_MOST_LINKS = 40

#: Names below a folder, the last one first.
Rest: TypeAlias = list[str]


class GitFiles:
    """`base` with what was committed in its place. For one turn: what is ignored may be another afterwards."""

    def __init__(self, base: Files, found: Committed, *, trusted: bool) -> None:
        self.base = base
        self._trusted = trusted
        self._top = found.top
        self._real_top = base.real(found.top)
        #: Top -> what was committed of it: the checkout's, and those of its submodules.
        self._checkouts = {found.top: found}
        self._work_trees: dict[str, WorkTree] = {}
        #: Submodules whose objects are not there.
        self._not_compared: set[str] = set()
        self._trees: dict[str, Mapping[str, Entry]] = {}
        #: Path -> where links of the revision lead.
        self._leads: dict[str, str] = {}
        #: Paths that lead through no link of the revision: what is below begins there.
        self._plain: set[str] = set()
        self._root = found.root
        self._ignored: dict[str, bool] = {}
        self._filters: dict[str, IgnoreFilter] = {}

    def read(self, path: str) -> bytes | None:
        real = self._resolved(path)
        entry = self._entry(real)
        if entry is None:
            return self.base.read(real) if self._is_on_disk(real) else None
        if not stat.S_ISREG(entry.mode):
            return None
        on_disk = self.base.read(real)
        work_tree = self._work_tree(self._checkout_of(real))
        if on_disk is not None and work_tree.is_of(real, entry.identity, on_disk):
            return on_disk  # most are what they were, and need not be unpacked
        data = entry.objects.blob(entry.identity)
        return work_tree.checked_out(real, entry.identity, data) if len(data) <= MOST_BYTES else None

    def notices(self) -> tuple[str, ...]:
        """What is not as it was, or not known to be, among what was asked for so far."""
        missing = (
            f"{path} is a submodule whose commit of then is not here: it is not compared (`git submodule update --init` gets it)"
            for path in self._not_compared
        )
        as_stored = (
            f"{path} is stored through {why}: it is compared as stored"
            for tree in self._work_trees.values()
            for path, why in tree.as_stored.items()
        )
        return tuple(sorted((*missing, *as_stored)))

    def _checkout_of(self, path: str) -> str:
        return next(folder for folder in parents(path) if folder in self._checkouts)

    def _work_tree(self, top: str) -> WorkTree:
        if top not in self._work_trees:
            repository = self._checkouts[top].repository
            self._work_trees[top] = WorkTree(self.base, top, repository, self._stored)
        return self._work_trees[top]

    def _stored(self, path: str) -> bytes | None:
        entry = self._entry(path)
        return entry.objects.blob(entry.identity) if entry is not None and stat.S_ISREG(entry.mode) else None

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
        is_large = stat.S_ISREG(entry.mode) and len(entry.objects.blob(entry.identity)) > MOST_BYTES
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
                if not links:
                    self._plain.add(done)
                continue
            links += 1
            target = entry.objects.blob(entry.identity).decode("utf-8", "surrogateescape")
            done, more = self._start(join(done, target))
            rest += more
        return done

    def _start(self, path: str) -> tuple[str, Rest]:
        """A folder without links of the revision, and the names below it."""
        plain = self._named_by_top(path)
        if not is_below(plain, self._top):
            return plain, []
        rest: Rest = []
        while plain != self._top and plain not in self._plain:
            rest.append(plain.rpartition("/")[2])
            plain = dirname(plain)
        return plain, rest

    def _entry(self, path: str) -> Entry | None:
        """What is committed at a path without links; None: nothing, or a submodule whose objects are not there."""
        if path == self._top:
            return self._root
        if not is_below(path, self._top):
            return None
        folder, _, name = path.rpartition("/")
        return self._names(folder).get(name)

    def _names(self, folder: str) -> Mapping[str, Entry]:
        known = self._trees.get(folder)
        if known is None:
            entry = self._entry(folder)
            is_dir = entry is not None and entry.is_dir
            names = entry.objects.tree(entry.identity) if entry is not None and is_dir else {}
            below = ((name, self._opened(join(folder, name), each)) for name, each in names.items())
            known = self._trees[folder] = {name: each for name, each in below if each is not None}
        return known

    def _opened(self, path: str, entry: Entry) -> Entry | None:
        """The folder that a submodule was; None where that is not known."""
        if not entry.is_submodule:
            return entry
        above = self._checkouts[self._checkout_of(path)]
        found = submodule(self.base, above, path, entry.identity, trusted=self._trusted)
        if found is None:
            self._not_compared.add(path)
            return None
        self._checkouts[path] = found
        return found.root

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
        if path in self._not_compared:
            return True
        is_dir = self.base.is_dir(path)
        for folder in parents(path):
            name = path[len(folder) + 1 :].encode("utf-8", "surrogateescape")
            for pattern in reversed(self._filter(folder).patterns):
                if pattern.matches(name, is_dir):
                    return pattern.is_exclude
            if folder == self._top:
                break
        if not is_dir or not self.base.is_file(join(path, ".git")):
            return False
        return not self._work_tree(self._checkout_of(path)).has_submodule(path)  # one of now was not there

    def _filter(self, folder: str) -> IgnoreFilter:
        if folder not in self._filters:
            patterns = read_ignore_patterns(BytesIO(self.base.read(join(folder, ".gitignore")) or b""))
            self._filters[folder] = IgnoreFilter(patterns)
        return self._filters[folder]


def files_at(base: Files, folder: str, revision: str, *, trusted: bool) -> GitFiles:
    """The files of the checkout that a folder lies in, as the revision is now; raises `RevisionError`.

    A `.git` that leads elsewhere is followed where the folder is `trusted` (`repository_around`).
    """
    top, repository = repository_around(base, folder, trusted=trusted)
    tree = commit_of(base, repository, revision).tree
    return GitFiles(base, Committed(top, repository, tree), trusted=trusted)

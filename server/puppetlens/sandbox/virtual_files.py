"""The files that Ruby sees: those below some roots, and the sandbox's own Ruby code. Nothing else exists.

What lies outside is answered as if it were not there, and noted as a taint: code that rescues, or only asks
whether a file exists, would else give another answer than on the user's machine without anybody knowing. A
link that leads out of the roots counts as outside. Folders above the roots exist, but to list them is a taint.
Every question below a root is noted in `reads` with its answer, so that a kept result can be verified.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from ..project.files import Files
from .results import Fingerprint, fingerprint

Kind: TypeAlias = Literal["file", "folder"]
#: What was asked ("kind", "read" or "list") of which path.
Question: TypeAlias = tuple[str, str]
#: The answers: a `Kind`, a file's content, names; None: there is none.
Reads: TypeAlias = dict[Question, "str | bytes | tuple[str, ...] | None"]

#: Where Ruby sees the files of `sandbox/guest`.
GUEST = "/puppetlens/guest"


class VirtualFiles:
    """`files`, as far as they lie below `roots`. Paths are absolute; they may hold `..`, links and any bytes."""

    def __init__(self, files: Files, roots: Sequence[str]) -> None:
        self._files = files
        self._roots = tuple(posixpath.normpath(each) for each in roots)
        self._real_roots = tuple({files.real(each) for each in self._roots})
        self._inside: dict[str, bool] = {}
        self.reads: Reads = {}
        self.taints: set[str] = set()

    def kind(self, path: str) -> Kind | None:
        """What a path names."""
        if _below(path, GUEST):
            return "file" if path in guest_files() else "folder" if path == GUEST else None
        if self._is_inside(path):
            question = ("kind", path)
            if question not in self.reads:
                self.reads[question] = kind_of(self._files, path)
            return self.reads[question]  # type: ignore[return-value]
        if any(_below(root, path) for root in self._roots) or _below(GUEST, path):
            return "folder"
        self.taints.add(f"reads {path}")
        return None

    def read(self, path: str) -> bytes | None:
        """The content of a file."""
        if _below(path, GUEST):
            return guest_files().get(path)
        if not self._is_inside(path):
            self.taints.add(f"reads {path}")
            return None
        content = self._files.read(path)
        self.reads["read", path] = content
        return content

    def list(self, path: str) -> tuple[str, ...]:
        """The names in a folder."""
        if not self._is_inside(path):
            self.taints.add(f"reads {path}")
            return ()
        names = self._files.list(path)
        self.reads["list", path] = names
        return names

    def kind_of_entry(self, folder: str, name: str) -> Kind | Literal["link"] | None:
        """What a folder tells of a name in it: that it is a link, not where to, which is asked only if it is followed."""
        path = posixpath.join(folder, name)
        if self._files.real(path) != posixpath.join(self._files.real(folder), name):
            return "link"
        return self.kind(path)

    def _is_inside(self, path: str) -> bool:
        """Below a root, also when all links are followed."""
        known = self._inside.get(path)
        if known is None:
            known = any(_below(path, root) for root in self._roots) and self._leads_inside(path)
            self._inside[path] = known
        return known

    def _leads_inside(self, path: str) -> bool:
        real = self._files.real(path)
        return any(_below(real, root) for root in self._real_roots)


def unchanged(reads: Mapping[Question, object], files: Files) -> bool:
    """Whether `files` would give the same answers again."""
    ask = {"kind": kind_of, "read": _read, "list": _list}
    for (what, path), known in reads.items():
        answer = ask[what](files, path)
        if (fingerprint(answer) if isinstance(known, Fingerprint) else answer) != known:
            return False
    return True


def kind_of(files: Files, path: str) -> Kind | None:
    return "folder" if files.is_dir(path) else "file" if files.is_file(path) else None


def _read(files: Files, path: str) -> bytes | None:
    return files.read(path)


def _list(files: Files, path: str) -> tuple[str, ...]:
    return files.list(path)


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder if folder.endswith("/") else folder + "/")


_guest_files: dict[str, bytes] = {}


def guest_files() -> Mapping[str, bytes]:
    """The Ruby code of the sandbox, by the path under which Ruby sees it."""
    if not _guest_files:
        for each in Path(__file__).with_name("guest").iterdir():
            if each.name.endswith(".rb"):
                _guest_files[f"{GUEST}/{each.name}"] = each.read_bytes()
    return _guest_files

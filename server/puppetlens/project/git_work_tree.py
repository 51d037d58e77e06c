"""What git makes of a blob where it checks it out. Its config and attributes are read, and nothing that they name is run.

What lies in the work tree is known where it is of the same blob. Else line ends, and `ident`, are made as by git; what a filter
would make of the rest is not known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from io import BytesIO
from posixpath import join
from typing import NamedTuple, TypeAlias

from dulwich.attrs import AttributeValue, GitAttributes, Pattern, parse_git_attributes
from dulwich.config import ConfigFile, StackedConfig
from dulwich.index import ConflictedIndexEntry, IndexEntry, UnsupportedIndexFormat, read_index_dict
from dulwich.line_ending import CRLFAction, read_eol_config, resolve_crlf_action
from dulwich.objects import ObjectID
from dulwich.wildmatch import MalformedPattern

from .files import Files
from .git_repository import BROKEN, SUBMODULE, Repository, config_of, identity_of
from .kept_files import Stamp, StampedDisk

_IDENT = re.compile(rb"\$Id(?::.?[^ \n$]* ?)?\$")
_LONE_LF = re.compile(rb"(?<!\r)\n")
#: Line ends are kept where the text has others already, or is binary.
_GUESSED = (CRLFAction.AUTO_CRLF, CRLFAction.AUTO_INPUT)
_TO_CRLF = (CRLFAction.AUTO_CRLF, CRLFAction.TEXT_CRLF)
#: What else git's config calls "true".
_TRUE = (b"yes", b"on", b"1", b"")

Attributes: TypeAlias = Mapping[bytes, AttributeValue]
Patterns: TypeAlias = list[tuple[Pattern, Attributes]]


class Index(NamedTuple):
    """What git last saw of a work tree; `modified` is when that was written."""

    entries: Mapping[bytes, IndexEntry | ConflictedIndexEntry]
    modified: int

    def has_seen(self, name: bytes, identity: ObjectID, stamp: Stamp | None) -> bool:
        """Whether a file is surely what git made of this blob. Who wrote within the same tick of the clock is not noticed."""
        entry = self.entries.get(name)
        if (
            not isinstance(entry, IndexEntry)
            or entry.sha != identity
            or stamp is None
            or not isinstance(entry.mtime, tuple)
        ):
            return False
        seconds, nanoseconds = entry.mtime
        tick = 1 if nanoseconds else 10**9
        modified = stamp.modified // tick
        is_the_same = modified == (seconds * 10**9 + nanoseconds) // tick and entry.size == stamp.size & 0xFFFFFFFF
        return (
            is_the_same and modified < self.modified // tick and stamp.size > 0
        )  # git writes 0 of what it cannot be sure of


@lru_cache(maxsize=16)
def _index(files: Files, path: str, stamp: Stamp | None) -> Index:
    """Without anything where there is none, or a newer kind of it."""
    data = files.read(path)
    if data is None or stamp is None:
        return Index({}, 0)
    try:
        return Index(read_index_dict(BytesIO(data)), stamp.modified)
    except (*BROKEN, UnsupportedIndexFormat):
        return Index({}, 0)


class WorkTree:
    """Of a checkout with the top `top`. `committed` gives the blob at a path as it is stored, for attributes are of the revision."""

    def __init__(
        self, files: Files, top: str, repository: Repository, committed: Callable[[str], bytes | None]
    ) -> None:
        self._files = files
        self._top = top
        self._repository = repository
        self._committed = committed
        self._disk = StampedDisk()
        self._attributes = GitAttributes(
            self._patterns(committed(join(top, ".gitattributes")), b""),
            directory_loader=self._of_folder,
            info_patterns=self._patterns(files.read(join(repository.common, "info", "attributes")), b""),
        )
        #: Path -> why it is compared as stored.
        self.as_stored: dict[str, str] = {}

    @cached_property
    def index(self) -> Index:
        path = join(self._repository.own, "index")
        return _index(self._files, path, self._disk.stamp(path))  # type: ignore[arg-type]  # files are their own keys

    def has_submodule(self, path: str) -> bool:
        entry = self.index.entries.get(self._name(path))
        return isinstance(entry, IndexEntry) and entry.mode == SUBMODULE

    def is_of(self, path: str, identity: ObjectID, on_disk: bytes) -> bool:
        """Whether what lies on the disk is this blob, for git."""
        if identity_of(on_disk) == identity:
            return True
        attributes = self._of_path(path)
        has_ends = b"\r\n" in on_disk and self._ends(attributes) != CRLFAction.BINARY
        if has_ends and identity_of(on_disk.replace(b"\r\n", b"\n")) == identity:
            return True
        if not attributes:  # nothing else is made of it: to read a large index takes most of a second
            return False
        return self.index.has_seen(self._name(path), identity, self._disk.stamp(path))

    def checked_out(self, path: str, identity: ObjectID, data: bytes) -> bytes:
        """The content of a file with this blob, as far as no filter makes it; else it is noted in `as_stored`."""
        attributes = self._of_path(path)
        for what, words in (
            (attributes.get(b"filter"), "git's filter {}, which is not run"),
            (attributes.get(b"working-tree-encoding"), "git's encoding for {}"),
        ):
            if isinstance(what, bytes):
                self.as_stored[path] = words.format(what.decode("utf-8", "replace"))
                return data
        if attributes.get(b"ident") is True:
            data = _IDENT.sub(b"$Id: " + identity + b" $", data)
        ends = self._ends(attributes)
        if ends not in _TO_CRLF or (ends in _GUESSED and (b"\r" in data or b"\0" in data)):
            return data
        return _LONE_LF.sub(b"\r\n", data)

    def _name(self, path: str) -> bytes:
        return path[len(self._top) :].lstrip("/").encode("utf-8", "surrogateescape")

    def _of_path(self, path: str) -> Attributes:
        return self._attributes.match_path(self._name(path))

    def _of_folder(self, name: bytes) -> Patterns:
        return self._patterns(
            self._committed(join(self._top, name.decode("utf-8", "surrogateescape"), ".gitattributes")), name
        )

    def _patterns(self, data: bytes | None, folder: bytes) -> Patterns:
        found: Patterns = []
        for pattern, attributes in parse_git_attributes(BytesIO(data or b"")):
            with suppress(MalformedPattern):  # git says that it matches nothing
                found.append((Pattern(pattern, folder), _with_macros(attributes)))
        return found

    def _ends(self, attributes: Attributes) -> CRLFAction:
        return resolve_crlf_action(attributes, *self._chosen_ends)

    @cached_property
    def _chosen_ends(self) -> tuple[str, bytes]:
        """`core.eol` and `core.autocrlf`, of the repository or the user."""
        with suppress(*BROKEN):
            own = config_of(self._files, self._repository.common)
            eol, crlf, _ = read_eol_config(StackedConfig([own, *_configs_of_user()]))
            return eol, b"true" if crlf in _TRUE else crlf
        return "native", b"false"


def _configs_of_user() -> list[ConfigFile]:
    with suppress(*BROKEN):
        return StackedConfig.default_backends()
    return []


def _with_macros(attributes: Attributes) -> Attributes:
    """With what `binary` stands for."""
    return {b"text": False, **attributes} if attributes.get(b"binary") is True else attributes

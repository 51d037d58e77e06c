"""What was found in files, kept for the next run of `check` in the user's cache folder: unchanged files cost nothing.

A file's findings count while its own text is the same and what they rest on: look-ups of names, as the summaries of all files
answer them (kept with the findings, so that old and new ones can be compared as when somebody edits), and questions about
files. Whatever is about all files (which environments and modules there are, the Ruby files, how folders lie) drops them all.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from contextlib import suppress
from posixpath import dirname
from typing import Annotated, NamedTuple

import msgspec

from ..model import summary_codec
from ..model.snapshot import Snapshot
from ..model.summary import ANYTHING, EMPTY, Lookup, Summary, changed
from ..model.world import names_of
from ..project.answers import Answering
from ..project.kept_files import KeptFiles
from ..project.store import Entry, Store, digest_of, entry_of, entry_of_content, made_by
from .examined import LOOKUP_BYTES, Examined, digest_of_lookup
from .file_checks import Report
from .settings import Settings

#: What findings are made by.
_MADE_BY = (
    "base", "syntax", "syntax/ast", "syntax/lexer", "syntax/lowering", "validate", "validate/rules", "types", "catalog",
    "library", "library/functions", "library/resources", "data", "project", "hiera", "ruby", "model", "model/inference", "eval",
    "checks", "checks/lint", "features", "workers", "engine",
)  # fmt: skip
#: The entry of what is about all files.
_COMMON = ""
_Question = Annotated[str, msgspec.Meta(min_length=1)]


class _Kept(NamedTuple):
    """Of one file. `around` says what the repo says about it, and whether its site reads it; `questions` are numbers in the
    table of all, four bytes each."""

    around: bytes
    lookups: bytes
    questions: bytes
    reports: list[Report]


class _Common(NamedTuple):
    """`site` is what all findings rest on; `layout` and `answers` are questions about files with their answers."""

    site: bytes
    layout: dict[_Question, bytes]
    answers: list[tuple[_Question, bytes]]


class _Found(NamedTuple):
    kept: _Kept
    questions: tuple[str, ...]


#: A summary, encoded (empty of what is not covered), and the findings.
_File = tuple[bytes, _Kept | None]
_file_decoder = msgspec.msgpack.Decoder(_File)
_common_decoder = msgspec.msgpack.Decoder(_Common)


class KeptFindings:
    """Of the sites of one snapshot, whose files are `files`. First its summaries are completed (`missing`, `put_summaries`),
    then `compare` finds out what is still good."""

    def __init__(self, snapshot: Snapshot, files: KeptFiles, settings: Settings, quick: bool) -> None:
        self._snapshot, self._files = snapshot, files
        workspace = "\0".join(sorted(site.environment.root for site in snapshot.sites))
        asked = msgspec.json.encode((settings, quick)).decode()
        self._store = Store(f"{workspace}\0{asked}", made_by(*_MADE_BY), "findings")
        self._site = _site_digest(snapshot)
        self._covered = frozenset(path for site in snapshot.sites for path in snapshot.covered(site))
        self._old = self._store.load()
        self._common = _read_common(self._old.pop(_COMMON, None))
        #: The same files as then.
        self._same = {path for path, entry in self._old.items() if self._is_same(path, entry)}
        self._entries = {path: self._renewed(path, self._old[path]) for path in self._same}
        self._found: dict[str, _Found] = {}
        self._answering = Answering(files)
        self._answers: dict[str, bytes] = {}
        self._layout: dict[str, bytes] = {}
        self._is_consistent = True
        self._has_grown = False

    def missing(self) -> list[str]:
        """The covered files whose summaries are not known."""
        return sorted(path for path in self._covered if path not in self._entries or not self._entries[path].data)

    def put_summaries(self, entries: Mapping[str, Entry]) -> None:
        self._entries.update(entries)
        self._has_grown = self._has_grown or bool(entries)

    def summaries(self) -> dict[str, Entry]:
        """Each with its encoded summary as data."""
        return {path: entry for path, entry in self._entries.items() if path in self._covered}

    def compare(self) -> None:
        common = self._common
        if common is None or common.site != self._site or not self._answering.gives(common.layout):
            return
        self._layout = dict(common.layout)
        known = common.answers
        bad = {number for number, (question, then) in enumerate(known) if self._answering.answer(question) != then}
        differing = frozenset(map(digest_of_lookup, self._differing()))
        for path in self._same:
            kept = _read(self._old[path])[1]
            if kept is None or kept.around != self._around(path):
                continue
            numbers = _numbers(kept.questions)
            if max(numbers, default=-1) >= len(known) or not bad.isdisjoint(numbers):
                continue
            if differing.isdisjoint(_lookups(kept.lookups)):
                self._found[path] = _Found(kept, tuple(known[number][0] for number in numbers))
                self._answers.update(known[number] for number in numbers)

    def find(self, path: str) -> list[Report] | None:
        found = self._found.get(path)
        return None if found is None else found.kept.reports

    def keep(self, path: str, examined: Examined, answers: Mapping[str, bytes], layout: Mapping[str, bytes]) -> None:
        """What was found now, with the answers to its questions, and how folders lay."""
        content, stamp = self._files.read(path), self._files.stamp(path)
        if examined.lookups is None or content is None or stamp is None:
            return
        if path not in self._entries:
            self._entries[path] = entry_of(stamp, content, b"")
        mine = {question: answers[question] for question in examined.questions}
        for known, new in ((self._answers, mine), (self._layout, layout)):
            self._is_consistent &= all(known.get(question, answer) == answer for question, answer in new.items())
            known.update(new)
        self._found[path] = _Found(_Kept(self._around(path), examined.lookups, b"", examined.reports), tuple(mine))
        self._has_grown = True

    def save(self) -> None:
        """For the next run, unless files changed while they were looked at."""
        if not (self._is_consistent and self._has_grown):
            return
        numbers = {question: number for number, question in enumerate(self._answers)}
        entries = {
            path: entry._replace(data=_packed(entry.data, self._found.get(path), numbers))
            for path, entry in self._entries.items()
            if path in self._covered or path in self._found
        }
        common = _Common(self._site, self._layout, [*self._answers.items()])
        with suppress(UnicodeError):
            self._store.save({**entries, _COMMON: entry_of_content(b"", msgspec.msgpack.encode(common))})

    def _is_same(self, path: str, entry: Entry) -> bool:
        stamp = self._files.stamp(path)
        if stamp is not None and entry.is_of(stamp):
            return True
        content = self._files.read(path) if stamp is not None else None
        return content is not None and digest_of(content) == entry.digest

    def _renewed(self, path: str, entry: Entry) -> Entry:
        """With its summary alone, and the stamp that the file has now."""
        summary, stamp = _read(entry)[0], self._files.stamp(path)
        if stamp is None or entry.has_stamp(stamp):
            return entry._replace(data=summary)
        return Entry(stamp.modified, stamp.size, stamp.inode, False, entry.digest, summary)

    def _around(self, path: str) -> bytes:
        said = self._snapshot.configuration(dirname(path))
        return digest_of(f"{said!r} {path in self._covered}".encode("utf-8", "surrogatepass"))

    def _differing(self) -> set[Lookup]:
        """The look-ups that the summaries of now answer otherwise than those of then."""
        found: set[Lookup] = set()
        for path in self._covered | self._old.keys():
            if path in self._same and path in self._covered and _read(self._old[path])[0]:
                continue
            before = _summary(_read(self._old[path])[0]) if path in self._old else EMPTY
            after = _summary(self._entries[path].data) if path in self._covered and path in self._entries else EMPTY
            found |= {ANYTHING, *changed(before, after)}
        return found | names_of(found)


def _site_digest(snapshot: Snapshot) -> bytes:
    """Of what each file sees of all sites: the environments and modules, and the Ruby files by name."""
    said = [
        f"{site.environment!r} {sorted(site.modules.items())!r} {ruby.names!r} {ruby.with_providers!r}"
        for site in snapshot.sites
        for ruby in (snapshot.ruby_files(site),)
    ]
    return digest_of("\0".join(said).encode("utf-8", "surrogatepass"))


def _read(entry: Entry) -> _File:
    try:
        found: _File = _file_decoder.decode(entry.data)
        return found
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return b"", None


def _read_common(entry: Entry | None) -> _Common | None:
    try:
        return None if entry is None else _common_decoder.decode(entry.data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _summary(data: bytes) -> Summary:
    try:
        return summary_codec.decode(data) if data else EMPTY
    except msgspec.DecodeError:
        return EMPTY


def _packed(summary: bytes, found: _Found | None, numbers: Mapping[str, int]) -> bytes:
    kept = None
    if found is not None:
        kept = found.kept._replace(questions=array("I", (numbers[each] for each in found.questions)).tobytes())
    try:
        return msgspec.msgpack.encode((summary, kept))
    except UnicodeError:  # a name that is no UTF-8
        return msgspec.msgpack.encode((summary, None))


def _numbers(data: bytes) -> list[int]:
    return [*array("I", data[: len(data) // 4 * 4])]


def _lookups(data: bytes) -> Iterator[bytes]:
    return (data[at : at + LOOKUP_BYTES] for at in range(0, len(data), LOOKUP_BYTES))

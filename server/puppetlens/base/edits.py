"""Edits as data: pieces of text that take the place of others, files that come and move, and what applies edits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .span import Span


class TextEdit(NamedTuple):
    """`text` takes the place of the bytes of `span`; an empty span is an insertion."""

    span: Span
    text: str


class FileEdit(NamedTuple):
    """An edit of one of several files. `doubt` says why a person should look at it first; empty where there is none."""

    path: str
    edit: TextEdit
    doubt: str = ""


class Move(NamedTuple):
    """A file or folder gets another path."""

    old: str
    new: str


class NewFile(NamedTuple):
    path: str
    text: str


class Changes(NamedTuple):
    """What is to be done to a site, in this order: files come, texts change, files move. `notes` are sentences for
    whoever asked: what else there is to do, or to look at."""

    edits: tuple[FileEdit, ...] = ()
    created: tuple[NewFile, ...] = ()
    moves: tuple[Move, ...] = ()
    notes: tuple[str, ...] = ()


class OverlapError(ValueError):
    """Two edits of one list change the same bytes: which of them is meant cannot be known."""


def apply_edits(data: bytes, edits: Iterable[TextEdit]) -> bytes:
    """The text after all edits, whose spans all count in `data`. An edit that is listed twice is made once.

    Edits that overlap raise `OverlapError`, as do two different insertions at one place. Beside each other they may
    stand.
    """
    pieces: list[bytes] = []
    done = 0
    before: Span | None = None
    for span, text in sorted(dict.fromkeys(edits)):
        if span.end < span.start or span.end > len(data):
            raise ValueError(f"{span} is not in a text of {len(data)} bytes")
        if before is not None and (span.start < done or span == before):
            raise OverlapError(f"{span} overlaps {before}")
        pieces += data[done : span.start], text.encode()
        done, before = span.end, span
    return b"".join((*pieces, data[done:]))


def edits_by_file(edits: Iterable[FileEdit]) -> dict[str, list[TextEdit]]:
    """The edits of each file, in the order in which files are named first."""
    found: dict[str, list[TextEdit]] = {}
    for path, edit, _ in edits:
        found.setdefault(path, []).append(edit)
    return found


def apply_file_edits(texts: Mapping[str, bytes], edits: Iterable[FileEdit]) -> dict[str, bytes]:
    """The files that edits change, after them. All are applied or none: see `apply_edits`."""
    return {path: apply_edits(texts[path], own) for path, own in edits_by_file(edits).items()}


def moved(offset: int, edits: Iterable[TextEdit]) -> int:
    """Where an offset is after edits that do not overlap: behind those that end there, before those that begin there."""
    return offset + sum(len(text.encode()) - (span.end - span.start) for span, text in set(edits) if span.end <= offset)

"""Edits as data: pieces of text that take the place of others, and the one function that applies them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .span import Span


class TextEdit(NamedTuple):
    """`text` takes the place of the bytes of `span`; an empty span is an insertion."""

    span: Span
    text: str


class FileEdit(NamedTuple):
    """An edit of one of several files."""

    path: str
    edit: TextEdit


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


def apply_file_edits(texts: Mapping[str, bytes], edits: Iterable[FileEdit]) -> dict[str, bytes]:
    """The files that edits change, after them. All are applied or none: see `apply_edits`."""
    of_file: dict[str, list[TextEdit]] = {}
    for path, edit in edits:
        of_file.setdefault(path, []).append(edit)
    return {path: apply_edits(texts[path], own) for path, own in of_file.items()}

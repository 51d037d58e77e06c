"""What the catalog of one node, the active one, came to in the files that are open: values by place, and what it has.

It was made of texts that may have been edited since. A place counts as long as its own text is as it was: what an edit
touched has no value until the next evaluation. A text that is broken may have no tree where it is as it was: that of the
evaluated one counts then.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from ..base.position import Text
from ..base.span import Span
from ..model.document import Document, open_document
from ..model.snapshot import Snapshot

Data = Mapping[str, Any]

#: Pairs of lines beyond which a comparison takes too long.
_MOST_PAIRS = 250_000


class Seen(NamedTuple):
    """How often an expression was begun, and the values that it had, in words (of many the first)."""

    times: int
    texts: tuple[str, ...]


Places = Mapping[Span, Seen]


class _Alike(NamedTuple):
    """A stretch that another text has, too, `by` bytes further on."""

    start: int
    end: int
    by: int


class Shown(NamedTuple):
    """Code and what it came to. Where it is not that of now, but of the evaluation, `alike` has the stretches that are as they
    were."""

    document: Document
    places: Places
    alike: Sequence[_Alike] | None = None

    def now(self, span: Span) -> Span | None:
        """Where a part of the code stands; None where that is not as it was."""
        return span if self.alike is None else _moved(self.alike, span)

    def then(self, offset: int) -> int | None:
        """What stands at an offset, in the code."""
        if self.alike is None:
            return offset
        found = (offset - each.by for each in self.alike if each.start <= offset - each.by <= each.end)
        return next(found, None)


class ObservedFile:
    """A file as it was evaluated. `places` are those of `workers.observed.observed_texts`."""

    def __init__(self, path: str, data: bytes, places: Sequence[Sequence[Any]]) -> None:
        self._path, self._data = path, data
        self._places = {Span(start, end): Seen(times, tuple(texts)) for start, end, times, texts in places}
        self._now: tuple[bytes, Places] = data, self._places

    def now(self, data: bytes) -> Places:
        """The places in a later text of the file."""
        if self._now[0] is not data:
            self._now = data, self._places if data == self._data else dict(self._at(data))
        return self._now[1]

    def shown(self, document: Document) -> Shown:
        """What a later text, parsed, shows of it."""
        if not document.program.faults:
            return Shown(document, self.now(document.text.data))
        alike = list(_alike(self._data, document.text.data))
        places = {span: seen for span, seen in self._places.items() if _moved(alike, span) is not None}
        return Shown(self._document, places, alike)

    @cached_property
    def _document(self) -> Document:
        return open_document(self._path, Text(self._data))

    def _at(self, data: bytes) -> Iterator[tuple[Span, Seen]]:
        alike = list(_alike(self._data, data))
        for span, seen in self._places.items():
            moved = _moved(alike, span)
            if moved is not None:
                yield moved, seen


class Observed(NamedTuple):
    """`files` are those that were open, `resources` and `provenance` what the catalog has (`catalog.provenance`; None where
    there is none), paths absolute. `root` is the environment's folder."""

    node: str
    root: str
    files: Mapping[str, ObservedFile]
    resources: int
    provenance: Data | None

    def places(self, path: str, data: bytes) -> Places:
        file = self.files.get(path)
        return {} if file is None else file.now(data)

    def shown(self, snapshot: Snapshot, path: str) -> Shown | None:
        """What of a file came to something; None where nothing did."""
        file, document = self.files.get(path), snapshot.document(path)
        found = None if file is None or document is None else file.shown(document)
        return found if found is not None and found.places else None


def _moved(alike: Sequence[_Alike], span: Span) -> Span | None:
    at = bisect_right(alike, span.start, key=lambda each: each.start)
    found = next((each for each in alike[max(at - 2, 0) : at] if span.end <= each.end), None)
    return None if found is None else span.shift(found.by)


def _alike(one: bytes, other: bytes) -> Iterator[_Alike]:
    """What both texts begin and end with, and the lines between that both have; by start, each may overlap the next."""
    head = _common(one, other, min(len(one), len(other)), lambda text, size: text[:size])
    tail = _common(one, other, min(len(one), len(other)) - head, lambda text, size: text[len(text) - size :])
    by, first_line = len(other) - len(one), one.rfind(b"\n", 0, head) + 1
    rest = len(one[len(one) - tail :].partition(b"\n")[2])
    lines, others = (text[first_line : len(text) - rest].splitlines(keepends=True) for text in (one, other))
    yield _Alike(0, head, 0)
    if len(lines) * len(others) <= _MOST_PAIRS:
        starts, other_starts = (list(accumulate(map(len, each), initial=first_line)) for each in (lines, others))
        for first, second, count in SequenceMatcher(None, lines, others, autojunk=False).get_matching_blocks():
            if count:
                yield _Alike(starts[first], starts[first + count], other_starts[second] - starts[first])
    yield _Alike(len(one) - tail, len(one), by)


def _common(one: bytes, other: bytes, most: int, part: Callable[[bytes, int], bytes]) -> int:
    """The largest size for which the parts of both are equal."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if part(one, middle) == part(other, middle):
            low = middle
        else:
            high = middle - 1
    return low

"""Workspace symbols: definitions, resources and keys of Hiera of all sites, by a few letters of their names.

A query matches a name that has its letters in this order; of several words each does, in any order, and one may be a kind
(`define vhost`). First come those that are the query, then those of which the
last part begins with it, then others that begin with it or have it whole; of equals definitions before resources and
keys, short names before long ones.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import NamedTuple

from ..base.span import Span
from ..model.snapshot import Snapshot
from ..model.summary import Summary
from .document_symbols import resource_name
from .symbol import SymbolKind

#: How many symbols are told.
LIMIT = 256
#: After so many files a step ends.
_STEP = 100
_PART = re.compile(r"::|\[|/")


class WorkspaceSymbol(NamedTuple):
    """`container` is what it stands in: the definition around a resource."""

    name: str
    kind: SymbolKind
    container: str
    path: str
    span: Span


def workspace_symbols(snapshot: Snapshot, query: str) -> Generator[None, None, tuple[WorkspaceSymbol, ...]]:
    """The best first. Without a query the first definitions by name."""
    wanted = query.strip().lower()
    words = [_Word(word) for word in wanted.split()]
    found: list[tuple[tuple[int, int, int, str, str], str, int, SymbolKind]] = []
    seen: set[str] = set()
    for site in snapshot.sites:
        yield from snapshot.reading(site)
        for number, path in enumerate(snapshot.covered(site)):
            if path not in seen:
                seen.add(path)
                for name, kind, place in _symbols(snapshot.summary(path), bool(wanted)):
                    if all(word.matches(name, kind, len(words)) for word in words):
                        ranks = [_rank(name, kind, word.text, path) for word in words if word.text != kind]
                        found.append((max(ranks, default=_rank(name, kind, "", path)), path, place, kind))
            if number % _STEP == 0:
                yield
    best = sorted(found)[:LIMIT]
    return tuple(_symbol(snapshot.summary(path), path, kind, at) for _, path, at, kind in best)


class _Word:
    def __init__(self, text: str) -> None:
        self.text = text
        self._search = re.compile(".*?".join(map(re.escape, text)), re.DOTALL | re.IGNORECASE).search

    def matches(self, name: str, kind: str, of: int) -> bool:
        return self._search(name) is not None or (of > 1 and self.text == kind)


def _symbols(summary: Summary, everything: bool) -> Iterator[tuple[str, SymbolKind, int]]:
    """Names, and at which place of the summary's lists they stand."""
    for at, definition in enumerate(summary.definitions):
        yield definition.written, definition.kind, at
    if everything:
        for at, resource in enumerate(summary.resources):
            if resource.type != "class":
                yield resource_name(resource.type, resource.title), "resource", at
        for at, key in enumerate(summary.keys):
            yield key.name, "key", at


def _rank(name: str, kind: SymbolKind, wanted: str, path: str) -> tuple[int, int, int, str, str]:
    lower = name.lower()
    last = _PART.split(lower.removesuffix("]"))[-1]
    if not wanted or wanted in (lower, last):
        how = 0
    elif last.startswith(wanted):
        how = 1
    elif lower.startswith(wanted):
        how = 2
    else:
        how = 3 if wanted in lower else 4
    return how, kind in ("resource", "key"), len(name) if wanted else 0, lower, path


def _symbol(summary: Summary, path: str, kind: SymbolKind, at: int) -> WorkspaceSymbol:
    if kind == "resource":
        resource = summary.resources[at]
        name = resource_name(resource.type, resource.title)
        return WorkspaceSymbol(name, kind, _container(summary, resource.title_span), path, resource.title_span)
    if kind == "key":
        key = summary.keys[at]
        return WorkspaceSymbol(key.name, kind, "", path, key.name_span)
    definition, place = summary.definitions[at], summary.places[at]
    return WorkspaceSymbol(definition.written, kind, "", path, place.name_span)


def _container(summary: Summary, span: Span) -> str:
    around = [
        (place.span.end - place.span.start, definition.written)
        for definition, place in zip(summary.definitions, summary.places, strict=True)
        if place.span.start <= span.start and span.end <= place.span.end
    ]
    return min(around, default=(0, ""))[1]

"""Completion: the names that may be written at a place, best first, each once."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from ...base.span import Span
from ...model.snapshot import Snapshot
from ...model.view import View
from ..observed import Observed
from . import sources
from .data_place import data_place_at
from .deprecated import marked
from .facts import on_node
from .item import Item
from .place import Place
from .ranking import ranked, shape_of
from .reading import place_at


class Completions(NamedTuple):
    """`span` is what an item replaces; up to the cursor it is `typed`. `incomplete`: more typing gives others."""

    span: Span
    offset: int
    items: tuple[Item, ...]
    incomplete: bool


#: The characters that ask by themselves, and at which kinds of places that is wanted (any, where none is told).
TRIGGERS: dict[str, frozenset[str]] = {
    "$": frozenset(("variable",)),
    ":": frozenset(),
    "'": frozenset(),
    '"': frozenset(),
    "[": frozenset(("class", "title", "fact", "type")),
    "/": frozenset(("path",)),
    ".": frozenset(("method",)),
    "%": frozenset(("tag",)),
    "@": frozenset(("doc", "resource_type")),
}


def complete(
    snapshot: Snapshot, path: str, offset: int, trigger: str = "", observed: Observed | None = None
) -> Completions | None:
    """What may be written at a byte offset; None where nothing may. `trigger` is the character that was just typed,
    `observed` is about the active node: facts are those that it has, with their values."""
    view = View(snapshot, path)
    place = place_at(view, offset) or data_place_at(view, offset)
    if place is None or not _wanted(place, trigger):
        return None
    items = candidates(place)
    found, more = ranked(place, items if observed is None else on_node(place, items, observed))
    return Completions(place.span, place.offset, tuple(marked(snapshot, each) for each in found), more)


def _wanted(place: Place, trigger: str) -> bool:
    kinds = TRIGGERS.get(trigger, frozenset())
    if trigger == ":":  # behind `a::`, not behind the title of a resource
        return place.typed.endswith("::") or place.owner == "puppetfile"
    return not kinds or place.kind in kinds


def candidates(place: Place) -> Iterator[Item]:
    """All of every source for such a place; a name may come several times, as several things. With nothing typed those
    sources are not asked (`GIVES`) that have only names that do not fit what stands behind: of so many none is told."""
    shape = shape_of(place) if place.kind == "statement" and not place.typed else frozenset()
    for source in _sources():
        if place.kind in source.KINDS and not (shape and shape.isdisjoint(getattr(source, "GIVES", shape))):
            yield from source.items(place)


@cache
def _sources() -> tuple[Any, ...]:
    names = sorted(found.name for found in pkgutil.iter_modules(sources.__path__))
    return tuple(import_module(f"{sources.__name__}.{name}") for name in names)

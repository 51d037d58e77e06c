"""Code lenses above definitions: how often each is named, who declares it, which keys of Hiera set its parameters.

What stands above a definition is told at once; counting goes over the whole site and comes when the lens is shown.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import groupby
from typing import Literal, NamedTuple

from ..model.snapshot import Found, Snapshot
from ..model.view import View
from .items import Item, around, definition_in, uses_outside
from .references import Place

Subject = Literal["references", "declared", "keys"]

#: How many who declare something are named.
_NAMED = 2


class Lens(NamedTuple):
    """`item` is the definition, `what` the lens is about."""

    item: Item
    what: Subject


class Counted(NamedTuple):
    title: str
    places: tuple[Place, ...]


def code_lenses(snapshot: Snapshot, path: str) -> tuple[Lens, ...]:
    """In order of place."""
    document = snapshot.document(path)
    if document is None:
        return ()
    found: list[Lens] = []
    for definition, place in zip(document.summary.definitions, document.summary.places, strict=True):
        if definition.kind != "node" and definition.name:
            item = Item(definition.written, definition.kind, path, place.span, place.name_span)
            found.append(Lens(item, "references"))
            if definition.kind in ("class", "define"):
                found.append(Lens(item, "declared"))
            if definition.kind == "class" and definition.parameters:
                found.append(Lens(item, "keys"))
    return tuple(sorted(found, key=lambda lens: lens.item.span))


def count(snapshot: Snapshot, lens: Lens) -> Generator[None, None, Counted | None]:
    """What a lens says, and the places behind it; None where the definition is gone."""
    found = definition_in(snapshot, lens.item)
    if found is None:
        return None
    view = View(snapshot, lens.item.path)
    if lens.what == "keys":
        for _ in snapshot.reading(view.site):
            yield
        places = tuple(_keys(view, found))
        return Counted(_numbered(len(places), "Hiera key"), places)
    uses: list[Place] = []
    for use in uses_outside(snapshot, view, found.definition.entity):
        if use is None:
            yield
        else:
            uses.append(Place(*use))
    uses.sort()
    if lens.what == "references":
        return Counted(_numbered(len(uses), "reference"), tuple(uses))
    return _declared(snapshot, uses)


def _declared(snapshot: Snapshot, uses: list[Place]) -> Counted:
    """Who declares a class or define: not who only refers to it."""
    found: dict[Item, Place] = {}
    for path, inside in groupby(uses, key=lambda use: use.path):
        declaring = snapshot.summary(path).declares()
        for use in inside:
            if use.span.start in declaring:
                found.setdefault(around(snapshot, path, use.span), use)
    names = list(dict.fromkeys(item.name if item.kind != "node" else f"node {item.name}" for item in found))
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    title = f"declared by {', '.join(names[:_NAMED])}{more}" if names else "declared nowhere"
    return Counted(title, tuple(found.values()))


def _keys(view: View, found: Found) -> Iterator[Place]:
    definition = found.definition
    for parameter in definition.parameters:
        yield from (Place(path, key.name_span) for key, path in view.keys(f"{definition.name}::{parameter.name}"))


def _numbered(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"

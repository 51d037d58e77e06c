"""Type hierarchy: which class inherits from which, and which type alias is made of which."""

from __future__ import annotations

from collections.abc import Generator

from ..model.entity import Entity
from ..model.naming import names
from ..model.snapshot import Found, Snapshot
from ..model.summary import Facet
from ..model.view import View
from .items import Item, definition_in, item_of, items_at, uses_outside


def prepare_type_hierarchy(snapshot: Snapshot, path: str, offset: int) -> tuple[Item, ...]:
    return items_at(snapshot, path, offset, ("class", "type"))


def supertypes(snapshot: Snapshot, item: Item) -> tuple[Item, ...]:
    """The class that a class inherits from; the aliases that an alias stands for."""
    found = definition_in(snapshot, item)
    if found is None:
        return ()
    view = View(snapshot, item.path)
    if found.definition.kind == "class":
        parent = parent_of(view, found)
        above = view.find("class", parent, Facet.SIGNATURE) if parent is not None else None
        return (item_of(above),) if above is not None else ()
    whole = found.place.span
    inside = [each for each in names(view) if whole.start <= each.span.start and each.span.end <= whole.end]
    used = dict.fromkeys(each.entity.name for each in sorted(inside) if each.entity.space == "type")
    aliases = (view.find("type", name) for name in used if name != found.definition.name)
    return tuple(item_of(alias) for alias in aliases if alias is not None)


def subtypes(snapshot: Snapshot, item: Item) -> Generator[None, None, tuple[Item, ...]]:
    """The other way round."""
    found = definition_in(snapshot, item)
    return () if found is None else (yield from derived(snapshot, View(snapshot, item.path), found.definition.entity))


def derived(snapshot: Snapshot, view: View, entity: Entity) -> Generator[None, None, tuple[Item, ...]]:
    """The classes that inherit from a class, the aliases made of an alias; by file and place."""
    below: dict[Item, None] = {}
    for use in uses_outside(snapshot, view, entity):
        if use is None:
            yield
            continue
        path, span = use
        summary = snapshot.summary(path)
        for definition, place in zip(summary.definitions, summary.places, strict=True):
            if definition.kind == entity.space and place.span.start <= span.start and span.end <= place.span.end:
                one = Found(definition, path, place)
                if entity.space == "type" or parent_of(View(snapshot, path), one) == entity.name:
                    below[item_of(one)] = None
    return tuple(sorted(below, key=lambda each: (each.path, each.span)))


def parent_of(view: View, found: Found) -> str | None:
    """The full name of the class that a class inherits from."""
    parent = found.definition.parent
    return None if parent is None else view.class_meant(parent, found.definition.name)

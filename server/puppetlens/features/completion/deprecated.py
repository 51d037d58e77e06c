"""Candidates that their own documentation calls deprecated: editors strike them through."""

from __future__ import annotations

from ...model.entity import Entity
from ...model.snapshot import Snapshot
from ...ruby.deprecated import deprecated_by, parameters_of
from .item import Item


def marked(snapshot: Snapshot, item: Item) -> Item:
    """The candidate, marked where it is one of them. Of what Ruby declares nothing is read here: there are many."""
    return item._replace(deprecated=True) if item.entity is not None and _is(snapshot, item.entity) else item


def _is(snapshot: Snapshot, entity: Entity) -> bool:
    owner = entity.owner if entity.space == "parameter" else entity
    if owner is None or owner.space not in ("class", "define", "function", "type"):
        return False
    for path in snapshot.index.defined(owner):
        for definition, _ in snapshot.summary(path).find(owner):
            if owner is not entity:
                return entity.name in parameters_of(definition.doc)
            return deprecated_by(definition.doc) is not None
    return False

"""What a candidate is, once somebody looks at it: its docs, as hover tells them."""

from __future__ import annotations

from ...model.entity import Entity
from ...model.snapshot import Snapshot
from ...model.summary import Facet
from ...model.view import View
from ..hover import about
from ..target import resources_of


def resolve(snapshot: Snapshot, path: str, entity: Entity) -> str | None:
    """Markdown about a candidate, as the file that asked for it sees it."""
    view = View(snapshot, path)
    if entity.space == "resource":
        return next((f"Declared in `{where.rpartition('/')[2]}`" for _, where in resources_of(view, entity)), None)
    if entity.space == "variable" and entity.owner is not None and entity.owner.space == "class":
        found = view.find("class", entity.owner.name, Facet.VALUE)
        if found is not None and found.definition.parameter(entity.name) is not None:
            entity = Entity("parameter", entity.name, entity.owner)
    return about(view, entity, entity.name)

"""Which entities get which names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...model.entity import Entity
from ...model.snapshot import Snapshot
from ...model.summary import Definition, Facet
from ...model.view import View
from ...project.autoload import normalise
from .new_name import GLOBAL, called
from .place import place
from .refused import Refused


class Renaming(NamedTuple):
    """`names` leads from an entity to its new name, as a person writes it in full.

    What belongs to a renamed class or define (parameters, variables, keys of Hiera) goes with it and is not listed.
    """

    names: Mapping[Entity, str]

    def entity(self, entity: Entity) -> Entity:
        """What an entity becomes."""
        name = self.names.get(entity)
        owner = None if entity.owner is None else self.entity(entity.owner)
        if name is not None:
            entity = entity._replace(name=normalise(name) if entity.space in GLOBAL else name)
        return entity._replace(owner=owner)

    @property
    def of_variable(self) -> bool:
        return any(entity.space in ("parameter", "variable") for entity in self.names)


def with_nested(view: View, entity: Entity, name: str) -> Renaming:
    """A definition gets another name, and so does what is defined inside of it."""
    names = {entity: name}
    for path in view.snapshot.defining(view.site, entity):
        summary = view.snapshot.summary(path)
        around = [where.span for _, where in summary.find(entity)]
        for definition, where in zip(summary.definitions, summary.places, strict=True):
            inside = any(span.start < where.span.start and where.span.end <= span.end for span in around)
            if inside and definition.written.lower().startswith(f"{entity.name}::"):
                names[definition.entity] = name + definition.written[len(entity.name) :]
    return Renaming(names)


def is_nested(snapshot: Snapshot, path: str, definition: Definition) -> bool:
    """Whether a definition of a file stands in another one."""
    summary = snapshot.summary(path)
    spans = [
        place.span for found, place in zip(summary.definitions, summary.places, strict=True) if found == definition
    ]
    return any(
        place.span.start < span.start and span.end <= place.span.end for place in summary.places for span in spans
    )


def check_free(view: View, renaming: Renaming) -> None:
    """Refuse new names that something has or uses already; of definitions, which all files see."""
    snapshot, site = view.snapshot, view.site
    for old, name in renaming.names.items():
        _check_keys(view, old, name)
        if old.space not in GLOBAL:
            continue
        new = renaming.entity(old)
        for other in _rivals(new):
            if other in renaming.names:
                continue
            for path in snapshot.defining(site, other):
                for _, where in snapshot.summary(path).find(other):
                    raise Refused(
                        f"There is a {called(other)} already, in {place(snapshot, path, where.name_span.start)}"
                    )
        if _in_ruby(view, new):
            raise Refused(f"There is a '{name}' in Ruby already")
        for written in snapshot.index.as_written(new):
            meant = view.entity(written)
            for path in snapshot.naming(site, meant):
                if meant not in renaming.names and snapshot.summary(path).uses.get(written):
                    first = min(snapshot.summary(path).spans(written))
                    raise Refused(
                        f"{place(snapshot, path, first.start)} names '{name}' already, which nothing defines: it would come to mean this one"
                    )


def _check_keys(view: View, entity: Entity, name: str) -> None:
    """Data that no parameter read may not come to set one."""
    if entity.space == "class":
        found = view.find("class", entity.name, Facet.SIGNATURE)
        keys = [
            f"{normalise(name)}::{each.name}" for each in (found.definition.parameters if found is not None else ())
        ]
    elif entity.space == "key":
        meant = view.entity(Entity("key", name))
        if meant.space == "parameter":
            raise Refused(f"'{name}' would set a parameter of {called(meant.owner or meant)}")
        keys = [name]
    else:
        is_of_class = entity.space == "parameter" and entity.owner is not None and entity.owner.space == "class"
        keys = [f"{entity.owner.name}::{name}"] if is_of_class and entity.owner is not None else []
    for key in keys:
        for found_key, path in view.keys(key):
            raise Refused(f"{place(view.snapshot, path, found_key.name_span.start)} sets '{found_key.name}' already")


def _rivals(entity: Entity) -> tuple[Entity, ...]:
    """What may not have the same name."""
    spaces = {"class": ("class", "define"), "define": ("define", "class", "type"), "type": ("type", "define")}
    return tuple(Entity(space, entity.name) for space in spaces.get(entity.space, ("function", "plan")))


def _in_ruby(view: View, entity: Entity) -> bool:
    match entity.space:
        case "function" | "plan":
            return view.ruby.function_path(entity.name) is not None
        case "define" | "type":
            return view.ruby.type_path(entity.name) is not None or view.ruby.data_type_path(entity.name) is not None
        case _:
            return False

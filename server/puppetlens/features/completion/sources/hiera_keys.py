"""Keys of Hiera in `lookup('`: parameters of classes by their full names, and the keys that code asks for."""

from __future__ import annotations

from collections.abc import Iterator

from ....model.entity import Entity
from ....model.summary import Facet
from ....project.autoload import module_of
from ..item import Item
from ..place import Place

KINDS = frozenset(("hiera",))


def items(place: Place) -> Iterator[Item]:
    view = place.view
    own = view.module
    modules = (
        {own}
        if own is not None and "::" not in place.typed
        else {module_of(place.typed)}
        if "::" in place.typed
        else set()
    )
    for name in view.snapshot.names_of(view.site, "class"):
        if module_of(name) in modules:
            found = view.find("class", name, Facet.SIGNATURE)
            for parameter in found.definition.parameters if found is not None else ():
                entity = Entity("parameter", parameter.name, Entity("class", name))
                yield Item(f"{name}::{parameter.name}", "key", detail=parameter.type or "", entity=entity)

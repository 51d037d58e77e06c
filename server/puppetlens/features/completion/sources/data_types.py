"""Data types, aliases among them; and where a reference may stand, types of resources with their capitals."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import builtin
from ....model.entity import Entity
from ....project.autoload import module_of
from ..item import Item
from ..place import Place

KINDS = frozenset(("type", "value", "statement"))


def items(place: Place) -> Iterator[Item]:
    if place.quote or place.interpolated:
        return
    for item in _types(place):
        yield item if place.kind == "type" else item._replace(signals=(*item.signals, "seldom here"))


def _types(place: Place) -> Iterator[Item]:
    view = place.view
    index = view.snapshot.index
    for name, about in builtin.data_types().items():
        if "::" in about.name:
            continue
        opened = place.follows.startswith("[")
        snippet = f"{about.name}[${{1}}]" if about.brackets and not opened and name in _NEEDS_KEYS else ""
        entity = Entity("data_type", name)
        uses = len(index.used(Entity("type", name)))
        yield Item(about.name, "data_type", "", snippet, about.values, ("data type",), uses, entity)
    for name in view.snapshot.names_of(view.site, "type"):
        uses = len(index.used(Entity("type", name)))
        signals = ("alias", "same module") if module_of(name) == view.module else ("alias",)
        yield Item(capitalised(name), "data_type", signals=signals, uses=uses, entity=Entity("type", name))
    if place.kind == "type" and place.owner in ("parameter", "optional", "array", "hash", "variant"):
        return
    names = (*builtin.resource_type_names(), *view.snapshot.ruby_files(view.site).names["type"], "class")
    for name in dict.fromkeys((*names, *view.snapshot.names_of(view.site, "define"))):
        label = capitalised(name)
        uses = len(index.used(Entity("type", name)))
        snippet = f"{label}['${{1}}']" if not place.follows.startswith("[") else ""
        yield Item(label, "resource_type", "", snippet, "", ("reference",), uses, Entity("resource_type", name))


#: Types that mean little without what is in their brackets.
_NEEDS_KEYS = frozenset(("optional", "enum", "variant", "pattern", "tuple", "struct", "notundef"))


def capitalised(name: str) -> str:
    return "::".join(part.capitalize() for part in name.split("::"))

"""Keys of mappings in data: of those whose type is known (structs of parameters, `lookup_options`, all of a hiera.yaml)
the members, of others what mappings in the same place have."""

from __future__ import annotations

from collections.abc import Iterator

from ...data_fields import OF_HIERA
from ..data_place import written_key
from ..item import Item
from ..members import members
from ..place import Place
from ..typed_data import is_element, keys_elsewhere, type_of_key, type_of_value

KINDS = frozenset(("data key", "data value"))

#: How usual fields of a level are.
_USUAL = {"name": 40, "path": 30, "paths": 20, "lookup_key": 5, "datadir": 3, "glob": 3, "globs": 2}
#: Of no use to people.
_HIDDEN = frozenset(("v4_data_hash", "plan_hierarchy"))


def items(place: Place) -> Iterator[Item]:
    if place.kind == "data value" and (place.quote or not is_element(place)):
        return
    text = type_of_key(place) if place.kind == "data key" else type_of_value(place)
    for each in members(place.view, text) if text else ():
        if each.name not in place.given and each.name not in _HIDDEN:
            detail = OF_HIERA.get(each.name, "") if place.owner == "hiera.yaml" else each.type
            signals = ("required",) if each.required else ()
            uses = _USUAL.get(each.name, 0) if place.owner == "hiera.yaml" else 0
            yield Item(
                each.name, "attribute", written_key(place, each.name), "", detail, signals, uses, filter=each.name
            )
    if not text and place.owner == "hiera":
        for name, times in keys_elsewhere(place).items():
            if name not in place.given:
                yield Item(name, "attribute", written_key(place, name), uses=times, filter=name)

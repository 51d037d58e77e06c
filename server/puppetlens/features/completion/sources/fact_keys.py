"""Keys of facts: `$facts['os']['`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....model.entity import Entity
from ..facts import LEGACY, structure
from ..item import Item
from ..place import Place

KINDS = frozenset(("fact",))


def items(place: Place) -> Iterator[Item]:
    keys = tuple(filter(None, place.key.split(".")))
    tree = structure(place.view, place.owner, keys)
    for name, value in tree.items():
        detail = "…" if isinstance(value, Mapping) else type(value).__name__
        yield _item(place, name, detail)
    if place.owner == "facts" and not keys:
        yield from (_item(place, name, "fact")._replace(signals=("old fact",)) for name in LEGACY if name not in tree)


def _item(place: Place, name: str, detail: str) -> Item:
    insert = name if place.quote else f"'{name}'"
    uses = len(place.view.snapshot.index.used(Entity("variable", name)))
    return Item(name, "key", insert=insert, detail=detail, uses=uses, filter=insert)

"""Keys of facts, `$facts['os']['`, and of other hashes whose type says which keys they have."""

from __future__ import annotations

from collections.abc import Iterator

from ....model.entity import Entity
from ....model.inference import shown
from ..facts import legacy_facts, structure
from ..item import Item
from ..place import Place
from ..receiver import keys_at, keys_written

KINDS = frozenset(("fact", "member"))

#: What is asked for most often; of these no site has to be an example.
_COMMON = frozenset(
    ("os", "networking", "kernel", "processors", "memory", "virtual", "is_virtual", "mountpoints", "timezone", "identity",
     "family", "name", "release", "major", "full", "fqdn", "hostname", "ip", "count", "certname", "extensions")
)  # fmt: skip


def items(place: Place) -> Iterator[Item]:
    if place.kind == "member":
        for name, type_ in keys_at(place.view, place.receiver).items():
            yield _item(place, name, shown(type_, 60))
        for name, times in keys_written(place.view, place.receiver).items():
            yield _item(place, name, "")._replace(uses=times)
        return
    keys = tuple(filter(None, place.key.split(".")))
    found = structure(place.view, place.owner, keys)
    for name, detail in found.items():
        signals = ("has parts",) if detail == "Hash" else ()
        yield _item(place, name, detail)._replace(signals=(*signals, "common fact") if name in _COMMON else signals)
    if place.owner == "facts" and not keys:
        for name in legacy_facts():
            if name not in found:
                yield _item(place, name, "legacy fact")._replace(signals=("old fact",))


def _item(place: Place, name: str, detail: str) -> Item:
    insert = name if place.quote else f"'{name}'"
    uses = len(place.view.snapshot.index.used(Entity("variable", name))) if place.kind == "fact" else 0
    return Item(name, "key", insert=insert, detail=detail, uses=uses, filter=insert)

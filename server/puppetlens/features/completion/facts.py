"""The facts that a site has, with what is in them: those of its nodes' facts files, and those that Facter knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from ...library import facts as core
from ...model.custom_facts import custom_facts
from ...model.inference.given import GIVEN, TRUSTED
from ...model.node_facts import facts_of, known_facts, known_trusted
from ...model.view import View
from ..fact_text import shown_value
from ..observed import Observed
from .item import Item
from .members import members
from .place import Place

#: So many nodes are looked at.
_NODES = 20
#: What is said of a fact that Ruby of a module computes.
_CUSTOM = "fact of a module"


@cache
def old_facts() -> tuple[str, ...]:
    """Facts that are variables of their own where Puppet has them so, and what else Puppet sets like these."""
    plain = (name for name, fact in core.core().items() if fact.legacy or not (fact.members or fact.each))
    return tuple(dict.fromkeys((*plain, *GIVEN)))


@cache
def legacy_facts() -> tuple[str, ...]:
    return tuple(name for name, fact in core.core().items() if fact.legacy)


def structure(view: View, name: str, keys: tuple[str, ...]) -> Mapping[str, str]:
    """What `$facts` (or `$trusted`) has below some keys: name -> its type, `Hash` where there is more below it."""
    return view.once(("facts below", name, keys), lambda: _structure(view, name, keys))


def _structure(view: View, name: str, keys: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    if name == "facts":
        known: Mapping[str, core.Fact] = {key: each for key, each in core.core().items() if not each.legacy}
        for key in keys:
            inside = known.get(key)
            known = inside.members if inside is not None else {}
        found.update((key, "Hash" if each.members or each.each else each.type) for key, each in known.items())
        if not keys:
            for custom in custom_facts(view).files:
                found.setdefault(custom, _CUSTOM)
    elif not keys:
        found.update((each.name, each.type) for each in members(view, TRUSTED))
    for _, values in (known_facts if name == "facts" else known_trusted)(view, _NODES):
        below: Any = values
        for key in keys:
            below = below.get(key) if isinstance(below, Mapping) else None
        for key, value in below.items() if isinstance(below, Mapping) else ():
            if found.get(str(key), _CUSTOM) == _CUSTOM:
                found[str(key)] = _TYPES.get(type(value), "Undef")
    return found


def on_node(place: Place, items: Iterator[Item], observed: Observed) -> Iterator[Item]:
    """The keys of `$facts` that a node has, with their values; all that is no such key, and all where it has no facts."""
    root = place.view.site.environment.root
    facts = facts_of(place.view, observed.node) if root == observed.root else None
    if facts is None or (place.kind, place.owner) != ("fact", "facts"):
        yield from items
        return
    below: Any = facts
    for key in filter(None, place.key.split(".")):
        below = below.get(key) if isinstance(below, Mapping) else None
    for item in items:
        if isinstance(below, Mapping) and item.label in below:
            yield item._replace(detail=shown_value(below[item.label]))


_TYPES = {dict: "Hash", list: "Array", str: "String", bool: "Boolean", int: "Integer", float: "Float"}

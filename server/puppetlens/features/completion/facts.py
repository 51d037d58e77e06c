"""The facts that a site has, with what is in them: those of its nodes' facts files, and those that Facter knows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ...library import facts as core
from ...model.inference.given import GIVEN, TRUSTED
from ...model.node_facts import known_facts, known_trusted
from ...model.view import View
from .members import members

#: So many nodes are looked at.
_NODES = 20


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
    elif not keys:
        found.update((each.name, each.type) for each in members(view, TRUSTED))
    for _, values in (known_facts if name == "facts" else known_trusted)(view, _NODES):
        below: Any = values
        for key in keys:
            below = below.get(key) if isinstance(below, Mapping) else None
        for key, value in below.items() if isinstance(below, Mapping) else ():
            found.setdefault(str(key), _TYPES.get(type(value), "Undef"))
    return found


_TYPES = {dict: "Hash", list: "Array", str: "String", bool: "Boolean", int: "Integer", float: "Float"}

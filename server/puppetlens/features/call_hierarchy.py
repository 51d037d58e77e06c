"""Call hierarchy: who includes, declares, inherits or calls a definition, and what it includes, declares and calls.

Callers are classes, defines, functions, plans and nodes, or files: of the main manifest, templates, data of Hiera. What
only refers to a class or define (`Class['a']`, `$a::b`, a key of Hiera) does not call it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from ..base.span import Span
from ..model.definitions import DefinitionKind
from ..model.naming import names
from ..model.snapshot import Snapshot
from ..model.summary import Facet
from ..model.view import View
from .items import Item, around, definition_in, item_of, items_at, uses_outside
from .target import definitions_of

_KINDS: tuple[DefinitionKind, ...] = ("class", "define", "function", "plan", "node")
#: Kinds that are not called by every mention.
_DECLARED = ("class", "define")


class Call(NamedTuple):
    """`item` is who calls or is called, `spans` are the places where, in the caller's file."""

    item: Item
    spans: tuple[Span, ...]


def prepare_call_hierarchy(snapshot: Snapshot, path: str, offset: int) -> tuple[Item, ...]:
    return items_at(snapshot, path, offset, _KINDS)


def incoming_calls(snapshot: Snapshot, item: Item) -> Generator[None, None, tuple[Call, ...]]:
    """By file and place."""
    found = definition_in(snapshot, item)
    if found is None:
        return ()
    calls: dict[Item, list[Span]] = {}
    declaring: dict[str, frozenset[int]] = {}
    for use in uses_outside(snapshot, View(snapshot, item.path), found.definition.entity):
        if use is None:
            yield
            continue
        path, span = use
        if path not in declaring:
            declaring[path] = snapshot.summary(path).declares()
        if item.kind not in _DECLARED or span.start in declaring[path]:
            calls.setdefault(around(snapshot, path, span), []).append(span)
    order = sorted(calls, key=lambda each: (each.path, each.span))
    return tuple(Call(each, tuple(calls[each])) for each in order)


def outgoing_calls(snapshot: Snapshot, item: Item) -> tuple[Call, ...]:
    """In the order in which they first stand there; of what is defined in Puppet code alone."""
    found = definition_in(snapshot, item)
    if found is None:
        return ()
    view, whole, declaring = View(snapshot, item.path), found.place.span, snapshot.summary(item.path).declares()
    calls: dict[Item, list[Span]] = {}
    inside = (name for name in names(view) if whole.start <= name.span.start and name.span.end <= whole.end)
    for name in sorted(inside, key=lambda each: each.span):
        if name.entity.space not in _KINDS or name.entity == found.definition.entity:
            continue
        if name.entity.space not in _DECLARED or name.span.start in declaring:
            for callee in definitions_of(view, name.entity, Facet.SIGNATURE):
                if callee.place.name_span != name.span or callee.path != item.path:
                    calls.setdefault(item_of(callee), []).append(name.span)
                break
    return tuple(Call(each, tuple(spans)) for each, spans in calls.items())

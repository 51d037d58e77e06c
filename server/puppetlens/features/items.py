"""What hierarchies and lists of symbols show: a definition, or the file around code that stands in none."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import basename
from typing import NamedTuple, TypeGuard

from ..base.span import Span
from ..model.definitions import DEFINITION_KINDS, DefinitionKind
from ..model.entity import Entity
from ..model.naming import spans_of
from ..model.snapshot import Found, Snapshot
from ..model.summary import Facet
from ..model.view import View
from .references import steps
from .target import definitions_of, subject_at


class Item(NamedTuple):
    """`kind` is that of a definition, or `file`. `span` is the whole, `name_span` the name in it."""

    name: str
    kind: str
    path: str
    span: Span
    name_span: Span


def item_of(found: Found) -> Item:
    definition = found.definition
    return Item(definition.written, definition.kind, found.path, found.place.span, found.place.name_span)


def items_at(snapshot: Snapshot, path: str, offset: int, kinds: tuple[DefinitionKind, ...]) -> tuple[Item, ...]:
    """The definition of these kinds that the cursor names, Puppet's choice."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    if subject is None or subject.entity.space not in kinds:
        return ()
    if subject.definition is not None:
        return (item_of(subject.definition),)
    return tuple(item_of(found) for found in definitions_of(view, subject.entity, Facet.SIGNATURE))[:1]


def definition_in(snapshot: Snapshot, item: Item) -> Found | None:
    """The definition that an item was made of, if it is still there."""
    if not is_definition_kind(item.kind):
        return None
    summary = snapshot.summary(item.path)
    for definition, place in zip(summary.definitions, summary.places, strict=True):
        if definition.kind == item.kind and definition.written == item.name:
            return Found(definition, item.path, place)
    return None


def is_definition_kind(kind: str) -> TypeGuard[DefinitionKind]:
    return kind in DEFINITION_KINDS


def around(snapshot: Snapshot, path: str, span: Span) -> Item:
    """What a place belongs to: the innermost definition around it, else the file."""
    summary = snapshot.summary(path)
    found = [
        Found(definition, path, place)
        for definition, place in zip(summary.definitions, summary.places, strict=True)
        if _holds(place.span, span)
    ]
    if found:
        return item_of(min(found, key=lambda each: each.place.span.end - each.place.span.start))
    start = Span(0, 0)
    return Item(basename(path), "file", path, start, start)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def uses_outside(snapshot: Snapshot, view: View, entity: Entity) -> Iterator[tuple[str, Span] | None]:
    """Where a site names a definition but for the definition's own name; None between steps."""
    for paths in steps(snapshot, view, entity):
        for path in paths:
            own = {place.name_span for place in snapshot.summary(path).places}
            yield from ((path, span) for span in spans_of(View(snapshot, path), entity) if span not in own)
        yield None

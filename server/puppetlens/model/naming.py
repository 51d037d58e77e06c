"""What each name in a file means, and where a file names a thing: what references, rename, highlight and semantic
tokens ask.

Spans are those that a rename replaces: without quotes, without the `$` of a variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..base.span import Span
from .entity import Entity
from .file_scopes import qualifier

if TYPE_CHECKING:
    from .document import Document
    from .view import View


class Name(NamedTuple):
    span: Span
    entity: Entity


def names(view: View) -> Iterator[Name]:
    """Every name in the file with what it means, in no order: definitions, uses, variables of lambdas too."""
    yield from _defined(view)
    for written, spans in used_names(view):
        yield from (Name(span, view.entity(written)) for span in spans)
    yield from _local(view)


def spans_of(view: View, entity: Entity) -> list[Span]:
    """Where the file names an entity, in order."""
    found: set[Span] = set()
    if entity.owner is not None and entity.owner.space in ("lambda", "match"):
        found.update(name.span for name in _local(view) if name.entity == entity)
    else:
        summary, index = view.snapshot.summary(view.path), view.snapshot.index
        if view.path in index.defined(entity):
            found.update(name.span for name in _defined(view) if name.entity == entity)
        if view.relative_names:
            for written, spans in used_names(view):
                if view.entity(written) == entity:
                    found.update(spans)
        else:
            for written in index.as_written(entity) & summary.uses.keys():
                if view.entity(written) == entity:
                    found.update(summary.spans(written))
    return sorted(found)


def _defined(view: View) -> Iterator[Name]:
    summary = view.snapshot.summary(view.path)
    for definition, place in zip(summary.definitions, summary.places, strict=True):
        yield Name(place.name_span, definition.entity)
    for resource in summary.resources:
        if resource.type != "class":  # whose title is a use of the class
            yield Name(resource.title_span, resource.entity)


def used_names(view: View) -> Iterator[tuple[Entity, list[Span]]]:
    """Every use as written, in full: with the look-up of Puppet 3 names are relative to what is around them."""
    if not view.relative_names:
        summary = view.snapshot.summary(view.path)
        for written in summary.uses:
            yield written, summary.spans(written)
    elif view.data is not None:
        for reference in view.data.contents.references:
            yield from ((entity, [span]) for entity, span in reference.uses)
    elif view.document is not None:
        yield from ((written, [Span(start, end)]) for written, start, end in names_in_code(view, view.document))
        for variable in view.document.scopes.variables():
            if variable.scope is None or variable.scope.origin is None:
                meant = view.variable_meant(variable)
                yield meant, [variable.name_span]
                if meant.owner is not None and "::" in variable.name:
                    yield meant.owner, [qualifier(variable.name, variable.name_span)]


def names_in_code(view: View, document: Document) -> Iterator[tuple[Entity, int, int]]:
    """Every use but variables, as written in full: what is named, its beginning and its end. In order of items."""
    if not view.relative_names:
        for base, facts in document.facts():
            for written, (start, end) in facts.uses:
                yield written, base + start, base + end
    else:
        for use in document.uses():
            if use.reference.kind != "variable":
                for written, (start, end) in view.meant(use).uses:
                    yield written, use.base + start, use.base + end


def _local(view: View) -> Iterator[Name]:
    """The variables of lambdas and matches, which no other file sees."""
    if view.document is not None:
        for variable in view.document.scopes.local_variables():
            yield Name(variable.name_span, variable.entity)

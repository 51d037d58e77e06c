"""From a place in a file to what it means: the one resolver that definition and hover share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..model.cursor import references_at, variable_in_fault
from ..model.definitions import DEFINITION_KINDS
from ..model.document import Document
from ..model.entity import Entity
from ..model.file_scopes import Variable
from ..model.item_facts import Reference
from ..model.snapshot import Found
from ..model.summary import Facet, Resource
from ..model.view import View


class Subject(NamedTuple):
    """What stands under the cursor; at most one of `reference`, `variable`, `definition` is set."""

    origin: Span
    entity: Entity
    reference: Reference | None = None
    variable: Variable | None = None
    #: the cursor stands on the name of this definition
    definition: Found | None = None


def subject_at(view: View, offset: int) -> Subject | None:
    document = view.document
    if document is None:
        return _in_data(view, offset)
    variable = document.scopes.variable_at(offset)
    if variable is not None and variable.binds != "parameter":
        return _of_variable(view, variable)
    found = [each for each in references_at(document, offset) if each[0].reference.kind != "pattern"]
    if found:
        references = [view.meant(use) for use, _ in found]
        reference = next((each for each in references if _is_defined(view, each)), references[0])
        return Subject(found[0][1], view.entity(reference.entity), reference)
    named = _name_at(view, document, offset, variable) or _in_doc(document, offset)
    return named or _in_fault(view, document, offset)


def _is_defined(view: View, reference: Reference) -> bool:
    """Of an attribute of a class, whether the class has such a parameter."""
    kind, owner = reference.owner or ("", "")
    found = view.find("class", owner, Facet.SIGNATURE) if kind == "class" else None
    return found is not None and reference.name in found.place.parameters


def _in_data(view: View, offset: int) -> Subject | None:
    """A name in data or configuration; of several the narrowest."""
    named = [(_named(each), each) for each in view.data.contents.references] if view.data is not None else []
    found = [each for each in named if each[0].contains(offset)]
    span, reference = min(found, key=lambda each: each[0].end - each[0].start, default=(None, None))
    if span is None or reference is None:
        return None
    return Subject(span, view.entity(reference.entity), reference)


def _named(reference: Reference) -> Span:
    """Where a name stands: of a module with the author's before it."""
    span = reference.span
    return Span(span.end - len(reference.written.encode()), span.end) if reference.kind == "module" else span


def _of_variable(view: View, variable: Variable) -> Subject:
    return Subject(variable.span, view.entity(view.variable_meant(variable)), variable=variable)


def _name_at(view: View, document: Document, offset: int, parameter: Variable | None) -> Subject | None:
    if parameter is not None and parameter.entity.owner is not None and parameter.entity.owner.space == "lambda":
        return _of_variable(view, parameter)
    summary = document.summary
    for definition, place in zip(summary.definitions, summary.places, strict=True):
        found = Found(definition, view.path, place)
        if place.name_span.contains(offset):
            return Subject(place.name_span, definition.entity, definition=found)
        if parameter is not None and parameter.entity.owner == definition.entity and place.span.contains(offset):
            return Subject(parameter.span, parameter.entity, definition=found)
    for resource in summary.resources:
        if resource.title_span.contains(offset):
            return Subject(resource.title_span, resource.entity)
    return None if parameter is None else _of_variable(view, parameter)


def _in_fault(view: View, document: Document, offset: int) -> Subject | None:
    stray = variable_in_fault(document, offset)
    return None if stray is None else _of_variable(view, document.scopes.variable(*stray))


#: A tag that is about a parameter; what stands between its line and the definition.
_TAG = re.compile(rb"[ \t]*#[ \t]*@(?:param|option)[ \t]+(?:\[[^\]\n]*\][ \t]*)?(\w+)")
_ABOVE = re.compile(rb"[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*\Z")


def _in_doc(document: Document, offset: int) -> Subject | None:
    """The parameter that a tag is about, in the comment above a definition."""
    data = document.text.data
    tag = _TAG.match(data, data.rfind(b"\n", 0, offset) + 1)
    if tag is None or not tag.start(1) <= offset <= tag.end(1):
        return None
    summary = document.summary
    places = zip(summary.definitions, summary.places, strict=True)
    for definition, place in sorted(places, key=lambda each: each[1].span):
        if place.span.start > offset:
            name = tag[1].decode()
            if name in place.parameters and _ABOVE.match(data[tag.end() : place.span.start]):
                return Subject(Span(*tag.span(1)), Entity("parameter", name, definition.entity))
            break
    return None


def definitions_of(view: View, entity: Entity, facet: Facet) -> Iterator[Found]:
    """The definitions in Puppet code of an entity, Puppet's choice first; of a parameter, what it belongs to."""
    if entity.space == "parameter" and entity.owner is not None:
        entity = entity.owner
    for kind in DEFINITION_KINDS:
        if kind == entity.space:
            yield from view.all(kind, entity.name, facet)


def resources_of(view: View, entity: Entity) -> Iterator[tuple[Resource, str]]:
    """The declarations that `File['/x']` means: those of the same file where there are any, else all."""
    summary = view.snapshot.summary(view.path)
    own = [(resource, view.path) for resource in summary.resources if resource.entity == entity]
    yield from own or view.resources(entity)

"""From a place in a file to what it means: the one resolver that definition and hover share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..model.cursor import Step, path_to, reference_at, variable_in_fault
from ..model.definitions import DefinitionKind
from ..model.item_facts import Reference
from ..model.snapshot import Found
from ..model.summary import Facet, Resource
from ..model.variables import Binding, bindings
from ..model.view import View
from ..syntax import ast


class Subject(NamedTuple):
    """What stands under the cursor: exactly one of `reference`, `variable`, `definition` is set."""

    origin: Span
    reference: Reference | None = None
    variable: str | None = None
    #: the cursor stands on the name of this definition
    definition: Found | None = None
    #: ... or on the name of this parameter of `definition`
    parameter: str | None = None


def subject_at(view: View, offset: int) -> tuple[Subject, tuple[Step, ...]] | None:
    """The subject at an offset, with the nodes around it."""
    document = view.document
    if document is None:
        return None
    path = path_to(document, offset)
    for step in reversed(path):
        if isinstance(step.node, ast.VariableExpression):
            if step.covers(offset) and step.node.name:
                return Subject(step.span, variable=step.node.name), path
            break
    found = reference_at(document, offset)
    if found is not None:
        return Subject(found[1], view.meant(found[0])), path
    named = _name_at(view, offset)
    if named is not None:
        return named, path
    stray = variable_in_fault(document, offset)
    return None if stray is None else (Subject(stray[1], variable=stray[0]), path)


def _name_at(view: View, offset: int) -> Subject | None:
    summary = view.document.summary if view.document is not None else None
    if summary is None:
        return None
    for definition, place in zip(summary.definitions, summary.places, strict=True):
        found = Found(definition, view.path, place)
        if place.name_span.contains(offset):
            return Subject(place.name_span, definition=found)
        for name, bound in place.parameters.items():
            span = Span(bound.name_span.start - 1, bound.name_span.end)
            if span.contains(offset):
                return Subject(span, definition=found, parameter=name)
    return None


def definitions_of(view: View, reference: Reference, facet: Facet) -> Iterator[Found]:
    """The definitions in Puppet code that a reference means, Puppet's choice first."""
    for kind in _kinds(reference):
        name = reference.name
        if reference.kind == "attribute":
            assert reference.owner is not None
            name = reference.owner[1]
        found = list(view.all(kind, name, facet))
        if found:
            if not _ruby_before(view, reference, found[0]):
                yield from found
            return


def _ruby_before(view: View, reference: Reference, found: Found) -> bool:
    """Whether what a Ruby file declares comes before a definition in Puppet code.

    Resource types of Ruby come before defines, data types before aliases, functions of version 4 before those of
    the same module.
    """
    match reference.kind:
        case "function":
            return view.ruby.function_before(reference.name, found.path) is not None
        case "resource_type":
            return _has_ruby_type(view, reference.name)
        case "type":
            ruby = view.ruby.data_type_path(reference.name)
            return ruby is not None or (found.definition.kind == "define" and _has_ruby_type(view, reference.name))
        case "attribute" if reference.owner is not None and reference.owner[0] == "resource_type":
            return _has_ruby_type(view, reference.owner[1])
        case _:
            return False


def _has_ruby_type(view: View, name: str) -> bool:
    return view.ruby.type_path(name) is not None


def _kinds(reference: Reference) -> tuple[DefinitionKind, ...]:
    match reference.kind:
        case "class":
            return ("class",)
        case "resource_type":
            return ("define",)
        case "type":
            return ("type", "define")
        case "function":
            return ("function", "plan")
        case "attribute":
            return ("class",) if reference.owner and reference.owner[0] == "class" else ("define",)
        case _:
            return ()


def resources_of(view: View, reference: Reference) -> Iterator[tuple[Resource, str]]:
    """The declarations that `File['/x']` means: those of the same file where there are any, else all."""
    if reference.owner is None:
        return
    type_name = reference.owner[1]
    summary = view.document.summary if view.document is not None else None
    own = [
        resource
        for resource in (summary.resources if summary is not None else ())
        if (resource.type, resource.title) == (type_name, reference.name)
    ]
    if own:
        yield from ((resource, view.path) for resource in own)
    else:
        yield from view.resources(type_name, reference.name)


def bindings_of(view: View, subject: Subject, path: tuple[Step, ...]) -> tuple[Binding, ...]:
    return bindings(view, path, subject.variable) if subject.variable is not None else ()

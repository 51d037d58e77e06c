"""Go to definition.

Works on classes, defines, functions, type aliases, resources (`File['/x']` goes to its declaration),
attributes (to the parameter), variables (in strings and heredocs too), and on a definition's own name. What
Puppet brings along has no place to go to; functions, types and attributes in Ruby go to where they are declared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..model import builtin
from ..model.item_facts import Reference
from ..model.ruby_names import DataTypeFile, FunctionFile, TypeFile
from ..model.snapshot import Snapshot
from ..model.summary import Facet
from ..model.view import View
from .target import Subject, bindings_of, definitions_of, resources_of, subject_at


class Target(NamedTuple):
    """`span` is the whole definition, `name_span` its name, `origin` what was clicked in the asking file."""

    path: str
    span: Span
    name_span: Span
    origin: Span


def definition(snapshot: Snapshot, path: str, offset: int) -> tuple[Target, ...]:
    """Where what stands at a byte offset is defined; several where it is bound or declared several times."""
    view = View(snapshot, path)
    found = subject_at(view, offset)
    if found is None:
        return ()
    subject, around = found
    if subject.variable is not None:
        found_at = bindings_of(view, subject, around)
        return tuple(Target(b.path, b.span, b.name_span, subject.origin) for b in found_at)
    if subject.definition is not None:
        own = subject.definition
        if subject.parameter is not None:
            bound = own.place.parameters[subject.parameter]
            return (Target(own.path, bound.span, bound.name_span, subject.origin),)
        return (Target(own.path, own.place.span, own.place.name_span, subject.origin),)
    return tuple(_of_reference(view, subject))


def _of_reference(view: View, subject: Subject) -> Iterator[Target]:
    reference, origin = subject.reference, subject.origin
    if reference is None:
        return
    if reference.kind == "resource":
        for resource, path in resources_of(view, reference):
            yield Target(path, resource.span, resource.title_span, origin)
        return
    for found in definitions_of(view, reference, Facet.SIGNATURE):
        place = found.place
        if reference.kind == "attribute":
            bound = place.parameters.get(reference.name)
            if bound is not None:
                yield Target(found.path, bound.span, bound.name_span, origin)
        else:
            yield Target(found.path, place.span, place.name_span, origin)
        return
    ruby = _in_ruby(view, reference)
    if ruby is not None:
        path, span, name_span = ruby
        yield Target(path, span, name_span, origin)


_NOWHERE = Span(0, 0)


def _in_ruby(view: View, reference: Reference) -> tuple[str, Span, Span] | None:
    """The Ruby file with the declaration and the name in it; its beginning where neither can be read."""
    found: FunctionFile | TypeFile | DataTypeFile | None = None
    match reference.kind:
        case "function" if not builtin.is_function(reference.name):
            found = view.ruby.function(reference.name)
        case "resource_type":
            found = view.ruby.type(reference.name)
        case "type":
            found = view.ruby.data_type(reference.name) or view.ruby.type(reference.name)
        case "attribute" if reference.owner is not None and reference.owner[0] == "resource_type":
            attribute = view.ruby.attribute(reference.owner[1], reference.name)
            return None if attribute is None else (attribute[0], attribute[1].span, attribute[1].name_span)
    if found is None:
        return None
    declared = found.declared
    return (found.path, _NOWHERE, _NOWHERE) if declared is None else (found.path, declared.span, declared.name_span)

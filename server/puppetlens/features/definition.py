"""Go to definition: from a name in code, templates and data to where what it means is defined.

Works on classes, defines, functions, type aliases, resources (`File['/x']` goes to its declaration),
attributes (to the parameter), keys of Hiera (to the data, and from there to the parameter; keys below to the members of
its type), modules, variables (in strings and heredocs too), files that modules serve or make templates of (to their
beginning), and on a definition's own name. What Puppet brings along has no place to go to; functions, types and
attributes in Ruby go to where they are declared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..data.node import step
from ..model import builtin
from ..model.data_document import data_kind
from ..model.entity import Entity
from ..model.ruby_names import DataTypeFile, FunctionFile, TypeFile
from ..model.snapshot import Found, Snapshot
from ..model.summary import Facet, Key
from ..model.variables import bindings, bindings_of
from ..model.view import View
from .completion.typed_data import member_at
from .data_key_text import data_key_at
from .target import Subject, definitions_of, resources_of, subject_at


class Target(NamedTuple):
    """`span` is the whole definition, `name_span` its name, `origin` what was clicked in the asking file."""

    path: str
    span: Span
    name_span: Span
    origin: Span


def definition(snapshot: Snapshot, path: str, offset: int) -> tuple[Target, ...]:
    """Where what stands at a byte offset is defined; several where it is bound or declared several times."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    return tuple(_member(view, offset) if subject is None else targets_of(view, subject))


def declaration(snapshot: Snapshot, path: str, offset: int) -> tuple[Target, ...]:
    """The same without the data that set a parameter."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    return tuple(_member(view, offset)) if subject is None else declarations(view, subject)


def declarations(view: View, subject: Subject) -> tuple[Target, ...]:
    """Where what is meant is declared: of a parameter that data sets too, not the data."""
    found = tuple(targets_of(view, subject))
    if subject.entity.space == "parameter":
        return tuple(target for target in found if data_kind(target.path) is None)
    return found


def targets_of(view: View, subject: Subject) -> Iterator[Target]:
    """Where what is meant is defined."""
    if subject.variable is not None:
        found = bindings(view, subject.variable)
        yield from (Target(each.path, each.span, each.name_span, subject.origin) for each in found)
    elif subject.definition is not None:
        yield from _places(subject.definition, subject.entity, subject.origin)
    else:
        yield from _of_reference(view, subject)


def _of_reference(view: View, subject: Subject) -> Iterator[Target]:
    entity, origin = subject.entity, subject.origin
    if subject.reference is not None and subject.reference.kind in ("key", "key_pattern"):
        yield from _keys(view, subject)
    if entity.space == "resource":
        for resource, path in resources_of(view, entity):
            yield Target(path, resource.span, resource.title_span, origin)
        return
    if entity.space in ("module_file", "module"):
        file = view.module_file(entity.name) if entity.space == "module_file" else view.module_start(entity.name)
        if file is not None:
            yield Target(file, _NOWHERE, _NOWHERE, origin)
        return
    if entity.space == "variable":
        for bound in bindings_of(view, entity):
            yield Target(bound.path, bound.span, bound.name_span, origin)
        return
    if entity.space == "parameter" and entity.owner is not None and entity.owner.space == "file":
        yield from _of_template(view, entity.owner.name, entity.name, origin)
        return
    for found in definitions_of(view, entity, Facet.SIGNATURE):
        yield from _places(found, entity, origin)
        return
    ruby = _in_ruby(view, entity)
    if ruby is not None:
        path, span, name_span = ruby
        yield Target(path, span, name_span, origin)


def _member(view: View, offset: int) -> Iterator[Target]:
    """Of a key below others in data, where the type of a parameter declares it."""
    key = data_key_at(view, offset)
    member = member_at(key.place, key.name) if key is not None and key.place.owner == "hiera" else None
    if key is not None and member is not None and member.key is not None and member.key.path:
        span = Span(member.key.start, member.key.start + len(member.key.text.encode()))
        whole = Span(span.start, member.type.start + len(member.type.text.encode()))
        yield Target(member.key.path, whole, span, key.span)


def _of_template(view: View, path: str, name: str, origin: Span) -> Iterator[Target]:
    """A parameter in the header of an EPP template."""
    document = view.snapshot.document(path)
    top = document.scopes.scopes[0] if document is not None else None
    for bound in top.names.get(name, ())[:1] if top is not None and name in top.parameters else ():
        yield Target(path, bound.span, bound.name_span, origin)


def _keys(view: View, subject: Subject) -> Iterator[Target]:
    """Where data sets a key, asked from elsewhere: from such a place itself, what it sets is meant."""
    reference = subject.reference
    assert reference is not None
    names = [reference.name] if reference.kind == "key" else view.keys_like(reference.name)
    found = [each for name in names for each in view.keys(name)]
    own = any(path == view.path and key.name_span == subject.origin for key, path in found)
    if own and subject.entity.space != "key":
        return
    for key, path in found:
        span, name_span = (key.span, key.name_span) if own else _part(view, path, key, reference.written)
        yield Target(path, span, name_span, subject.origin)


def _part(view: View, path: str, key: Key, written: str) -> tuple[Span, Span]:
    """The part of a key's value that `a.b.0` means, as far as it is there."""
    from ..hiera.keys import split_key  # a server starts without Hiera

    data, span, name_span = view.snapshot.data(path), key.span, key.name_span
    entry = step(data.root, key.name) if data is not None and data.root is not None else None
    for segment in (split_key(written) or ())[1:]:
        entry = step(entry[1], segment) if entry is not None else None
        if entry is None or entry[0].start < key.name_span.start:  # an alias stands for what is elsewhere
            break
        name_span, span = Span(entry[0].start, entry[0].end), Span(entry[0].start, max(entry[0].end, entry[1].end))
    return span, name_span


def _places(found: Found, entity: Entity, origin: Span) -> Iterator[Target]:
    """A definition, or its parameter that is meant."""
    if entity.space != "parameter":
        yield Target(found.path, found.place.span, found.place.name_span, origin)
    elif (bound := found.place.parameters.get(entity.name)) is not None:
        yield Target(found.path, bound.span, bound.name_span, origin)


_NOWHERE = Span(0, 0)


def _in_ruby(view: View, entity: Entity) -> tuple[str, Span, Span] | None:
    """The Ruby file with the declaration and the name in it; its beginning where neither can be read."""
    found: FunctionFile | TypeFile | DataTypeFile | None = None
    match entity.space:
        case "ruby_function" if not builtin.is_function(entity.name):
            found = view.ruby.function(entity.name)
        case "resource_type":
            found = view.ruby.type(entity.name)
        case "data_type":
            found = view.ruby.data_type(entity.name)
        case "parameter" if entity.owner is not None and entity.owner.space == "resource_type":
            attribute = view.ruby.attribute(entity.owner.name, entity.name)
            return None if attribute is None else (attribute[0], attribute[1].span, attribute[1].name_span)
    if found is None:
        return None
    declared = found.declared
    return (found.path, _NOWHERE, _NOWHERE) if declared is None else (found.path, declared.span, declared.name_span)

"""Go to type definition: from a value to what says of which type it is.

Of a variable or parameter that is the type alias (or the class in Ruby) that its type names, of a reference the class,
define or type of resources; of a resource what it is one of; of a call what the function returns. Types of Puppet's own
have no place to go to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..model.entity import Entity
from ..model.inference import declared_type, return_type_of, subject_type_of, variable_type_of
from ..model.snapshot import Snapshot
from ..model.summary import Facet
from ..model.view import View
from ..project.autoload import normalise
from .definition import Target, declarations
from .key_text import key_at
from .target import Subject, definitions_of, subject_at

if TYPE_CHECKING:
    from ..types import Type


def type_definition(snapshot: Snapshot, path: str, offset: int) -> tuple[Target, ...]:
    """The definitions of the type of what stands at a byte offset, the outer ones first."""
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    if subject is not None:
        entities = dict.fromkeys(_entities(view, subject))
        return tuple(target for entity in entities for target in declarations(view, Subject(subject.origin, entity)))
    key = key_at(view, offset) if view.document is not None else None
    type_ = None if key is None else subject_type_of(view, key.place, key.path)
    if key is None or type_ is None:
        return ()
    entities = dict.fromkeys(_named(view, type_))
    return tuple(target for entity in entities for target in declarations(view, Subject(key.span, entity)))


def _entities(view: View, subject: Subject) -> Iterator[Entity]:
    entity = subject.entity
    if subject.variable is not None:
        yield from _named(view, variable_type_of(view, subject.variable))
    elif entity.space == "parameter":
        for found in definitions_of(view, entity, Facet.SIGNATURE):
            parameter = found.definition.parameter(entity.name)
            yield from _named(view, declared_type(view, parameter.type) if parameter is not None else None)
            break
    elif entity.space == "resource":
        yield view.entity(Entity("resource_type", entity.name.partition("[")[0]))
    elif entity.space in ("function", "ruby_function"):
        yield from _named(view, return_type_of(view, entity.name))
    elif subject.definition is None and entity.space in ("class", "define", "type", "resource_type", "data_type"):
        yield entity


def _named(view: View, type_: Type | None) -> Iterator[Entity]:
    """What a type names that is defined somewhere; not what stands in an alias."""
    if type_ is None:
        return
    from ..types import AliasType, ResourceType, TypeReferenceType
    from ..types.references import ClassType

    if isinstance(type_, AliasType):
        yield Entity("type", normalise(type_.name))
    elif isinstance(type_, TypeReferenceType):
        yield view.entity(Entity("type", normalise(type_.type_string.partition("[")[0])))
    elif isinstance(type_, ResourceType) and type_.type_name is not None:
        yield view.entity(Entity("resource_type", normalise(type_.type_name)))
    elif isinstance(type_, ClassType) and type_.class_name is not None:
        yield Entity("class", type_.class_name)
    else:
        for part in type_.parts():
            yield from _named(view, part)

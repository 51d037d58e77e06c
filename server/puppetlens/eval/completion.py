"""What is left when nothing is left to evaluate: relationships, overrides, checks, metaparameters."""

from __future__ import annotations

from collections import deque

from ..base.errors import Fault, Location, PuppetError
from ..catalog.resource import RELATIONSHIPS, Parameter
from ..library import resources as resource_types
from ..types.references import ClassType, ResourceType
from ..types.ruby_text import inspect, to_s
from ..types.values import Sensitive, Unknown, Value, unknown_in
from . import overrides
from .attribute_names import refuse_attributes
from .collectors import Collector, Realization
from .declared import Declared, flat
from .draft import Draft, Override
from .parameters import check_again


def complete(draft: Draft) -> None:
    """Finish the catalog, in Puppet's order."""
    for source, target, parameter, location in draft.relationships:
        for each_source in leftmost(source):
            for each_target in found(target):
                relate(draft, each_source, each_target, parameter, location, stands_in(source))
    for resource in list(draft.declared):
        for override in draft.waiting_overrides.pop(resource.reference, []):
            overrides.merge(draft, resource, override)
        finish(resource)
    inherit_metaparameters(draft)
    check_waiting(draft)
    check_relationship_targets(draft)


# Relationships -----------------------------------------------------------------------------------------------


def leftmost(value: Value) -> tuple[Value, ...]:
    """A source; for a collector that found nothing what stands left of it."""
    if isinstance(value, Collector) and stands_in(value):
        return tuple(part for each in value.alternative for part in leftmost(each))
    return found(value)


def found(value: Value) -> tuple[Value, ...]:
    if isinstance(value, Collector):
        known = tuple(ResourceType(each.type_name, each.title) for each in value.collected.values())
        doubtful = unknown_in(*value.doubtful.values())
        return known if doubtful is None else (*known, doubtful)
    return (value,)


def stands_in(value: Value) -> bool:
    """Whether what stands left of a source is taken for it."""
    return isinstance(value, Collector) and not value.collected and not value.doubtful


def relate(draft: Draft, source: Value, target: Value, parameter: str, location: Location, in_place: bool) -> None:
    """Messages show a source that is `in_place` of a collector as the type it is."""
    if isinstance(source, Unknown):
        return
    resource = draft.resource_of(source)
    if isinstance(target, Unknown):
        if resource is not None:
            point_at(resource, parameter, target, location)
        return
    if is_lost(draft, source) or is_lost(draft, target):
        missing, other, way = (source, target, "on") if is_lost(draft, source) else (target, source, "from")
        if isinstance(missing, ResourceType) and missing.title is None:
            message = f'No title provided and "{missing.type_name}[]" is not a valid resource reference'
            raise PuppetError(message, None, Location(), location)
        text = str(missing) if in_place and missing is source else missing.reference
        raise PuppetError(
            f"Could not find resource '{text}' for relationship {way} '{other.reference}'",
            None,
            Location(),
            location,
            (Fault.undeclared(missing.reference),),
        )
    if resource is not None:
        point_at(resource, parameter, target.reference.removeprefix("::"), location)


def is_lost(draft: Draft, reference: Value) -> bool:
    """Whether there is no such resource, nor can a hole have declared it."""
    if draft.resource_of(reference) is not None:
        return False
    text = reference.reference if isinstance(reference, (ResourceType, ClassType)) else to_s(reference)
    return not draft.run.may_hide(text.partition("[")[0].removeprefix("::"))


def point_at(resource: Declared, parameter: str, target: Value, location: Location) -> None:
    """Add a target to `before` or `notify`: one that a hole may declare is as sure as the catalog itself."""
    known = resource.get(parameter)
    values = known if isinstance(known, tuple) else () if known is None else (known,)
    owner = resource.parameters[parameter].owner if parameter in resource.parameters else resource.owner
    resource.set(Parameter(parameter, (*values, target), location, "relationship", owner=owner))


def check_relationship_targets(draft: Draft) -> None:
    """`require => File['x']` must name a resource of the catalog."""
    for resource in draft.declared:
        if resource.virtual:
            continue
        for parameter in resource.relations():
            check_targets(draft, parameter)


def check_targets(draft: Draft, parameter: Parameter) -> None:
    nowhere = parameter.source in ("parameter default", "call")
    place = Location() if nowhere else parameter.location._replace(column=None)
    for target in flat(parameter.value):
        if target is None or isinstance(target, Unknown):
            continue
        text = target.reference if isinstance(target, (ResourceType, ClassType)) else to_s(target)
        if "[" not in text or not text.endswith("]"):
            message = f"No title provided and {inspect(text)} is not a valid resource reference"
            raise PuppetError(message, None, place, parameter.location)
        if is_lost(draft, text):
            message = f"Could not find resource '{text}' in parameter '{parameter.name}'"
            raise PuppetError(message, None, place, parameter.location, (Fault.undeclared(text),))


# Resources ---------------------------------------------------------------------------------------------------


def finish(resource: Declared) -> None:
    """Tags, Sensitive values bare, unknown attributes."""
    if resource.finished:
        return
    resource.finished = True
    resource.add_scope_tags()
    for name, parameter in resource.parameters.items():
        if type(parameter.value) is Sensitive:
            resource.sensitive.setdefault(name)
            value = parameter.value.value
            resource.parameters[name] = Parameter(
                name, value, parameter.location, parameter.source, False, parameter.owner, parameter.merged
            )
    refuse_attributes(resource)
    if resource.class_like is not None:
        try:
            check_again(resource, resource.class_like)
        except PuppetError as error:
            error.location = error.location or Location()
            raise


def check_waiting(draft: Draft) -> None:
    """Overrides and `realize` of what does not exist are errors, unless a hole may declare it."""
    missing = [(name, override) for name, waiting in draft.waiting_overrides.items() for override in waiting]
    doubt_renamed(draft, [each for each in missing if not is_lost(draft, each[0])])
    missing = [each for each in missing if is_lost(draft, each[0])]
    if missing:
        message = f"Could not find resource(s) {', '.join(name for name, _ in missing)} for overriding"
        raise PuppetError(message, None, Location(), missing[0][1].location)
    lost = [
        reference.reference if isinstance(reference, (ResourceType, ClassType)) else str(reference)
        for collector in draft.collectors
        if isinstance(collector, Realization)
        for reference in collector.waiting
        if is_lost(draft, reference)
    ]
    if lost:
        raise PuppetError(f"Failed to realize virtual resources {', '.join(lost)}", None, Location())


def doubt_renamed(draft: Draft, missing: list[tuple[str, Override]]) -> None:
    """An override of what is not found may mean a resource that goes by a name that is not known."""
    for name, override in missing:
        type_name = name.partition("[")[0]
        for resource in draft.declared:
            if resource.unknown_names is None or resource.type_name != type_name:
                continue
            for parameter in override.parameters:
                value = unknown_in(resource.unknown_names, parameter.value)
                place, owner = parameter.location, parameter.owner
                doubted = Parameter(parameter.name, value, place, "override", owner=owner)
                overrides.doubt(draft, resource, doubted, False)


def inherit_metaparameters(draft: Draft) -> None:
    """Walk containment from `Class[main]`: metaparameters but relationships, and tags, go down."""
    contained: dict[Declared, list[Declared]] = {}
    for source, target in draft.edges:
        contained.setdefault(source, []).append(target)
    names = [name for name in resource_types.METAPARAMETERS if name not in RELATIONSHIPS]
    data: dict[Declared, dict[str, Parameter]] = {}
    waiting = deque([draft.main])
    seen: set[Declared] = set()
    while waiting:
        source = waiting.popleft()
        if source in seen:
            continue
        seen.add(source)
        for target in contained.get(source, ()):
            given = data.get(source) or own_metaparameters(source, names)
            if given:
                data.setdefault(source, given)
                for name, parameter in given.items():
                    if target.get(name) is None:
                        target.set(
                            Parameter(name, parameter.value, parameter.location, "inherited", owner=target.owner)
                        )
                data[target] = {**given, **own_metaparameters(target, names)}
            target.tags.update(source.tags)
            waiting.append(target)


def own_metaparameters(resource: Declared, names: list[str]) -> dict[str, Parameter]:
    return {name: p for name in names if (p := resource.parameters.get(name)) is not None and p.value is not None}

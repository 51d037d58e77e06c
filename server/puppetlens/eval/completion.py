"""What is left when nothing is left to evaluate: relationships, overrides, checks, metaparameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..base.errors import Location, PuppetError
from ..catalog.resource import RELATIONSHIPS, Parameter, Resource
from ..library import resources as resource_types
from ..types import compare
from ..types.references import ClassType, ResourceType
from ..types.values import Sensitive, Value
from .collectors import Collector
from .definitions import ClassLike

if TYPE_CHECKING:
    from .compiler import Compiler


def complete(compiler: Compiler) -> None:
    """Finish the catalog, in Puppet's order."""
    check_references_of_queues(compiler)
    evaluate_relationships(compiler)
    for resource in compiler.catalog.resources:
        for parameters, _, where in compiler.overrides.pop(
            compiler.reference_of(resource.type_name, resource.title), []
        ):
            merge_override(compiler, resource, parameters, where)
        finish(compiler, resource)
    inherit_metaparameters(compiler)
    check_relationship_targets(compiler)


def check_references_of_queues(compiler: Compiler) -> None:
    """Overrides and `realize` of what does not exist are errors, unless a hole may declare it."""
    if compiler.hole_unknown() is not None:
        return
    missing = [key for key in compiler.overrides if key not in compiler.by_reference]
    if missing:
        _, _, where = compiler.overrides[missing[0]][0]
        names = ", ".join(missing)
        raise PuppetError(f"Evaluation Error: Could not find resource(s) {names} for overriding", None, where)
    lost = [reference for reference, _ in compiler.realized if reference not in compiler.by_reference]
    if lost:
        raise PuppetError(f"Failed to realize virtual resources {', '.join(dict.fromkeys(lost))}", None, Location())


# Relationships -----------------------------------------------------------------------------------------------


def evaluate_relationships(compiler: Compiler) -> None:
    for source, target, parameter, location in compiler.relationships:
        for source_reference in references(compiler, leftmost(source)):
            for target_reference in references(compiler, target):
                relate(compiler, source_reference, target_reference, parameter, location)


def leftmost(value: Value) -> Value:
    """A source; for a collector that found nothing what stands left of it."""
    if isinstance(value, tuple):
        return tuple(leftmost(element) for element in value)
    if isinstance(value, Collector) and not value.collected:
        return leftmost(value.alternative)
    return value


def references(compiler: Compiler, value: Value) -> Iterator[str]:
    """The references an operand stands for; an Unknown stands for none that is known."""
    if isinstance(value, tuple):
        for element in value:
            yield from references(compiler, element)
    elif isinstance(value, Collector):
        yield from value.collected
    elif isinstance(value, ResourceType):
        yield compiler.reference_of(value.type_name or "", value.title or "")
    elif isinstance(value, ClassType):
        yield value.reference


def relate(compiler: Compiler, source: str, target: str, parameter: str, location: Location) -> None:
    hole = compiler.hole_unknown() is not None
    resource = compiler.by_reference.get(source)
    if resource is None:
        if hole:
            return
        raise PuppetError(f"Could not find resource '{source}' for relationship on '{target}'", None, Location())
    if target not in compiler.by_reference:
        if hole:
            return
        raise PuppetError(f"Could not find resource '{target}' for relationship from '{source}'", None, Location())
    known = resource.get(parameter)
    values = known if isinstance(known, tuple) else () if known is None else (known,)
    resource.set(Parameter(parameter, (*values, target), location, "relationship"))


def check_relationship_targets(compiler: Compiler) -> None:
    """`require => File['x']` must name a resource of the catalog."""
    if compiler.hole_unknown() is not None:
        return
    for resource in compiler.catalog.resources:
        if resource.virtual:
            continue
        for name in RELATIONSHIPS:
            parameter = resource.parameters.get(name)
            if parameter is None:
                continue
            for reference in references(compiler, parameter.value):
                if reference not in compiler.by_reference:
                    raise PuppetError(
                        f"Could not find resource '{reference}' in parameter '{name}'",
                        None,
                        resource.location,
                    )


# Overrides and checks ----------------------------------------------------------------------------------------


def merge_override(compiler: Compiler, resource: Resource, parameters: list[Parameter], where: Location) -> None:
    """Set parameters: new ones always, set ones only from a class that inherits from the one that set them."""
    defaults = compiler.scope_of[resource].lookup_defaults(resource.type_name)
    for parameter in parameters:
        current = resource.parameters.get(parameter.name)
        by_collector = parameter.source == "collector"
        if current is not None and not by_collector and not may_override(parameter.owner, current):
            default = defaults.get(parameter.name)
            if default is None or compare.equals(default.value, current.value) is not True:
                place = current.location
                at = f" at (file: {place.file}, line: {place.line})" if place.file else ""
                by = owner_text(current.owner)
                message = (
                    f"Parameter '{parameter.name}' is already set on {resource.reference}{by}{at}; cannot redefine"
                )
                raise PuppetError(message, None, Location(parameter.location.file, parameter.location.line))
        if parameter.add and current is not None:
            value = (*flat(current.value), *flat(parameter.value))
            parameter = Parameter(parameter.name, value, parameter.location, parameter.source, False, parameter.owner)
        resource.set(parameter)


def owner_text(owner: object) -> str:
    return f" by Class[{owner.name.capitalize()}]" if isinstance(owner, ClassLike) and owner.name else ""


def may_override(owner: object, current: Parameter) -> bool:
    return isinstance(owner, ClassLike) and owner.child_of(current.owner)


def flat(value: Value) -> tuple[Value, ...]:
    if isinstance(value, tuple):
        return tuple(part for element in value for part in flat(element))
    return (value,)


def finish(compiler: Compiler, resource: Resource) -> None:
    """Tags, defaults of the defining scope, Sensitive values bare, unknown attributes."""
    if resource not in compiler.evaluated and resource.reference != "Stage[main]":
        compiler.add_scope_tags(resource)
    native = resource_types.find(resource.type_name.lower())
    for name, parameter in list(resource.parameters.items()):
        if isinstance(parameter.value, Sensitive):
            resource.sensitive.add(name)
            parameter = Parameter(name, parameter.value.value, parameter.location, parameter.source)
            resource.parameters[name] = parameter
        if name in RELATIONSHIPS and isinstance(parameter.value, tuple):
            kept = tuple(element for element in flat(parameter.value) if element is not None)
            resource.parameters[name] = Parameter(name, kept, parameter.location, parameter.source)
        known = native is None or native.has_attribute(name) or resource_types.is_metaparameter(name)
        if not known and resource.type_name not in ("Class", "Node"):
            raise PuppetError(f"no parameter named '{name}' on {resource.reference}", None,
                              Location(resource.location.file, resource.location.line))  # fmt: skip


def inherit_metaparameters(compiler: Compiler) -> None:
    """Walk containment from `Class[main]`: metaparameters but relationships, and tags, go down."""
    contained: dict[Resource, list[Resource]] = {}
    for source, target in compiler.catalog.edges:
        contained.setdefault(source, []).append(target)
    names = [name for name in resource_types.METAPARAMETERS if name not in RELATIONSHIPS]
    inherited: dict[Resource, dict[str, Parameter]] = {}
    stack = [compiler.by_reference["Class[main]"]]
    seen: set[tuple[Resource, Resource]] = set()
    while stack:
        source = stack.pop()
        own = {n: p for n in names if (p := source.parameters.get(n)) is not None and p.value is not None}
        given = {**inherited.get(source, {}), **own}
        for target in contained.get(source, ()):
            if (source, target) in seen:
                continue
            seen.add((source, target))
            for name, parameter in given.items():
                if target.get(name) is None:
                    target.parameters[name] = parameter
            inherited[target] = {**inherited.get(target, {}), **given}
            target.tags.update(source.tags)
            stack.append(target)

"""Overrides: who may set a parameter that is set already."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import Location, PuppetError
from ..catalog.resource import Parameter
from ..types.references import ResourceType
from ..types.values import Value, identity, unknown_in
from .declared import Declared, flat
from .definitions import ClassLike
from .draft import Draft, Override
from .origin import place_text


def add_override(
    draft: Draft, reference: ResourceType, parameters: Sequence[Parameter], owner: ClassLike | None, where: Location
) -> None:
    """Override a resource now, or when it is there."""
    override = Override(parameters, owner, where)
    resource = draft.resource_of(reference)
    names = [parameter.name for parameter in parameters]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        message = f"Duplicate parameter '{twice}' for on {reference.reference}"
        raise PuppetError(message, None, where._replace(column=None))
    if resource is not None:
        merge(draft, resource, override)
    else:
        draft.waiting_overrides.setdefault(reference.reference, []).append(override)


def merge(draft: Draft, resource: Declared, override: Override) -> None:
    """Apply an override, or raise Puppet's error (with file and line, without column)."""
    place = override.location._replace(column=None)
    if override.owner is not resource.owner and not child_of(draft, override.owner, resource.owner):
        raise PuppetError("Only subclasses can override parameters", None, place, override.location)
    if resource.evaluated:
        defined = place_text(resource.location._replace(column=None))
        at = f", defined at {defined}," if defined else ""
        message = f"Attempt to override an already evaluated resource{at} with new values"
        if draft.run.language.strict == "error":
            raise PuppetError(message, None, place, override.location)
        if draft.run.language.strict == "warning":
            tail = place_text(place)
            draft.run.warn(f"{message} {tail}" if tail else message, Location())
    for parameter in override.parameters:
        override_parameter(draft, resource, parameter)


def override_parameter(draft: Draft, resource: Declared, parameter: Parameter) -> None:
    current = resource.parameters.get(parameter.name)
    if parameter.name in resource.doubted:
        return
    if current is None:
        resource.set(parameter)
        return
    if is_default(resource, parameter):
        return
    same = parameter.owner is current.owner and is_default(resource, current)
    if not same and not child_of(draft, parameter.owner, current.owner):
        where = place_text(current.location._replace(column=None))
        at = f" at {where}" if where else ""
        by = f" by {owner_text(current.owner)}" if current.owner is not None else ""
        message = f"Parameter '{parameter.name}' is already set on {resource.reference}{by}{at}; cannot redefine"
        raise PuppetError(message, None, parameter.location._replace(column=None), parameter.location)
    if parameter.add:
        values = (*flat(current.value), *flat(parameter.value))
        value = unknown_in(*values) or values
        parameter = Parameter(parameter.name, value, parameter.location, parameter.source, False, parameter.owner)
    resource.set(parameter)


def doubt(draft: Draft, resource: Declared, parameter: Parameter, replaces: bool) -> None:
    """An attribute may have been set, to a value that is not known, by code that may replace any or by its class."""
    current = resource.parameters.get(parameter.name)
    if current is None or replaces or is_default(resource, current) or child_of(draft, parameter.owner, current.owner):
        resource.doubted |= {parameter.name}
        resource.set(parameter)


def is_default(resource: Declared, parameter: Parameter) -> bool:
    """Whether some scope around the resource has just this value as its default."""
    scope = resource.scope.body
    while True:
        default = scope.defaults.get(resource.type_name, {}).get(parameter.name)
        if default is not None and same_value(default.value, parameter.value):
            return True
        if scope.parent is None:
            return False
        scope = scope.parent.body


def same_value(one: Value, other: Value) -> bool:
    return identity(one) == identity(other)


def child_of(draft: Draft, class_: ClassLike | None, other: ClassLike | None) -> bool:
    """Whether a class inherits, directly or not, from the other; collectors may override anything."""
    while class_ is not None:
        if class_ in draft.overriding:
            return True
        if class_.parent_name is None:
            return False
        class_ = draft.loader.find_class(class_.parent_name, class_.origin.namespace)
        if class_ is other:
            return True
    return False


def owner_text(owner: ClassLike) -> str:
    """Puppet prints the Ruby object here; a name says more."""
    name = "::".join(segment.capitalize() for segment in owner.name.split("::")) or "main"
    return f"{owner.kind.capitalize()}[{name}]"

"""Overrides: who may set a parameter that is set already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ..base.errors import Location, PuppetError
from ..catalog.resource import Parameter
from ..types.values import Value, identity
from .declared import Declared, flat
from .definitions import ClassLike
from .origin import place_text

if TYPE_CHECKING:
    from .compiler import Compiler


class Override(msgspec.Struct, frozen=True):
    """Parameters for a resource, the class whose code sets them, and where."""

    parameters: Sequence[Parameter]
    owner: ClassLike | None
    location: Location


def merge(compiler: Compiler, resource: Declared, override: Override) -> None:
    """Apply an override, or raise Puppet's error (with file and line, without column)."""
    place = override.location._replace(column=None)
    if override.owner is not resource.owner and not child_of(compiler, override.owner, resource.owner):
        raise PuppetError("Only subclasses can override parameters", None, place, override.location)
    if resource.evaluated:
        defined = place_text(resource.location._replace(column=None))
        at = f", defined at {defined}," if defined else ""
        message = f"Attempt to override an already evaluated resource{at} with new values"
        if compiler.settings.strict == "error":
            raise PuppetError(message, None, place, override.location)
        if compiler.settings.strict == "warning":
            tail = place_text(place)
            compiler.warn(f"{message} {tail}" if tail else message, Location())
    for parameter in override.parameters:
        override_parameter(compiler, resource, parameter)


def override_parameter(compiler: Compiler, resource: Declared, parameter: Parameter) -> None:
    current = resource.parameters.get(parameter.name)
    if current is None:
        resource.set(parameter)
        return
    if is_default(resource, parameter):
        return
    same = parameter.owner is current.owner and is_default(resource, current)
    if not same and not child_of(compiler, parameter.owner, current.owner):
        where = place_text(current.location._replace(column=None))
        at = f" at {where}" if where else ""
        by = f" by {owner_text(current.owner)}" if current.owner is not None else ""
        message = f"Parameter '{parameter.name}' is already set on {resource.reference}{by}{at}; cannot redefine"
        raise PuppetError(message, None, parameter.location._replace(column=None), parameter.location)
    if parameter.add:
        value = (*flat(current.value), *flat(parameter.value))
        parameter = Parameter(parameter.name, value, parameter.location, parameter.source, False, parameter.owner)
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


def child_of(compiler: Compiler, class_: ClassLike | None, other: ClassLike | None) -> bool:
    """Whether a class inherits, directly or not, from the other; collectors may override anything."""
    while class_ is not None:
        if class_ in compiler.overriding:
            return True
        if class_.parent_name is None:
            return False
        class_ = compiler.loader.find_class(class_.parent_name, class_.origin.namespace)
        if class_ is other:
            return True
    return False


def owner_text(owner: ClassLike) -> str:
    """Puppet prints the Ruby object here; a name says more."""
    name = "::".join(segment.capitalize() for segment in owner.name.split("::")) or "main"
    return f"{owner.kind.capitalize()}[{name}]"

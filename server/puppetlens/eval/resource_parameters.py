"""`File['/x'][mode]`: the parameters of resources, read by code."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..library import resources as resource_types
from ..library.resources import NativeType
from ..syntax import ast
from ..types.references import ClassType, GivenClass, ResourceType, capitalize_segments, catalog_keys
from ..types.to_string import to_string
from ..types.values import Value
from .declared import Declared
from .definitions import ClassLike
from .origin import Origin
from .scope import Scope


def resource_parameter(
    reference: ResourceType | ClassType,
    keys: tuple[Value, ...],
    scope: Scope,
    origin: Origin,
    node: ast.AccessExpression,
) -> Value:
    """The values that the resource has by now, or the defaults of its scope; one for one key, else an array."""
    resource = scope.draft.resource_of(reference)
    if isinstance(reference, ClassType):
        name = reference.class_name or ""
        shown = f"Class['{capitalize_segments(name) if isinstance(reference, GivenClass) else name}']"
    else:
        shown = f"{reference.type_name}['{reference.title}']"
    if resource is None:
        hole = scope.run.hole_unknown("class" if isinstance(reference, ClassType) else reference.type_name or "")
        if hole is not None:
            return hole
        message = f"Resource not found: {shown}"
        raise origin.placed(PuppetError(message, "UNKNOWN_RESOURCE"), node, node.left_expr)
    values: list[Value] = []
    for name in map(to_string, catalog_keys(list(keys))):
        if not has_parameter(resource, name):
            message = f"The resource {shown} does not have a parameter called '{name}'"
            raise origin.placed(PuppetError(message, "UNKNOWN_RESOURCE_PARAMETER"), node, node.left_expr)
        value = resource.get(name)
        if value is None:
            default = resource.scope.lookup_defaults(resource.type_name).get(name)
            value = default.value if default is not None else None
        values.append(value)
    if len(keys) > 1 or isinstance(keys[0], tuple):
        return tuple(values)
    return values[0] if values else None


def has_parameter(resource: Declared, name: str) -> bool:
    if name in resource.parameters or resource_types.is_metaparameter(name):
        return True
    definition = resource.definition
    if isinstance(definition, ClassLike):
        return name == "name" or any(parameter.name == name for parameter in definition.parameters)
    return not isinstance(definition, NativeType) or definition.has_attribute(name)

"""The catalog as the document that an agent gets (`rich_data_json`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..types.binary import Binary
from ..types.builtin_objects import Deferred
from ..types.collections import ArrayType, HashType
from ..types.iterables import WrapperType
from ..types.numbers import INF, FloatType, IntegerType
from ..types.references import ClassType, ResourceType
from ..types.strings import EnumType
from ..types.tuples import TupleType
from ..types.type import ANY, Type
from ..types.values import DEFAULT, Hash, Regexp, Sensitive, Unknown, Value
from ..types.variants import VariantType
from .resource import Resource


@dataclass
class Catalog:
    """A finished catalog: resources in catalog order, containment edges, classes in order of evaluation."""

    name: str
    environment: str
    resources: list[Resource] = field(default_factory=list)
    edges: list[tuple[Resource, Resource]] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)
    tags: dict[str, None] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """Virtual resources, and edges that touch one, are left out."""
        return {
            "tags": list(self.tags),
            "name": self.name,
            "environment": self.environment,
            "resources": [resource_data(resource) for resource in self.resources if not resource.virtual],
            "edges": [
                {"source": source.reference, "target": target.reference}
                for source, target in self.edges
                if not source.virtual and not target.virtual
            ],
            "classes": list(self.classes),
        }


def shown_title(resource: Resource) -> str:
    return resource.reference[len(resource.type_name) + 1 : -1]


def resource_data(resource: Resource) -> dict[str, Any]:
    data: dict[str, Any] = {
        "type": resource.type_name,
        "title": shown_title(resource),
        "tags": list(resource.tags),
    }
    if resource.location.file is not None:
        data["file"] = resource.location.file
    if resource.location.line is not None:
        data["line"] = resource.location.line
    data["exported"] = resource.exported
    data["kind"] = resource.kind
    parameters = {
        name: rich_data(parameter.value)
        for name, parameter in resource.parameters.items()
        if parameter.value is not None
    }
    if parameters:
        data["parameters"] = parameters
    if resource.sensitive:
        data["sensitive_parameters"] = sorted(resource.sensitive)
    return data


def rich_data(value: Value) -> Any:
    """A value as Puppet serialises it."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, tuple):
        return [rich_data(element) for element in value]
    if isinstance(value, Hash):
        return hash_data(value.pairs())
    if isinstance(value, ResourceType) and value.title is not None:
        return value.reference
    if isinstance(value, ClassType) and value.class_name is not None:
        return value.reference
    if isinstance(value, Sensitive):
        return {"__ptype": "Sensitive", "__pvalue": rich_data(value.value)}
    if isinstance(value, Unknown):
        return {"__ptype": "Unknown", "reason": "; ".join(reason.reason for reason in value.reasons)}
    if value is DEFAULT:
        return {"__ptype": "Default"}
    if isinstance(value, Regexp):
        return {"__ptype": "Regexp", "__pvalue": value.source}
    if isinstance(value, Binary):
        return {"__ptype": "Binary", "__pvalue": str(value)}
    if isinstance(value, Deferred):
        return {"__ptype": "Deferred", "name": value.name, "arguments": rich_data(value.arguments)}
    if isinstance(value, Type):
        return type_data(value)
    return str(value)


def type_data(type_: Type) -> dict[str, Any]:
    """A data type as Puppet's Pcore writes it: its kind, and its parameters by name."""
    data: dict[str, Any] = {"__ptype": f"Pcore::{type_.name}Type"}
    if isinstance(type_, (IntegerType, FloatType)):
        bounds = (("from", type_.low), ("to", type_.high))
        data.update({name: bound for name, bound in bounds if abs(bound) != INF})
    elif isinstance(type_, WrapperType):
        if type_.type is not None and type_.type is not ANY:
            data["type"] = type_data(type_.type)
    elif isinstance(type_, ArrayType) and type_.element_type is not ANY:
        data["element_type"] = type_data(type_.element_type)
    elif isinstance(type_, HashType) and type_.value_type is not ANY:
        data.update({"key_type": type_data(type_.key_type), "value_type": type_data(type_.value_type)})
    elif isinstance(type_, EnumType):
        data["values"] = list(type_.values)
    elif isinstance(type_, (VariantType, TupleType)):
        data["types"] = [type_data(each) for each in type_.types]
    return data


def hash_data(pairs: Iterable[tuple[Value, Value]]) -> Any:
    entries = list(pairs)
    if all(isinstance(key, str) and key not in ("__ptype", "__pvalue") for key, _ in entries):
        return {key: rich_data(value) for key, value in entries}
    flat = [rich_data(part) for entry in entries for part in entry]
    return {"__ptype": "Hash", "__pvalue": flat}

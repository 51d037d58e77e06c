"""The catalog as the document that an agent gets (`rich_data_json`)."""

from __future__ import annotations

from typing import Any

import msgspec

from ..base.errors import PuppetError
from .resource import Resource
from .rich_data import rich_data


class Catalog(msgspec.Struct):
    """A finished catalog: resources in catalog order, containment edges, classes in order of evaluation."""

    name: str
    environment: str
    resources: list[Resource] = msgspec.field(default_factory=list)
    edges: list[tuple[Resource, Resource]] = msgspec.field(default_factory=list)
    classes: list[str] = msgspec.field(default_factory=list)
    tags: dict[str, None] = msgspec.field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """Virtual resources, and edges that touch one, are left out. A value without data form is Puppet's error."""
        return {
            "tags": list(self.tags),
            "name": self.name,
            "catalog_format": 2,
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
    try:
        # `aB` is a parameter of a class or a define, and `ab` what an agent gets.
        parameters = {
            name.lower(): value if type(value := parameter.value) is str else rich_data(value)
            for name, parameter in resource.parameters.items()
            if parameter.value is not None
        }
    except PuppetError as error:
        error.location = resource.location._replace(column=None)
        raise
    if parameters:
        data["parameters"] = parameters
    if resource.sensitive:
        data["sensitive_parameters"] = list(resource.sensitive)
    return data

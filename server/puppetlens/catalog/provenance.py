"""Where a catalog's resources were declared, and where and by what each of their parameters was set.

It stands beside the document, which is what an agent gets and says only the file and line of each resource.
"""

from __future__ import annotations

from typing import Any

from ..base.errors import Location
from .document import Catalog
from .resource import Inclusion, Parameter, Resource


def provenance(catalog: Catalog) -> dict[str, dict[str, Any]]:
    """Resource (`File[/x]`) -> `{"file", "line", "column", "parameters": {name: origin}}`, for those of the document.

    A class, and a resource of a define, has `defined`, too: the place where that is. A class has `included`: `{"how", "by", "file",
    "line", "column"}` of each thing that wants it (`resource.Inclusion`), the one that had it evaluated first.

    An origin is `{"source", "file", "line", "column"}` and says by `source` what set the value (`resource.Source`).
    That of Hiera's data has the `key`, and in `merged` further places where the value was merged from several. What is not known is left out: a
    node classifier has no place, and data without positions no column.
    """
    return {resource.reference: _of(resource) for resource in catalog.resources if not resource.virtual}


def _of(resource: Resource) -> dict[str, Any]:
    parameters = {
        name.lower(): _origin(resource, parameter)
        for name, parameter in resource.parameters.items()
        if parameter.value is not None
    }
    found = {**_place(resource.location), "parameters": parameters}
    if resource.defined is not None:
        found["defined"] = _place(resource.defined)
    if resource.inclusions:
        found["included"] = [_inclusion(each) for each in resource.inclusions]
    return found


def _inclusion(inclusion: Inclusion) -> dict[str, Any]:
    by = {} if inclusion.by is None else {"by": inclusion.by}
    return {"how": inclusion.how, **by, **_place(inclusion.location)}


def _origin(resource: Resource, parameter: Parameter) -> dict[str, Any]:
    source = "code" if parameter.source in ("splat", "call") else parameter.source
    origin: dict[str, Any] = {"source": source, **_place(parameter.location)}
    if parameter.source == "hiera":
        origin["key"] = f"{resource.title.lower()}::{parameter.name}"
    if parameter.merged:
        origin["merged"] = [_place(where) for where in parameter.merged]
    return origin


def _place(where: Location) -> dict[str, Any]:
    place = where._asdict()
    return {name: value for name, value in place.items() if value is not None} if None in where else place

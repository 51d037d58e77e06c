"""A catalog as an editor's preview shows it: what contains what, values and where they come from in words, relations, holes.

The shape is meant to be sent often: files and resources are referred to by their number, a place is `[file, line, column]`
(or shorter: what is not known is left out at its end). Nothing of it needs to know Puppet: docs/protocol.md describes it for clients.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from .explanation_text import origin_text
from .graph import Edge, Graph, Kind, Node
from .graph_order import Order, chain_names, circles, order
from .incomplete import Incomplete, group_lines, incompleteness, summary
from .relations import orderings
from .text import parameter_texts, resource_names, shown_logs, unknown_reasons

Data = Mapping[str, Any]


def overview(answer: Data, root: str) -> dict[str, Any]:
    """Of the answer of a preview that has a catalog and its provenance. Words name files from the folder `root`."""
    catalog = answer["catalog"]
    files = _Files()
    names = resource_names(catalog)
    numbers = {name: number for number, name in reversed(list(enumerate(names)))}
    containers = {edge["target"]: edge["source"] for edge in reversed(catalog["edges"])}
    resources = []
    for name, resource in zip(names, catalog["resources"], strict=True):
        found = _resource(resource, answer["provenance"].get(name, {}), files, root)
        found["container"] = numbers.get(containers.get(name, ""))
        resources.append(found)
    relations = [
        [numbers[each.first], numbers[each.then], each.refreshes, numbers[each.said_by], each.parameter]
        for each in orderings(catalog)
        if each.first in numbers and each.then in numbers
    ]
    incomplete = incompleteness(answer)
    found = {"resources": resources, "relations": relations, "files": files.named}
    return {
        **found,
        "classes": sum(1 for resource in catalog["resources"] if resource["type"] == "Class"),
        "circles": [[numbers[each] for each in chain_names(chain)] for chain in circles(_graph(found))],
        "summary": None if incomplete is None else summary(incomplete),
        "holes": [] if incomplete is None else _holes(incomplete, files, root),
        "logs": [_log(log, files) for log in shown_logs(answer["logs"])],
    }


def written(found: Data) -> str:
    """An overview in JSON."""
    try:
        return msgspec.json.encode(found).decode()
    except (UnicodeEncodeError, OverflowError):  # half of a character, a number of more than 64 bits
        return json.dumps(found)


def ordered(found: Data) -> Order:
    """What comes before what, of an overview."""
    return order(_graph(found))


def _graph(found: Data) -> Graph:
    resources, files = found["resources"], found["files"]
    names = [f"{resource['type']}[{resource['title']}]" for resource in resources]
    nodes = [Node(name, "resource", None, {}) for name in names]
    inside = [
        Edge(names[resource["container"]], name, "contains", {})
        for name, resource in zip(names, resources, strict=True)
        if resource["container"] is not None
    ]
    relations = []
    for first, then, refreshes, saying, parameter in found["relations"]:
        said = next((each for each in resources[saying]["parameters"] if each["name"] == parameter), None)
        kind: Kind = "notifies" if refreshes else "before"
        relations.append(Edge(names[first], names[then], kind, _origin(said and said["place"], files)))
    return Graph(tuple(nodes), (*inside, *relations))


def _origin(place: list[int] | None, files: list[str]) -> Data:
    """A place as provenance has it."""
    if place is None:
        return {}
    return {"file": files[place[0]], **dict(zip(("line", "column"), place[1:], strict=False))}


class _Files:
    """Gives files their number."""

    def __init__(self) -> None:
        self.named: list[str] = []
        self._numbers: dict[str, int] = {}

    def place(self, where: Data) -> list[int] | None:
        file = where.get("file")
        if not file:
            return None
        number = self._numbers.get(file)
        if number is None:
            number = self._numbers[file] = len(self.named)
            self.named.append(file)
        line, column = where.get("line"), where.get("column")
        return [number, line, column] if line and column else [number, line] if line else [number]

    def places(self, all_of_them: Iterable[Data]) -> list[list[int]]:
        return [place for each in all_of_them if (place := self.place(each)) is not None]


def _resource(resource: Data, origin: Data, files: _Files, root: str) -> dict[str, Any]:
    values: Data = resource.get("parameters") or {}
    origins: Data = origin.get("parameters", {})
    parameters = []
    for name, text in parameter_texts(resource).items():
        by: Data = origins.get(name, {})
        parameter: dict[str, Any] = {"name": name, "text": text, "by": origin_text(by, root), "place": files.place(by)}
        if by.get("merged"):
            parameter["merged"] = files.places(by["merged"])
        if unknown_reasons(values[name]):
            parameter["unknown"] = True
        parameters.append(parameter)
    found = {
        "type": resource["type"],
        "title": resource["title"],
        "place": files.place(origin or resource),
        "parameters": parameters,
    }
    if origin.get("defined"):
        found["defined"] = files.place(origin["defined"])
    if resource.get("exported"):
        found["exported"] = True
    if origin.get("included"):
        found["included"] = [
            {"how": each["how"], "by": each.get("by"), "place": files.place(each)} for each in origin["included"]
        ]
    return found


def _holes(found: Incomplete, files: _Files, root: str) -> list[dict[str, Any]]:
    """A reason each, in the words of `incomplete_lines`; `values` are `File[/x]/content`."""
    return [
        {"text": line, "places": files.places(group.places), "values": list(group.values), "missing": missing}
        for missing, groups in ((True, found.missing), (False, found.unknown))
        for group, line in zip(groups, group_lines(groups, root, missing=missing), strict=True)
    ]


def _log(log: list[Any], files: _Files) -> dict[str, Any]:
    data: Data = log[2] if len(log) > 2 else {}
    told = {"level": log[0], "text": log[1], "place": files.place(data)}
    return {**told, "hint": data["hint"]} if data.get("hint") else told

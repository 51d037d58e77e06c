"""The graph of a catalog: what contains what, what is applied before what, and what includes what.

Of the relations those that the catalog has: what an agent adds by itself (a file after the folder that it is in) is not
known before it runs. All of it is read from the answer of a preview with its provenance (`workers.jobs.preview`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from .relations import orderings
from .text import resource_name

Data = Mapping[str, Any]

#: `contains` and `includes` lead from the container and from what includes; `before` and `notifies` from what is applied first.
Kind = Literal["contains", "before", "notifies", "includes"]


class Edge(NamedTuple):
    """`origin` is where a relation was set, as `provenance` has it, or the place that includes."""

    source: str
    target: str
    kind: Kind
    origin: Data


class Node(NamedTuple):
    """A resource, what contains it, and where it was declared. All but classes and defines are of the kind `resource`."""

    name: str
    kind: Literal["class", "define", "resource"]
    container: str | None
    place: Data


class Graph(NamedTuple):
    """Nodes are in the catalog's order. All ends of edges are nodes."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def as_data(self) -> dict[str, Any]:
        """For programs: `{"nodes": [{"name", "kind", "container", "place"}], "edges": [{"source", "target", "kind",
        "origin"}]}`."""
        return {
            "nodes": [node._asdict() for node in self.nodes],
            "edges": [edge._asdict() for edge in self.edges],
        }


def graph(answer: Data) -> Graph:
    """Of the answer of a preview that has a catalog and its provenance."""
    catalog, provenance = answer["catalog"], answer["provenance"]
    container = {edge["target"]: edge["source"] for edge in reversed(catalog["edges"])}
    nodes = {
        name: Node(name, _kind(resource), container.get(name), _place(provenance.get(name, {})))
        for resource in catalog["resources"]
        for name in (resource_name(resource),)
    }
    edges = [Edge(edge["source"], edge["target"], "contains", {}) for edge in catalog["edges"]]
    edges += _relations(catalog, provenance)
    edges += _inclusions(provenance)
    first: dict[tuple[str, str, str], Edge] = {}
    for edge in edges:
        if edge.source in nodes and edge.target in nodes:
            first.setdefault(edge[:3], edge)
    return Graph(tuple(nodes.values()), tuple(first.values()))


def _kind(resource: Data) -> Literal["class", "define", "resource"]:
    if resource["type"] == "Class":
        return "class"
    return "define" if resource["kind"] == "defined_type" else "resource"


def _place(where: Data) -> dict[str, Any]:
    """The file, line and column of what `provenance` has."""
    return {key: value for key, value in where.items() if key in ("file", "line", "column")}


def _relations(catalog: Data, provenance: Data) -> Iterator[Edge]:
    for each in orderings(catalog):
        origin = provenance.get(each.said_by, {}).get("parameters", {}).get(each.parameter, {})
        yield Edge(each.first, each.then, "notifies" if each.refreshes else "before", origin)


def _inclusions(provenance: Data) -> Iterator[Edge]:
    for name, where in provenance.items():
        for each in where.get("included", ()):
            if each.get("by"):
                yield Edge(each["by"], name, "includes", _place(each))

"""A catalog's graph as a person wants to see it: each class is one node, with all that it declares, until it is opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from .graph import Edge, Graph, Kind, Node

#: Where all is that is in no other stage.
_MAIN = "Stage[main]"


class Shown(NamedTuple):
    """`inside` is how many resources a closed node stands for, beside itself; `around` is the opened node that it is in."""

    name: str
    kind: str
    inside: int
    is_open: bool
    around: str | None


class Collapsed(NamedTuple):
    """`counts` are of the edges: how many of the catalog each stands for. `stands_for` says which node shows a resource."""

    nodes: tuple[Shown, ...]
    edges: tuple[Edge, ...]
    counts: tuple[int, ...]
    stands_for: Mapping[str, str]

    def pair(self, source: str, target: str) -> tuple[str, str]:
        """The nodes that show two resources."""
        return self.stands_for.get(source, source), self.stands_for.get(target, target)


def collapsed(found: Graph, opened: Collection[str] | None, kinds: Collection[Kind]) -> Collapsed:
    """With the content of the classes and defines `opened` (None: of all), and edges of these kinds.

    What an opened node contains stands inside of it; so such an edge is not drawn. That the stage main has what no other
    has is plain.
    """
    nodes = {node.name: node for node in found.nodes}
    contains = {node.container for node in found.nodes if node.container is not None}
    related = {end for edge in found.edges if edge.kind in ("before", "notifies") for end in edge[:2]}

    def is_open(name: str) -> bool:
        return name in contains and (opened is None or name in opened)

    places = {name: _place(nodes, name, is_open) for name in nodes if not name.startswith("Stage[") or name in related}
    around = dict(places.values())
    sizes = Counter(name for name, _ in places.values())
    counts: Counter[tuple[str, str, Kind]] = Counter()
    first: dict[tuple[str, str, Kind], Edge] = {}
    for edge in found.edges:
        if edge.kind not in kinds or edge.source not in places or edge.target not in places:
            continue
        source, target = places[edge.source][0], places[edge.target][0]
        if source == target or (edge.kind == "contains" and source in (around[target], _MAIN)):
            continue
        counts[source, target, edge.kind] += 1
        first.setdefault((source, target, edge.kind), edge._replace(source=source, target=target))
    return Collapsed(
        tuple(Shown(name, nodes[name].kind, sizes[name] - 1, is_open(name), around[name]) for name in around),
        tuple(first.values()),
        tuple(counts.values()),
        {name: shown for name, (shown, _) in places.items()},
    )


def _place(nodes: Mapping[str, Node], name: str, is_open: Callable[[str], bool]) -> tuple[str, str | None]:
    """The node that shows a resource, and the opened one around that."""
    chain = [name]
    while nodes[chain[-1]].kind != "class" and (container := nodes[chain[-1]].container) in nodes:
        chain.append(str(container))
    shown = len(chain) - 1
    while shown and is_open(chain[shown]):
        shown -= 1
    return chain[shown], chain[shown + 1] if shown + 1 < len(chain) else None

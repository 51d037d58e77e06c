"""What the edges of a catalog's graph say about order: why one resource is applied before another, and circles.

As an agent does it, a container begins before all that it contains, and is done after all of it; so each resource has two
points here, its begin and its end, and a relation leads from an end to a begin.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from .graph import Edge, Graph
from .incomplete import place_text

Data = Mapping[str, Any]
#: A resource, and whether its end is meant.
_Point = tuple[str, bool]

#: From how many points a shortest circle is sought.
_TRIES = 400


class Step(NamedTuple):
    """One reason of a chain: `source` is before `target`, or in it, or contains it. `origin` is where a relation was set."""

    source: str
    target: str
    kind: Literal["before", "notifies", "is in", "contains"]
    origin: Data


class Order(NamedTuple):
    """What follows each point, and why (None where a point is the begin and the next the end of one resource)."""

    after: Mapping[_Point, Mapping[_Point, Step | None]]


def order(found: Graph) -> Order:
    """From all relations, and what contains what."""
    after: dict[_Point, dict[_Point, Step | None]] = {}
    for node in found.nodes:
        after[node.name, False] = {(node.name, True): None}
        after[node.name, True] = {}
    for edge in found.edges:
        for one, then, step in _steps(edge):
            after[one].setdefault(then, step)
    return Order(after)


def _steps(edge: Edge) -> Iterator[tuple[_Point, _Point, Step]]:
    source, target, kind, origin = edge
    if kind == "contains":
        yield (source, False), (target, False), Step(source, target, "contains", origin)
        yield (target, True), (source, True), Step(target, source, "is in", origin)
    elif kind != "includes":
        yield (source, True), (target, False), Step(source, target, kind, origin)


def why_before(known: Order, first: str, then: str) -> tuple[Step, ...] | None:
    """The shortest chain of reasons why one resource is applied before another; None where it need not be."""
    if first == then:
        return None
    return _shortest(known, (first, True), (then, False), lambda point: True)


def circles(whole: Graph) -> list[tuple[Step, ...]]:
    """A shortest one of each knot of resources that wait for each other: an agent refuses such a catalog."""
    known, found = order(_bound(whole)), []
    for knot in _knots(known):
        inside = knot.__contains__
        tries = [point for point in known.after if point in knot][:_TRIES]
        chains = [_shortest(known, point, point, inside) for point in tries]
        found.append(min((chain for chain in chains if chain is not None), key=len))
    return found


def _bound(whole: Graph) -> Graph:
    """Without what contains nothing and is in no relation: it is in no circle, and so it is with most resources."""
    bound = {each.source for each in whole.edges}.union(each.target for each in whole.edges if each.kind != "contains")
    nodes = tuple(each for each in whole.nodes if each.name in bound)
    names = {each.name for each in nodes}
    return Graph(nodes, tuple(each for each in whole.edges if each.source in names and each.target in names))


def chain_names(chain: Iterable[Step]) -> list[str]:
    """The resources along a chain, the first to the last."""
    steps = list(chain)
    return [*(step.source for step in steps), steps[-1].target] if steps else []


def chain_lines(chain: Iterable[Step], root: str) -> Iterator[str]:
    """A line a reason; files below the folder `root` are named from there."""
    verbs = {"before": "is before", "notifies": "is before and refreshes"}
    for step in chain:
        where = f"  # {place_text(step.origin, root)}" if step.origin.get("file") else ""
        yield f"  {step.source} {verbs.get(step.kind, step.kind)} {step.target}{where}"


def _shortest(known: Order, start: _Point, end: _Point, inside: Callable[[_Point], bool]) -> tuple[Step, ...] | None:
    """Breadth first; `start` may be `end`, where a circle is meant."""
    came: dict[_Point, _Point] = {}
    waiting = deque([start])
    while waiting:
        point = waiting.popleft()
        for following in known.after[point]:
            if following in came or not inside(following):
                continue
            came[following] = point
            if following == end:
                return tuple(_walked(known, came, start, end))
            waiting.append(following)
    return None


def _walked(known: Order, came: Mapping[_Point, _Point], start: _Point, end: _Point) -> list[Step]:
    steps: list[Step] = []
    point = end
    while True:
        before = came[point]
        step = known.after[before][point]
        if step is not None:
            steps.append(step)
        point = before
        if point == start:
            return steps[::-1]


def _knots(known: Order) -> Iterator[frozenset[_Point]]:
    """The strongly connected components of more than one point (Tarjan's algorithm, without recursion)."""
    number: dict[_Point, int] = {}
    low: dict[_Point, int] = {}
    stack: dict[_Point, None] = {}
    for root in known.after:
        if root in number:
            continue
        ahead: list[tuple[_Point, Iterator[_Point]]] = [(root, iter(known.after[root]))]
        number[root] = low[root] = len(number)
        stack[root] = None
        while ahead:
            point, rest = ahead[-1]
            following = next(rest, None)
            if following is None:
                ahead.pop()
                if ahead:
                    low[ahead[-1][0]] = min(low[ahead[-1][0]], low[point])
                if low[point] == number[point]:
                    knot = _popped(stack, point)
                    if len(knot) > 1:
                        yield knot
            elif following not in number:
                number[following] = low[following] = len(number)
                stack[following] = None
                ahead.append((following, iter(known.after[following])))
            elif following in stack:
                low[point] = min(low[point], number[following])


def _popped(stack: dict[_Point, None], last: _Point) -> frozenset[_Point]:
    popped = set()
    while True:
        point, _ = stack.popitem()
        popped.add(point)
        if point == last:
            return frozenset(popped)

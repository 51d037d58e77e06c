"""Two catalogs as documents beside each other, resource by resource: ours and the one of real Puppet."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from .text import value_text

Data = Mapping[str, Any]

#: What the server alone knows, and what says nothing of the program.
_LEFT_OUT = "Class[Settings]"
_ABSENT = object()


class Facet(NamedTuple):
    """One thing in which a resource differs: a parameter's name, or `tags` and so on in brackets."""

    what: str
    here: str
    there: str


class Comparison(NamedTuple):
    """Names are `Type[title]`, edges `A -> B`. `unknown` counts the values that are not known here, and not compared."""

    equal: int
    missing: tuple[str, ...]
    superfluous: tuple[str, ...]
    different: tuple[tuple[str, tuple[Facet, ...]], ...]
    missing_edges: tuple[str, ...]
    superfluous_edges: tuple[str, ...]
    unknown: int

    @property
    def same(self) -> bool:
        return not any(self[1:6])


def compared(ours: Data, theirs: Data) -> Comparison:
    here, there = _resources(ours), _resources(theirs)
    both = [name for name in here if name in there]
    found = [(name, tuple(_facets(here[name], there[name]))) for name in both]
    our_edges, their_edges = _edges(ours), _edges(theirs)
    return Comparison(
        sum(not facets for _, facets in found),
        tuple(name for name in there if name not in here),
        tuple(name for name in here if name not in there),
        tuple((name, facets) for name, facets in found if facets),
        tuple(edge for edge in their_edges if edge not in our_edges),
        tuple(edge for edge in our_edges if edge not in their_edges),
        sum(_has_unknown(value) for name in both for value in (here[name].get("parameters") or {}).values()),
    )


def comparison_lines(found: Comparison, whose: str, root: str) -> Iterator[str]:
    """For people: `-` what only the other one has, `+` what is only here, `~` what differs; and a summary."""
    yield from (f"- {name}" for name in found.missing)
    yield from (f"+ {name}" for name in found.superfluous)
    for name, facets in found.different:
        yield f"~ {name}"
        for what, here, there in facets:
            yield f"    {what}: here {here.replace(f'{root}/', '')}, {whose} {there.replace(f'{root}/', '')}"
    yield from (f"- edge {edge}" for edge in found.missing_edges)
    yield from (f"+ edge {edge}" for edge in found.superfluous_edges)
    counts = [f"{found.equal} resources are as {whose} has them", f"{len(found.different)} differ"]
    counts += [f"{len(found.missing)} are missing here", f"{len(found.superfluous)} are only here"]
    edges = len(found.missing_edges) + len(found.superfluous_edges)
    counts += [f"{edges} edges differ"] if edges else []
    counts += [f"{found.unknown} values are unknown here and were not compared"] if found.unknown else []
    yield ", ".join(counts)


def comparison_data(found: Comparison) -> dict[str, Any]:
    different = [
        {"resource": name, "facets": [facet._asdict() for facet in facets]} for name, facets in found.different
    ]
    return {**found._asdict(), "different": different}


def _resources(catalog: Data) -> dict[str, Data]:
    found = {f"{each['type']}[{each['title']}]": each for each in catalog["resources"]}
    found.pop(_LEFT_OUT, None)
    return found


def _edges(catalog: Data) -> dict[str, None]:
    edges = sorted((edge["source"], edge["target"]) for edge in catalog["edges"])
    return {f"{source} -> {target}": None for source, target in edges if _LEFT_OUT not in (source, target)}


def _facets(ours: Data, theirs: Data) -> Iterator[Facet]:
    here, there = ours.get("parameters") or {}, theirs.get("parameters") or {}
    for name in [*there, *(name for name in here if name not in there)]:
        mine, real = here.get(name, _ABSENT), there.get(name, _ABSENT)
        if not _has_unknown(mine) and _plain(mine) != _plain(real):
            yield Facet(name, _text(mine), _text(real))
    for what, get in _OTHERS.items():
        if get(ours) != get(theirs):
            yield Facet(f"[{what}]", str(get(ours)), str(get(theirs)))


_OTHERS: dict[str, Callable[[Data], object]] = {
    "tags": lambda resource: ", ".join(sorted(resource["tags"])),
    "sensitive": lambda resource: ", ".join(sorted(resource.get("sensitive_parameters") or ())),
    "exported": lambda resource: bool(resource.get("exported")),
    "place": lambda resource: f"{resource.get('file')}:{resource.get('line')}",
}


def _has_unknown(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_has_unknown, value))
    if not isinstance(value, dict):
        return False
    return value.get("__ptype") == "Unknown" or any(map(_has_unknown, value.values()))


def _plain(value: Any) -> str:
    """Apart what Python takes for equal: 1, 1.0 and true."""
    return "" if value is _ABSENT else json.dumps(value, sort_keys=True)


def _text(value: Any) -> str:
    return "nothing" if value is _ABSENT else value_text(value)

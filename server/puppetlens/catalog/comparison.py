"""Our catalog beside that of real Puppet, in words: `difference` with Puppet's as the side before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .difference import OF_A_COMPILER, Difference, Facet, Side, difference

Data = Mapping[str, Any]


def compared(ours: Data, theirs: Data, root: str = "") -> Difference:
    """Both without secrets already; the order of resources and edges does not count, where they were declared does."""
    return difference(Side(theirs, theirs, root), Side(ours, ours, root), OF_A_COMPILER)


def comparison_lines(found: Difference, whose: str, root: str) -> Iterator[str]:
    """For people: `-` what only the other one has, `+` what is only here, `~` what differs; and a summary."""
    yield from (f"- {each.name}" for each in found.removed)
    yield from (f"+ {each.name}" for each in found.added)
    for each in found.changed:
        yield f"~ {each.name}"
        for facet in each.facets:
            here, there = (_text(value).replace(f"{root}/", "") for value in (facet.after, facet.before))
            yield f"    {facet.what}: here {here}, {whose} {there}"
    yield from (f"- edge {edge}" for edge in found.removed_edges)
    yield from (f"+ edge {edge}" for edge in found.added_edges)
    counts = [f"{found.equal} resources are as {whose} has them", f"{len(found.changed)} differ"]
    counts += [f"{len(found.removed)} are missing here", f"{len(found.added)} are only here"]
    edges = len(found.removed_edges) + len(found.added_edges)
    counts += [f"{edges} edges differ"] if edges else []
    counts += [f"{found.unknown} values are unknown here and were not compared"] if found.unknown else []
    yield ", ".join(counts)


def comparison_data(found: Difference) -> dict[str, Any]:
    return {
        "equal": found.equal,
        "missing": [each.name for each in found.removed],
        "superfluous": [each.name for each in found.added],
        "different": [
            {"resource": each.name, "facets": [_facet_data(facet) for facet in each.facets]} for each in found.changed
        ],
        "missing_edges": list(found.removed_edges),
        "superfluous_edges": list(found.added_edges),
        "unknown": found.unknown,
    }


def _facet_data(facet: Facet) -> dict[str, str]:
    return {"what": facet.what, "here": _text(facet.after), "there": _text(facet.before)}


def _text(value: str | None) -> str:
    return "nothing" if value is None else value

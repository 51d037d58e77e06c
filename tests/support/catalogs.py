"""Two catalogs, as documents, beside each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Catalog = dict[str, Any]

#: What stands in every catalog and says nothing of the program.
_ALWAYS = "Class[Settings]"


def differences(ours: Catalog, theirs: Catalog) -> Iterator[str]:
    """A line for each thing that is not as Puppet has it."""
    here, there = _resources(ours), _resources(theirs)
    for name in there.keys() - here.keys():
        yield f"missing {name}"
    for name in here.keys() - there.keys():
        yield f"superfluous {name}"
    for name in here.keys() & there.keys():
        mine, real = _facets(here[name]), _facets(there[name])
        for facet in real:
            if plain(mine[facet]) != plain(real[facet]):
                yield f"{name} {facet}: {mine[facet]!r} is not {real[facet]!r}"
    if here.keys() == there.keys() and list(here) != list(there):
        yield f"order: {list(here)} is not {list(there)}"
    mine_edges, real_edges = _edges(ours), _edges(theirs)
    if mine_edges != real_edges:
        superfluous, missing = set(mine_edges) - set(real_edges), set(real_edges) - set(mine_edges)
        yield f"edges: missing {sorted(missing)}, superfluous {sorted(superfluous)}"
    if set(ours["classes"]) != set(theirs["classes"]):
        yield f"classes: {ours['classes']} are not {theirs['classes']}"


def plain(value: Any) -> str:
    """Apart what Python takes for equal: 1, 1.0 and true."""
    return json.dumps(value, sort_keys=True)


def _resources(catalog: Catalog) -> dict[str, Catalog]:
    found = {f"{each['type']}[{each['title']}]": each for each in catalog["resources"]}
    found.pop(_ALWAYS, None)
    return found


def _facets(resource: Catalog) -> Catalog:
    return {
        "parameters": resource.get("parameters") or {},
        "sensitive": sorted(resource.get("sensitive_parameters") or []),
        "tags": sorted(resource["tags"]),
        "exported": bool(resource.get("exported")),
        "place": [resource.get("file"), resource.get("line")],
    }


def _edges(catalog: Catalog) -> list[tuple[str, str]]:
    pairs = ((edge["source"], edge["target"]) for edge in catalog["edges"])
    return sorted(pair for pair in pairs if _ALWAYS not in pair)

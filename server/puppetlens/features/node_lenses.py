"""What the catalog of the active node has of the definitions of a file, above them (code lenses)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..base.span import Span
from ..model.snapshot import Snapshot
from .node_values import concerns, reference
from .observed import Observed

#: So many nodes have to be known that a number of them says something.
_FEWEST = 2


class NodeLens(NamedTuple):
    """What stands above the definition whose name (or beginning) is at `span`."""

    span: Span
    title: str


def class_lenses(
    snapshot: Snapshot, path: str, classes: Mapping[tuple[str, str], frozenset[str]]
) -> tuple[NodeLens, ...]:
    """How many nodes have each class of a file: of those whose catalogs were compiled, which has `classes` by the
    environment's folder and the node's name."""
    document, root = snapshot.document(path), snapshot.site_of(path).environment.root
    known = [of_node for (folder, _), of_node in classes.items() if folder == root]
    if document is None or len(known) < _FEWEST:
        return ()
    found = []
    for definition, place in zip(document.summary.definitions, document.summary.places, strict=True):
        if definition.kind == "class":
            count = sum(definition.name in of_node for of_node in known)
            found.append(NodeLens(place.name_span, f"on {count} of {len(known)} nodes"))
    return tuple(found)


def node_lenses(snapshot: Snapshot, path: str, observed: Observed) -> tuple[NodeLens, ...]:
    """What the node's catalog has of each class and define of a file, and which node definition it is."""
    document = snapshot.document(path)
    if document is None or observed.provenance is None or not concerns(snapshot, path, observed):
        return ()
    text, places, found = document.text, observed.places(path, document.text.data), []
    lines = [each["line"] for each in observed.provenance.values() if each.get("file") == path and each.get("line")]
    for definition, place in zip(document.summary.definitions, document.summary.places, strict=True):
        first, last = (text.puppet_position(at)[0] for at in (place.span.start, place.span.end))
        inside = sum(first <= line <= last for line in lines)
        count = f"{inside} resource{'' if inside == 1 else 's'}"
        if definition.kind == "class":
            is_there = reference("class", definition.name) in observed.provenance
            title = (
                f"in the catalog of {observed.node}: {count}" if is_there else f"not in the catalog of {observed.node}"
            )
            found.append(NodeLens(place.name_span, title))
        elif definition.kind == "define" and inside:
            found.append(NodeLens(place.name_span, f"in the catalog of {observed.node}: {count}"))
        elif definition.kind == "node" and any(place.span.start < at.start < place.span.end for at in places):
            found.append(NodeLens(place.name_span, f"catalog of {observed.node}: {observed.resources} resources"))
    return tuple(found)

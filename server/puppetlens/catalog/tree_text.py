"""A catalog for a person at a terminal: what contains what, with values, and where they come from unless that is plain to see.

A line is the parts of `Part`; who prints it chooses the colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from .explanation_text import origin_text
from .incomplete import place_text
from .text import is_unknown, parameter_texts, resource_names, unknown_reasons

Data = Mapping[str, Any]

#: Lines of a value that are shown.
_MOST_LINES = 6


class Part(NamedTuple):
    """A piece of a line, and what it is."""

    text: str
    kind: Literal["plain", "container", "resource", "parameter", "unknown", "note"] = "plain"


def tree_lines(answer: Data, root: str) -> Iterator[tuple[Part, ...]]:
    """Of the answer of a preview that has a catalog and its provenance; files below the folder `root` are named from there."""
    catalog, provenance = answer["catalog"], answer["provenance"]
    resources = dict(zip(resource_names(catalog), catalog["resources"], strict=True))
    inside: dict[str, list[str]] = {}
    contained = set()
    for edge in catalog["edges"]:
        if edge["target"] not in contained:
            contained.add(edge["target"])
            inside.setdefault(edge["source"], []).append(edge["target"])
    rest = [(name, 0) for name in reversed(resources) if name not in contained]
    while rest:
        name, depth = rest.pop()
        resource = resources.get(name)
        if resource is None:
            continue
        yield from _resource_lines(resource, name, provenance.get(name, {}), root, "  " * depth, name in inside)
        rest += [(each, depth + 1) for each in reversed(inside.get(name, ()))]


def _resource_lines(
    resource: Data, name: str, origin: Data, root: str, indent: str, contains: bool
) -> Iterator[tuple[Part, ...]]:
    where = place_text(origin, root) if origin.get("file") else ""
    shown = Part(f"{'@@' if resource.get('exported') else ''}{name}", "container" if contains else "resource")
    yield (Part(indent), shown, *([Part(f"  # {where}", "note")] if where else []))
    parameters: Data = resource.get("parameters") or {}
    width = max(map(len, parameters), default=0)
    for parameter, text in parameter_texts(resource).items():
        value = parameters[parameter]
        lines = text.split("\n")
        if len(lines) > _MOST_LINES:
            more = len(lines) - _MOST_LINES
            lines = [*lines[:_MOST_LINES], f"... {more} more line{'' if more == 1 else 's'}"]
        kind: Literal["plain", "unknown"] = "unknown" if is_unknown(value) or unknown_reasons(value) else "plain"
        by = _by(origin.get("parameters", {}).get(parameter, {}), root)
        note = [Part(f"  # {by}", "note")] if by else []
        head = (Part(f"{indent}    "), Part(f"{parameter:<{width}}", "parameter"), Part(" => "))
        yield (*head, Part(lines[0], kind), *(note if len(lines) == 1 else []))
        margin = Part(f"{indent}    {'':<{width}}    ")
        for number, line in enumerate(lines[1:], 2):
            yield (margin, Part(line, kind), *(note if number == len(lines) else []))


def _by(origin: Data, root: str) -> str:
    """Nothing where it stands in the declaration of the resource itself."""
    return "" if origin.get("source") == "code" else origin_text(origin, root)

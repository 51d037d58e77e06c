"""Why a resource is as it is, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..base.brief import visible
from .explanation import Explanation, Relation
from .incomplete import place_text

Data = Mapping[str, Any]

#: How many relations, and how many places that include a class, are told in words.
_MOST = 8
_SET_BY = {
    "default": "a default of the type",
    "override": "an override",
    "collector": "a collector",
    "parameter default": "the parameter's default",
    "relationship": "an arrow",
    "inherited": "what is around it",
    "classifier": "the node classifier",
    "exported": "the node that exports it",
}
_WANTED = {"include": "included by", "inherits": "inherited by", "declaration": "declared by"}


def explanation_lines(found: Explanation, root: str) -> Iterator[str]:
    """For people; files below the folder `root` are named from there."""
    return map(visible, _lines(found, root))


def _lines(found: Explanation, root: str) -> Iterator[str]:
    place = _at(found.place, root)
    yield f"{found.name}{f'  declared at {place}' if place else ''}"
    for step in found.containers:
        where = _at(step.place, root)
        yield f"  in {step.resource}{f'  # {where}' if where else ''}"
    yield from _wanted_lines(found, root)
    width = max((len(each.name) for each in found.settings), default=0)
    for setting in found.settings:
        first, *more = setting.value.split("\n")
        by = origin_text(setting.origin, root)
        yield f"  {setting.name:<{width}} => {first}{f'  # {by}' if by and not more else ''}"
        yield from (f"  {'':<{width}}    {line}" for line in more)
        if by and more:
            yield f"  {'':<{width}}    # {by}"
    yield from _relation_lines("after", found.after, root)
    yield from _relation_lines("before", found.before, root)


def origin_text(origin: Data, root: str) -> str:
    """`data/common.yaml:3, key ntp::servers, merged with data/os/Debian.yaml:7`; empty where nothing is known."""
    by, key, merged = _SET_BY.get(origin.get("source", "")), origin.get("key"), origin.get("merged")
    text = ", ".join(filter(None, (by, _at(origin, root), key and f"key {key}")))
    return f"{text}, merged with {', '.join(_at(each, root) for each in merged)}" if merged else text


def _wanted_lines(found: Explanation, root: str) -> Iterator[str]:
    """Of the innermost class all, of the others what had them evaluated."""
    for index, (class_name, by) in enumerate(found.wanted):
        most = _MOST if index == 0 else 1
        for each in by[:most]:
            who = f"{_WANTED[each['how']]} {each['by']}" if each.get("by") else "wanted by the node classifier"
            where = _at(each, root)
            yield f"  {class_name} is {who}{f'  # {where}' if where else ''}"
        if index == 0 and len(by) > most:
            yield f"  ... and {len(by) - most} more that want it"


def _relation_lines(when: str, relations: Sequence[Relation], root: str) -> Iterator[str]:
    for each in relations[:_MOST]:
        refreshes = (", which refreshes it" if when == "after" else ", which it refreshes") if each.refreshes else ""
        through = f" (as {each.through} is)" if each.through is not None else ""
        where = _at(each.origin, root)
        yield f"  {when} {each.resource}{refreshes}{through}{f'  # {where}' if where else ''}"
    if len(relations) > _MOST:
        yield f"  ... {when} {len(relations) - _MOST} more"


def _at(place: Data, root: str) -> str:
    return place_text(place, root) if place.get("file") else ""

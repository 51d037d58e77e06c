"""What is missing of a catalog, or not known in it, and behind which calls: told in one way by all faces.

A catalog is incomplete where something in it could not be known here (docs/unknown.md). What the evaluation went
past (a condition, a title, a class's name) may have declared more: that is *missing* behind a call. Where a value
alone is not known, the resource is there. Both are grouped by their reason, with the places where it began.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

#: How many places of a reason, how many reasons, and how many names of those that are alike but for a name.
_PLACES = 3
_REASONS = 12
_NAMES = 3
#: A name in quotes; an apostrophe is none.
_QUOTED = re.compile(r"(?<!\w)('[^']*')(?!\w)")


class Group(NamedTuple):
    """One reason. `places` are `{"file", "line", "column"}`; `values` are the parameters that it leaves unknown."""

    reason: str
    places: tuple[Mapping[str, Any], ...]
    values: tuple[str, ...]


class Incomplete(NamedTuple):
    """`resources` are those known, `partly` those of them with an unknown value."""

    resources: int
    partly: int
    missing: tuple[Group, ...]
    unknown: tuple[Group, ...]


def incompleteness(answer: Mapping[str, Any]) -> Incomplete | None:
    """Of the answer of a preview (`jobs.preview`); None where there is no catalog, or all of it is known."""
    catalog, unknown = answer["catalog"], answer["unknown"]
    if catalog is None or not unknown:
        return None
    values = {value for each in unknown for value in each["affects"]}
    return Incomplete(
        len(catalog["resources"]),
        len({value.rpartition("/")[0] for value in values}),
        _grouped(answer["holes"]),
        _grouped(each for each in unknown if each["affects"]),
    )


def _grouped(unknown: Iterable[Mapping[str, Any]]) -> tuple[Group, ...]:
    """By reason; the one with the most values, then with the most places, is first."""
    found: dict[str, Group] = {}
    for each in unknown:
        known = found.get(each["reason"], Group(each["reason"], (), ()))
        place = {name: each.get(name) for name in ("file", "line", "column")}
        places = known.places if place in known.places else (*known.places, place)
        found[each["reason"]] = Group(each["reason"], places, (*known.values, *each.get("affects", ())))
    return tuple(sorted(found.values(), key=lambda group: (-len(group.values), -len(group.places))))


def summary(found: Incomplete) -> str:
    """`4 resources are known, 2 of them with unknown values, and others may be missing`."""
    parts = [f"{_counted(found.resources, 'resource')} {'is' if found.resources == 1 else 'are'} known"]
    if found.partly:
        parts.append(f"{found.partly} of them with unknown values")
    return ", ".join(parts) + (", and others may be missing" if found.missing else "")


def missing_reasons(found: Incomplete) -> tuple[str, ...]:
    """Why others may be missing, each reason once, without what differs between nodes that are so for the same reasons."""
    return tuple(sorted({group.reason for group in found.missing}))


def reasons_text(given: Iterable[str]) -> str:
    """Those that are alike but for a name as one, and the first dozen."""
    reasons = sorted(_alike(given))
    more = len(reasons) - _REASONS
    return "; ".join(reasons[:_REASONS]) + (f"; and {_counted(more, 'more reason')}" if more > 0 else "")


def _alike(reasons: Iterable[str]) -> Iterator[str]:
    """One for those that are the same but for the first name in quotes: `the function 'a' (also 'b' and 7 more) is ...`."""
    found: dict[tuple[str, str], list[str]] = {}
    for reason in sorted(reasons):
        before, name, after = _QUOTED.split(reason, maxsplit=1) if _QUOTED.search(reason) else (reason, "", "")
        found.setdefault((before, after), []).append(name)
    for (before, after), names in found.items():
        others, more = names[1 : 1 + _NAMES], len(names) - 1 - _NAMES
        listed = [*others, f"{more} more"] if more > 0 else others
        also = " and ".join(filter(None, (", ".join(listed[:-1]), *listed[-1:])))
        yield f"{before}{names[0]}{f' (also {also})' if also else ''}{after}"


def incomplete_lines(found: Incomplete, root: str) -> list[str]:
    """The summary, and a line for each reason; files below the folder `root` are named from there."""
    lines = [f"Incomplete: {summary(found)}."]
    lines += [f"  {line}" for line in group_lines(found.missing[:_REASONS], root, missing=True)]
    lines += [f"  {line}" for line in group_lines(found.unknown[:_REASONS], root, missing=False)]
    more = sum(max(0, len(groups) - _REASONS) for groups in (found.missing, found.unknown))
    return [*lines, f"  ... and {_counted(more, 'more reason')}"] if more else lines


def group_lines(groups: Iterable[Group], root: str, *, missing: bool) -> list[str]:
    """A line for each: behind what others may be missing, or what leaves values unknown."""
    if missing:
        return [f"Missing behind {_places(group, root)}: {group.reason}" for group in groups]
    return [
        f"Unknown in {_counted(len(group.values), 'value')}, from {_places(group, root)}: {group.reason}"
        for group in groups
    ]


def as_data(found: Incomplete | None) -> dict[str, Any] | None:
    """For programs (docs/protocol.md)."""
    if found is None:
        return None
    groups = {
        name: [{**group._asdict(), "values": len(group.values)} for group in listed]
        for name, listed in (("missing", found.missing), ("unknown", found.unknown))
    }
    return {"resources": found.resources, "partly": found.partly, **groups}


def _places(group: Group, root: str) -> str:
    named = [place_text(place, root) for place in group.places if place.get("file") is not None]
    if not named:
        return "what is not in a file"
    more = len(named) - _PLACES
    shown = ", ".join(named[:_PLACES])
    return f"{shown} and {_counted(more, 'more place')}" if more > 0 else shown


def place_text(place: Mapping[str, Any], root: str) -> str:
    """`manifests/site.pp:12`, named from the folder `root`."""
    file = str(place["file"]).removeprefix(f"{root}/")
    return f"{file}:{place['line']}" if place.get("line") else file


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

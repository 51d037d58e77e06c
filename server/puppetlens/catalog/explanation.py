"""Why a resource is in a catalog and why it is as it is: what declares it, through which classes, what set each of its
parameters, and what comes before and after it. As data; `explanation_text` has it in words.

All of it is read from the answer of a preview with its provenance (`workers.jobs.preview`); nothing is evaluated again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..base.near_names import meant, near
from .relations import orderings
from .text import parameter_texts, resource_name, resource_names

Data = Mapping[str, Any]

#: How many names a sentence offers.
_MEANT = 3
_REFERENCE = re.compile(r"((?:::)?[A-Za-z]\w*(?:::\w+)*)\[(.*)\]\Z", re.DOTALL)


class Setting(NamedTuple):
    """A parameter: its value in words, and `origin` as `provenance` has it."""

    name: str
    value: str
    origin: Data


class Relation(NamedTuple):
    """`resource` is to be handled before (or after) the one explained; `origin` is the parameter that says so.

    `through` is what contains the one explained, where that has the relation; `refreshes` tells that a change is passed on.
    """

    resource: str
    refreshes: bool
    through: str | None
    origin: Data


class Step(NamedTuple):
    """What contains the resource (or what is named before it does), and where it was declared."""

    resource: str
    place: Data


class Wanted(NamedTuple):
    """A class, and what wants it in the catalog, as `provenance` has it."""

    class_name: str
    by: tuple[Data, ...]


class Explanation(NamedTuple):
    """`containers` go outwards. `wanted` begins with the innermost class; each next is that of the code which had the one before
    evaluated, up to a node or the main manifest.
    """

    name: str
    place: Data
    settings: tuple[Setting, ...]
    containers: tuple[Step, ...]
    wanted: tuple[Wanted, ...]
    after: tuple[Relation, ...]
    before: tuple[Relation, ...]

    def as_data(self) -> dict[str, Any]:
        """For programs."""
        data = self._asdict()
        for name in ("settings", "containers", "wanted", "after", "before"):
            data[name] = [each._asdict() for each in data[name]]
        return data


def named(catalog: Data, text: str) -> str | None:
    """The name in a catalog of what somebody calls `file[/x]`, `File['/x']` or `nginx::service` (a class)."""
    match = _REFERENCE.match(text)
    kind, title = match.groups() if match else ("class", text)
    wanted = (kind.removeprefix("::").lower(), title.strip("'\""))
    if wanted[0] == "class":
        wanted = ("class", wanted[1].removeprefix("::").lower())
    for resource in catalog["resources"]:
        own = str(resource["type"]).lower()
        if (own, resource["title"].lower() if own == "class" else resource["title"]) == wanted:
            return resource_name(resource)
    return None


def at_line(answer: Data, file: str, line: int, word: str = "") -> str | None:
    """What a person at a line of a file means: what was declared or defined there, or has a parameter that was set there (also by
    Hiera's data), else the class called `word`, else what was declared or defined next above."""
    places: list[tuple[int, str]] = []
    settings: list[tuple[int, str]] = []
    for name, own in answer["provenance"].items():
        for found, wheres in (
            (places, [own, own.get("defined", {})]),
            (settings, [each for origin in own["parameters"].values() for each in (origin, *origin.get("merged", ()))]),
        ):
            found += [(where.get("line", 0), name) for where in wheres if where.get("file") == file]
    here = next((name for at, name in (*places, *settings) if at == line), None)
    above = max((each for each in places if each[0] < line), key=lambda each: each[0], default=(0, None))[1]
    return here or (named(answer["catalog"], word) if word else None) or above


def missing(catalog: Data, text: str) -> str:
    """A sentence about what `named` did not find, with the names that may be meant."""
    sentence = f"the catalog of {catalog['name']} has no {text or 'resource without a name'}"
    names = _meant(catalog, text)
    if names:
        return f"{sentence}. Did you mean {' or '.join(names)}?"
    return (
        sentence if "[" in text else f"{sentence}. A resource is named like File[/etc/motd], a class like profile::base"
    )


def _meant(catalog: Data, text: str) -> list[str]:
    """Of a bare word what has such a title, or is a class whose name ends so; else names that are near."""
    if "[" in text:
        return near(text.replace("['", "[").replace("']", "]"), resource_names(catalog))
    word = text.lower()
    by_title: dict[str, list[str]] = {}
    for resource in catalog["resources"]:
        by_title.setdefault(resource["title"].lower(), []).append(resource_name(resource))
    return [name for title in meant(word, by_title) for name in by_title[title]][:_MEANT]


def explain(answer: Data, name: str) -> Explanation:
    """Of the resource `name` (as `named` gives it) in the answer of a preview that has a catalog and its provenance."""
    catalog, provenance = answer["catalog"], answer["provenance"]
    resource = next(each for each in catalog["resources"] if resource_name(each) == name)
    own = provenance.get(name, {})
    settings = tuple(
        Setting(parameter, text, own["parameters"].get(parameter, {}))
        for parameter, text in parameter_texts(resource).items()
    )
    container = {edge["target"]: edge["source"] for edge in reversed(catalog["edges"])}
    chain = [name, *_around(container, name)]
    after, before = _relations(catalog, provenance, chain)
    return Explanation(
        name,
        _place(own),
        settings,
        tuple(Step(each, _place(provenance.get(each, {}))) for each in chain[1:]),
        tuple(_wanted(container, provenance, name)),
        after,
        before,
    )


def _place(where: Data) -> dict[str, Any]:
    return {key: value for key, value in where.items() if key in ("file", "line", "column")}


def _around(container: Mapping[str, str], name: str) -> Iterator[str]:
    """What contains it, outwards."""
    seen = {name}
    while name in container and container[name] not in seen:
        name = container[name]
        seen.add(name)
        yield name


def _wanted(container: Mapping[str, str], provenance: Data, name: str) -> Iterator[Wanted]:
    seen: set[str] = set()
    while True:
        class_name = next((each for each in (name, *_around(container, name)) if each.startswith("Class[")), None)
        by = () if class_name is None else provenance.get(class_name, {}).get("included", ())
        if class_name is None or class_name in seen or not by:
            return
        yield Wanted(class_name, tuple(by))
        seen.add(class_name)
        name = by[0].get("by", "")


def _relations(
    catalog: Data, provenance: Data, chain: Sequence[str]
) -> tuple[tuple[Relation, ...], tuple[Relation, ...]]:
    """What comes before, and what after; those of the resource itself are first."""
    after: list[Relation] = []
    before: list[Relation] = []
    for each in orderings(catalog):
        origin = provenance.get(each.said_by, {}).get("parameters", {}).get(each.parameter, {})
        if each.then in chain and each.first not in chain:
            through = each.then if each.then != chain[0] else None
            after.append(Relation(each.first, each.refreshes, through, origin))
        if each.first in chain and each.then not in chain:
            through = each.first if each.first != chain[0] else None
            before.append(Relation(each.then, each.refreshes, through, origin))
    return _nearest_first(after, chain), _nearest_first(before, chain)


def _nearest_first(relations: list[Relation], chain: Sequence[str]) -> tuple[Relation, ...]:
    return tuple(sorted(relations, key=lambda each: chain.index(each.through) if each.through is not None else 0))

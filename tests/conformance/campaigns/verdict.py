"""What comes of two answers to the same job: equal, unknown with a reason, or different.

A catalog of ours may have holes: what is `Unknown` there is no difference, its reason is counted. Where there is one, the
rest cannot be compared in full; what can be said is how many of Puppet's resources are there and equal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.support.catalogs import differences, plain

Answer = dict[str, Any]


class Verdict(NamedTuple):
    """`kind` is "equal", "unknown" or "different"."""

    id: str
    kind: str
    resources: int
    equal_resources: int
    reasons: tuple[str, ...]
    differences: tuple[str, ...]


def judge(ours: Answer, theirs: Answer) -> Verdict:
    """The verdict on an answer; `theirs` has a catalog."""
    real = theirs["catalog"]
    total = len(real["resources"])
    if ours["error"] is not None:
        message = f"error: {ours['error']['message']} ({ours['error'].get('file')}:{ours['error'].get('line')})"
        return Verdict(theirs["id"], "different", total, 0, (), (message,))
    mine = _like_puppet(ours["catalog"])
    reasons = tuple(dict.fromkeys(each["reason"] for each in ours.get("unknown") or []))
    found = (*sorted(_found(mine, real), key=_interest),)
    equal = _equal_resources(mine, real)
    kind = "unknown" if reasons else "different" if found else "equal"
    return Verdict(theirs["id"], kind, total, equal, reasons, found)


#: Places in templates; those in the Ruby that is Puppet's.
_PLACE = re.compile(r"(?<=Filepath: )\S*\n  Line: \d*")
_OWN_RUBY = ("/usr/lib/ruby/", "<internal:")


def same(ours: Answer, theirs: Answer) -> tuple[str, str]:
    """Of one value asked for: "value", "error" (both are equal), "unknown" with the reason, "different" with how."""
    reasons = [each["reason"] for each in ours.get("unknown") or []]
    if theirs["catalog"] is not None:
        verdict = judge(ours, theirs)
        told = {"unknown": "".join(reasons[:1]), "different": "; ".join(verdict.differences)}.get(verdict.kind, "")
        return "value" if verdict.kind == "equal" else verdict.kind, told
    real = _text(theirs["error"]["message"], theirs["error"]["message"])
    if ours["error"] is None:
        return "unknown" if reasons else "different", "".join(reasons[:1]) or f"no error, Puppet: {real}"
    place = [f"{name}: {ours['error'][name]}" for name in ("file", "line") if ours["error"].get(name) is not None]
    mine = _text(ours["error"]["message"] + (f" ({', '.join(place)})" if place else ""), theirs["error"]["message"])
    return ("error", "") if mine == real else ("different", f"{mine!r} is not {real!r}")


def _text(message: str, theirs: str) -> str:
    """An error's text; where `theirs` has a place in Puppet's own Ruby, there is none that it could be here."""
    places = iter(_PLACE.findall(theirs))
    text = re.sub(r" on node \S+$", "", message)
    return _PLACE.sub(lambda here: "(Puppet's Ruby)" if next(places, "").startswith(_OWN_RUBY) else here[0], text)


def _found(ours: Answer, theirs: Answer) -> Iterator[str]:
    """All differences; those of parameters one by one."""
    for line in differences(ours, theirs):
        if " parameters: {" not in line:
            yield line
    mine = {(each["type"], each["title"]): each.get("parameters") or {} for each in ours["resources"]}
    for resource in theirs["resources"]:
        key = resource["type"], resource["title"]
        real = resource.get("parameters") or {}
        for name in sorted(real.keys() | mine.get(key, real).keys()):
            here, there = mine.get(key, real).get(name), real.get(name)
            if plain(here) != plain(there):
                yield f"{key[0]}[{key[1]}] {name}: {_apart(here, there)}"


def _apart(ours: Any, theirs: Any) -> str:
    """Where long texts part."""
    if not (isinstance(ours, str) and isinstance(theirs, str)) or len(ours) + len(theirs) < 200:
        return f"{ours!r} is not {theirs!r}"
    start = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))
    window = slice(max(0, start - 40), start + 60)
    return f"at {start}: {ours[window]!r} is not {theirs[window]!r}"


def _like_puppet(catalog: Answer) -> Answer:
    """The main manifest has its path there."""
    for resource in catalog["resources"]:
        if resource.get("file") == "site.pp":
            resource["file"] = "@ENV@/manifests/site.pp"
    return catalog


def _interest(line: str) -> tuple[int, str]:
    """What is missing explains what is in another order."""
    order = ("missing", "superfluous", "edges", "classes", "order")
    first = line.split(" ")[0].rstrip(":")
    return (order.index(first) + 1 if first in order else 0, line)


def _equal_resources(ours: Answer, theirs: Answer) -> int:
    def facets(catalog: Answer) -> dict[tuple[str, str], str]:
        return {
            (each["type"], each["title"]): plain(
                [each.get("parameters") or {}, sorted(each["tags"]), bool(each.get("exported"))]
            )
            for each in catalog["resources"]
        }

    mine, real = facets(ours), facets(theirs)
    return sum(mine.get(name) == value for name, value in real.items())


def table(rows: Iterable[tuple[str, Verdict]]) -> Iterator[str]:
    """A line for each group (a module, a site): catalogs and resources, how many of them equal."""
    groups: dict[str, list[Verdict]] = {}
    for group, verdict in rows:
        groups.setdefault(group, []).append(verdict)
    yield f"{'':24} {'nodes':>6} {'equal':>6} {'unknown':>8} {'different':>9} {'resources':>10} {'equal':>8}"
    for name, members in [*sorted(groups.items()), ("all", [each for group in groups.values() for each in group])]:
        kinds = Counter(each.kind for each in members)
        total, same = sum(each.resources for each in members), sum(each.equal_resources for each in members)
        yield (
            f"{name:24} {len(members):6} {kinds['equal']:6} {kinds['unknown']:8} {kinds['different']:9}"
            f" {total:10} {100 * same / max(total, 1):7.2f}%"
        )


def causes(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Reasons of what is unknown with counts, then each different catalog with its first difference."""
    members = list(verdicts)
    counts = Counter(reason for each in members for reason in each.reasons)
    for reason, count in counts.most_common():
        yield f"unknown {count:5}  {reason}"
    for each in members:
        if each.kind == "different":
            yield f"different {each.id}: {each.differences[0][:400]} (and {len(each.differences) - 1} more)"

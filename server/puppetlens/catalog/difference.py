"""What separates two catalogs, as data: resources and parameters that were added, removed or changed, lines inside of
texts, edges, and what only a hole in our knowledge separates.

Both sides are documents (`document.Catalog.document`). Whether values are equal is decided by what they really are; what
is *told* of them comes from the `shown` document alone, which has the same resources in the same order without secrets. So a
password that changed is `<sensitive>` on both sides, and a change all the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from difflib import SequenceMatcher
from itertools import filterfalse
from types import MappingProxyType
from typing import Any, NamedTuple

from ..base.brief import visible
from .text import SECRET, is_unknown, resource_name, value_text

Data = Mapping[str, Any]

#: What the server alone knows, and what says nothing of the program.
LEFT_OUT = "Class[Settings]"
#: Lines around those that differ; pairs of lines beyond which a comparison of texts takes too long, and how many lines of each are
#: told then.
_CONTEXT = 2
_MOST_PAIRS = 4_000_000
_TOLD = 20
_JSON = json.JSONEncoder(sort_keys=True)


class Hole(NamedTuple):
    """Behind which more may be declared, of these `types` (in lower case; None: of any). `code` is a digest of what is there.

    Its line does not count, which may have moved.
    """

    reason: str
    file: str
    code: str
    types: tuple[str, ...] | None


class Side(NamedTuple):
    """One of the two. Files are named from the folder `root`, as the other side may lie elsewhere.

    `holes` are those behind which more may be declared: how many there are of each.
    """

    document: Data
    shown: Data
    root: str
    holes: Mapping[Hole, int] = MappingProxyType({})

    def may_lack(self, other: Side) -> Callable[[_Resource], bool]:
        """Whether what is declared on the other side alone may be declared here, too, behind a hole that is not there."""
        own = [hole.types for hole, count in self.holes.items() if count > other.holes.get(hole, 0)]
        return lambda resource: any(types is None or resource.real["type"].lower() in types for types in own)


class Facet(NamedTuple):
    """One thing in which a resource differs: a parameter's name, or `tags` and so on in brackets.

    `before` and `after` are in words, None where there is no such thing. `lines` are those of texts that differ, each after
    `-`, `+` or a blank; one that begins with `@@` tells the number of the line (on the side after) that follows.
    """

    what: str
    before: str | None
    after: str | None
    lines: tuple[str, ...] = ()

    @property
    def hides_a_change(self) -> bool:
        """Whether both sides read alike, though they differ: secrets do."""
        return self.before is not None and self.before == self.after


#: Of resources that only a hole on the other side separates.
_LOST = Facet("[resource]", "declared", "may be missing")
_HAD = Facet("[resource]", "may be missing", "declared")


class Change(NamedTuple):
    """A resource (`Type[title]`), where it is declared, and what of it differs; of one that is on one side alone, all."""

    name: str
    place: str
    facets: tuple[Facet, ...]


class Moved(NamedTuple):
    """A resource that another file declares."""

    name: str
    before: str
    after: str


class Difference(NamedTuple):
    """Edges are `A -> B`. `uncertain` is what may be equal: only values that are not known separate it, or a hole behind which a
    resource may be declared, too (its one facet is `[resource]`).

    `unknown` counts the values of resources on both sides that are not known on one of them and were not told apart.
    """

    equal: int
    removed: tuple[Change, ...]
    added: tuple[Change, ...]
    changed: tuple[Change, ...]
    removed_edges: tuple[str, ...]
    added_edges: tuple[str, ...]
    uncertain: tuple[Change, ...]
    moved: tuple[Moved, ...]
    unknown: int

    @property
    def same(self) -> bool:
        """Whether an agent would do the same, as far as is known."""
        return not any(self[1:6])


class _Resource(NamedTuple):
    real: Data
    shown: Data
    root: str

    @property
    def name(self) -> str:
        return resource_name(self.shown)

    @property
    def file(self) -> str:
        return str(self.shown.get("file") or "").removeprefix(f"{self.root}/")

    @property
    def place(self) -> str:
        return f"{self.file}:{self.real['line']}" if self.file and self.real.get("line") else self.file

    @property
    def parameters(self) -> Data:
        return self.real.get("parameters") or {}

    def text(self, parameter: str) -> Any:
        """What may be shown of a parameter's value."""
        return (self.shown.get("parameters") or {}).get(parameter, SECRET)

    def words(self, parameter: str) -> str:
        text = self.text(parameter)
        return SECRET if text == SECRET else visible(value_text(text))


Aspects = Mapping[str, Callable[[_Resource], str]]

#: What counts of a resource besides its parameters. An agent does not look at where it was declared.
OF_AN_AGENT: Aspects = {
    "sensitive": lambda resource: ", ".join(sorted(resource.real.get("sensitive_parameters") or ())) or "none",
    "exported": lambda resource: value_text(bool(resource.real.get("exported"))),
}
OF_A_COMPILER: Aspects = {
    "tags": lambda resource: ", ".join(sorted(resource.shown["tags"])),
    **OF_AN_AGENT,
    "place": lambda resource: resource.place,
}


def difference(before: Side, after: Side, aspects: Aspects = OF_AN_AGENT) -> Difference:
    old, new = _resources(before), _resources(after)
    both = [(old[name], new[name]) for name in new if name in old]
    facets = [tuple(_facets(one, other, aspects)) for one, other in both]
    certain = [tuple(facet for facet, is_known in each if is_known) for each in facets]
    doubtful = [tuple(facet for facet, is_known in each if not is_known) for each in facets]
    gone, come = ([each for name, each in one.items() if name not in other] for one, other in ((old, new), (new, old)))
    may_be_after, may_be_before = after.may_lack(before), before.may_lack(after)
    lost, had = list(filter(may_be_after, gone)), list(filter(may_be_before, come))
    removed, added = _edges(before, after, {resource_name(each.real) for each in (*lost, *had)})
    return Difference(
        sum(not each for each in certain),
        tuple(_whole(each, removed=True) for each in filterfalse(may_be_after, gone)),
        tuple(_whole(each, removed=False) for each in filterfalse(may_be_before, come)),
        _changes(both, certain),
        removed,
        added,
        (
            *(Change(each.name, each.place, (_LOST,)) for each in lost),
            *(Change(each.name, each.place, (_HAD,)) for each in had),
            *_changes(both, [tuple(each for each in found if each.before != each.after) for found in doubtful]),
        ),
        tuple(Moved(new.name, old.place, new.place) for old, new in both if old.file != new.file),
        sum(map(len, doubtful)),
    )


def no_difference(side: Side) -> Difference:
    """What `difference` finds between a side and itself."""
    resources = _resources(side).values()
    unknown = sum(_has_unknown(value) for each in resources for value in each.parameters.values())
    return Difference(len(resources), (), (), (), (), (), (), (), unknown)


def _changes(both: list[tuple[_Resource, _Resource]], facets: list[tuple[Facet, ...]]) -> tuple[Change, ...]:
    return tuple(Change(new.name, new.place, found) for (_, new), found in zip(both, facets, strict=True) if found)


def _resources(side: Side) -> dict[str, _Resource]:
    pairs = zip(side.document["resources"], side.shown["resources"], strict=True)
    found = {resource_name(real): _Resource(real, shown, side.root) for real, shown in pairs}
    found.pop(LEFT_OUT, None)
    return found


def _edges(before: Side, after: Side, uncertain: set[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those that one side has alone: what they are called, in order; without those of resources that are `uncertain`."""
    old, new = ({_ends(real): _ends(shown) for real, shown in _both_edges(side)} for side in (before, after))
    gone = [shown for real, shown in sorted(old.items()) if real not in new and uncertain.isdisjoint(real)]
    come = [shown for real, shown in sorted(new.items()) if real not in old and uncertain.isdisjoint(real)]
    return tuple(map(" -> ".join, gone)), tuple(map(" -> ".join, come))


def _both_edges(side: Side) -> Iterator[tuple[Data, Data]]:
    for real, shown in zip(side.document["edges"], side.shown["edges"], strict=True):
        if LEFT_OUT not in _ends(real):
            yield real, shown


def _ends(edge: Data) -> tuple[str, str]:
    return edge["source"], edge["target"]


def _whole(resource: _Resource, *, removed: bool) -> Change:
    texts = {name: resource.words(name) for name in resource.parameters}
    facets = tuple(Facet(name, text, None) if removed else Facet(name, None, text) for name, text in texts.items())
    return Change(resource.name, resource.place, facets)


def _facets(old: _Resource, new: _Resource, aspects: Aspects) -> Iterator[tuple[Facet, bool]]:
    """What differs; and whether that is certain."""
    was, gets = old.parameters, new.parameters
    for name in dict.fromkeys([*was, *gets]):
        if name not in was:
            yield Facet(name, None, new.words(name)), not is_unknown(gets[name])
        elif name not in gets:
            yield Facet(name, old.words(name), None), not is_unknown(was[name])
        elif not _equal(was[name], gets[name]):
            certain = not _may_be_equal(was[name], gets[name])
            yield _changed(name, old, new), certain
        elif _has_unknown(was[name]):
            yield Facet(name, old.words(name), new.words(name)), False
    for name, told in aspects.items():
        if told(old) != told(new):
            yield Facet(f"[{name}]", told(old), told(new)), True


def _changed(name: str, old: _Resource, new: _Resource) -> Facet:
    before, after = old.text(name), new.text(name)
    lines: tuple[str, ...] = ()
    if isinstance(before, str) and isinstance(after, str) and "\n" in before + after:
        lines = tuple(_changed_lines(_Text(old.parameters[name], before), _Text(new.parameters[name], after)))
    return Facet(name, old.words(name), new.words(name), lines)


class _Text:
    """Lines of a text, and what may be shown of each. A secret of several lines is one in what is shown: then that counts."""

    def __init__(self, real: str, shown: str) -> None:
        self.shown = visible(shown).split("\n")
        lines = real.split("\n")
        self.real = lines if len(lines) == len(self.shown) else self.shown

    def without(self, head: int, tail: int) -> _Text:
        """So many lines of its beginning and its end."""
        found = copy(self)
        found.shown, found.real = (lines[head : len(lines) - tail] for lines in (self.shown, self.real))
        return found


def _changed_lines(old: _Text, new: _Text) -> Iterator[str]:
    """Of long texts that share little but their begin and end, the first lines of what is between."""
    head, tail = _shared(old.real, new.real) if _are_long(old, new) else (0, 0)
    old, new = old.without(head, tail), new.without(head, tail)
    if _are_long(old, new):
        yield f"@@ {head + 1}"
        yield from (f"- {line}" for line in _first(old.shown))
        yield from (f"+ {line}" for line in _first(new.shown))
        return
    for group in SequenceMatcher(None, old.real, new.real, autojunk=False).get_grouped_opcodes(_CONTEXT):
        yield f"@@ {head + group[0][3] + 1}"
        for kind, first, last, new_first, new_last in group:
            if kind == "equal":
                yield from (f"  {line}" for line in new.shown[new_first:new_last])
            else:
                yield from (f"- {line}" for line in old.shown[first:last])
                yield from (f"+ {line}" for line in new.shown[new_first:new_last])


def _are_long(old: _Text, new: _Text) -> bool:
    return len(old.real) * len(new.real) > _MOST_PAIRS


def _shared(old: list[str], new: list[str]) -> tuple[int, int]:
    """How many lines both begin with, and end with, but for those that are shown around what differs."""
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    rest = shorter - head
    tail = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    return max(0, head - _CONTEXT), max(0, tail - _CONTEXT)


def _first(lines: list[str]) -> list[str]:
    more = len(lines) - _TOLD
    return [*lines[:_TOLD], f"... and {more} more lines"] if more > 0 else lines


def _equal(one: Any, other: Any) -> bool:
    """Apart what Python takes for equal: 1, 1.0 and true."""
    if type(one) in (str, bool) and type(one) is type(other):  # most are
        return bool(one == other)
    return _JSON.encode(one) == _JSON.encode(other)


def _may_be_equal(one: Any, other: Any) -> bool:
    """Whether there are values for what is unknown with which both are the same."""
    if is_unknown(one) or is_unknown(other):
        return True
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_may_be_equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_may_be_equal(one[key], other[key]) for key in one)
    return _equal(one, other)


def _has_unknown(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_has_unknown, value))
    return isinstance(value, dict) and (is_unknown(value) or any(map(_has_unknown, value.values())))

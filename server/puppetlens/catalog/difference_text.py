"""What a change does to nodes, told to people (text, Markdown) and to programs; nodes with equal differences are told once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from ..base.brief import visible
from .difference import Change, Difference, Facet
from .incomplete import reasons_text

#: How many nodes a headline names; how many notices are told.
_NAMED = 8
#: Behind a secret that is another one.
ANOTHER = " (another one)"


class Told(NamedTuple):
    """Of one node. Without a `difference` there is an error on a side (`error_before`, `error_after`), or on both.

    `holes_before` and `holes_after` are the reasons why resources may be missing on that side. `stopped`: a limit was
    reached, and nobody knows what else there is. `notices` are sentences on files that are not compared as they were.
    """

    difference: Difference | None
    error_before: str | None = None
    error_after: str | None = None
    holes_before: tuple[str, ...] = ()
    holes_after: tuple[str, ...] = ()
    stopped: bool = False
    notices: tuple[str, ...] = ()

    def as_data(self) -> Any:
        """JSON data, from which `from_data` makes it again."""
        return msgspec.to_builtins(self)

    @classmethod
    def from_data(cls, data: Any) -> Told:
        """Raises `ValueError` where it is something else."""
        try:
            return msgspec.convert(data, cls)
        except msgspec.ValidationError as problem:
            raise ValueError(str(problem)) from None

    @property
    def nothing_to_compare(self) -> bool:
        return self.error_before is not None and self.error_after is not None

    @property
    def same(self) -> bool:
        return self.difference is not None and self.difference.same

    @property
    def certain(self) -> bool:
        return self.difference is not None and not (self.difference.unknown or self.holes_before or self.holes_after)


Group = tuple[Told, tuple[str, ...]]


class Line(NamedTuple):
    """`sign` is one of `+ - ~ ? ! >`; none where the text, which may begin with such a character, only stands around.

    `goes_on` is the sign of the line before of whose text it is a further line.
    """

    text: str
    sign: str = ""
    indent: int = 0
    goes_on: str = ""

    def within(self, columns: int) -> Line:
        return self._replace(indent=self.indent + columns)

    def __str__(self) -> str:
        return f"{' ' * self.indent}{self.sign}{' ' if self.sign else ''}{self.text}".rstrip()


def grouped(found: Iterable[tuple[str, Told]]) -> list[Group]:
    """The nodes of each difference; those that do not differ are last.

    What stands around changed lines of a text, and how many resources are equal, may be another on each node: they are
    those of the first. Of values that are unknown on both sides the number is that of the node with the most. Nodes that
    do not differ, and of which as much may be missing as before, are one group with the reasons of all.
    """
    groups: dict[Told, list[tuple[str, Told]]] = {}
    for node, told in found:
        groups.setdefault(_without_context(told), []).append((node, told))
    made = [(_all_of([told for _, told in group]), tuple(node for node, _ in group)) for group in groups.values()]
    return sorted(made, key=lambda group: group[0].same)


def _all_of(equal: list[Told]) -> Told:
    before, after = (
        {*chain.from_iterable(side)}
        for side in zip(*((each.holes_before, each.holes_after) for each in equal), strict=True)
    )
    whole = equal[0]._replace(
        holes_before=tuple(sorted(before)),
        holes_after=tuple(sorted(after)),
        notices=tuple(sorted({each for told in equal for each in told.notices})),
    )
    found = [told.difference for told in equal if told.difference is not None]
    most = max((each.unknown for each in found), default=0)
    return whole._replace(difference=found[0]._replace(unknown=most)) if found else whole


def _without_context(told: Told) -> Told:
    found = told.difference
    told = told._replace(holes_before=_kind(told.holes_before), holes_after=_kind(told.holes_after), notices=())
    if found is None:
        return told
    if told.same and told.holes_before == told.holes_after:
        told = told._replace(holes_before=told.holes_before and ("some",), holes_after=())

    def changed_alone(facet: Facet) -> Facet:
        lines = tuple(line for line in facet.lines if line[:2] in ("- ", "+ "))
        return facet._replace(lines=lines, before=None, after=None) if lines else facet

    changed = tuple(each._replace(facets=tuple(map(changed_alone, each.facets))) for each in found.changed)
    return told._replace(difference=found._replace(changed=changed, equal=0, unknown=min(found.unknown, 1)))


def _kind(holes: tuple[str, ...]) -> tuple[str, ...]:
    return (reasons_text(holes),) if holes else ()


def difference_lines(groups: list[Group]) -> Iterator[Line]:
    """As `terraform plan` shows it: `+` what is added, `-` removed, `~` changed, `?` what may be; and a summary."""
    for told, nodes in groups:
        yield Line(f"{headline(nodes)}: {summary(told, len(nodes))}")
        yield from (line.within(2) for line in _lines(told))
    if sum(len(nodes) for _, nodes in groups) > 1:
        yield Line(totals(groups))


def difference_markdown(groups: list[Group]) -> Iterator[str]:
    """For a pull request: a table of the nodes, and what differs folded below it."""
    yield from ("| nodes | what differs |", "| --- | --- |")
    for told, nodes in groups:
        yield f"| {_cell(headline(nodes))} | {_cell(summary(told, len(nodes)))} |"
    for told, nodes in groups:
        lines = list(_lines(told))
        if lines:
            yield from ("", "<details>", f"<summary>{_escaped(headline(nodes))}</summary>", "")
            fence = _fence(lines)
            yield from (f"{fence}diff", *map(_for_diff, lines), fence, "", "</details>")


def difference_data(groups: list[Group]) -> dict[str, Any]:
    """The shapes of `difference.Difference`, with names in place of positions."""
    return {"groups": [_group_data(told, nodes) for told, nodes in groups]}


def totals(groups: list[Group]) -> str:
    """`3 of 112 nodes differ, 1 cannot be compared`: a node without a catalog on either side says nothing of the change."""
    count = sum(len(nodes) for _, nodes in groups)
    incomparable = sum(len(nodes) for told, nodes in groups if told.nothing_to_compare)
    differ = sum(len(nodes) for told, nodes in groups if not told.same) - incomparable
    return f"{differ} of {count} nodes differ{f', {incomparable} cannot be compared' if incomparable else ''}"


def notices(groups: list[Group]) -> list[str]:
    """What is to be said once for all nodes: of files that are not compared as they were."""
    found = sorted({each for told, _ in groups for each in told.notices})
    more = len(found) - _NAMED
    return [*found[:_NAMED], *([f"{more} more files are not compared as they were"] if more > 0 else [])]


def headline(names: tuple[str, ...]) -> str:
    nodes = tuple(map(visible, names))
    if len(nodes) == 1:
        return nodes[0]
    more = len(nodes) - _NAMED
    return f"{len(nodes)} nodes ({', '.join(nodes[:_NAMED])}{f' and {more} more' if more > 0 else ''})"


def summary(told: Told, count: int = 1) -> str:
    """`1 to add, 2 to change, 0 to remove`, or that there is nothing to say, or nothing to compare; of so many nodes."""
    if told.difference is None:
        compiles = "compiles" if count == 1 else "compile"
        if told.stopped:
            return "stopped before it could be compared"
        if told.nothing_to_compare:
            return f"{compiles} neither before nor after"
        return f"no longer {compiles}" if told.error_after is not None else f"{compiles} now"
    found = told.difference
    counts = [f"{len(found.added)} to add, {len(found.changed)} to change, {len(found.removed)} to remove"]
    edges = len(own_edges(found, found.added_edges)) + len(own_edges(found, found.removed_edges))
    counts += [f"{edges} edge{' differs' if edges == 1 else 's differ'}"] if edges else []
    parts = ["no differences"] if found.same else counts
    parts += [f"{len(found.moved)} moved to other files"] if found.moved else []
    doubtful = sum(each.facets[0].what == "[resource]" for each in found.uncertain)
    parts += [f"{doubtful} resource{'' if doubtful == 1 else 's'} may be missing on a side"] if doubtful else []
    values = "1 value is" if found.unknown == 1 else f"{'up to ' if count > 1 else ''}{found.unknown} values are"
    parts += [f"{values} unknown and cannot be compared"] if found.unknown else []
    return ", ".join(parts)


def own_edges(found: Difference, edges: tuple[str, ...]) -> list[str]:
    """Without those that come and go with the resource that they lead to."""
    others = {change.name for change in (*found.added, *found.removed)}
    return [edge for edge in edges if edge.rpartition(" -> ")[2] not in others]


def _lines(told: Told) -> Iterator[Line]:
    """What is in them is somebody's text: names and messages, too."""
    return (line._replace(text=visible(line.text)) for line in _all_lines(told))


def _all_lines(told: Told) -> Iterator[Line]:
    holes = _text_of(told.holes_before), _text_of(told.holes_after)
    for sign, line, before, after in (
        ("!", "{}: {}", told.error_before, told.error_after),
        ("?", "{}: resources may be missing: {}", *holes),
    ):
        sides = {"before and after": after} if before == after else {"before": before, "after": after}
        yield from (Line(line.format(when, text), sign) for when, text in sides.items() if text is not None)
    found = told.difference
    if found is None:
        return
    for sign, changes in (("+", found.added), ("-", found.removed), ("~", found.changed), ("?", found.uncertain)):
        for change in changes:
            yield from _change_lines(sign, change)
    yield from (Line(f"edge {edge}", "-") for edge in own_edges(found, found.removed_edges))
    yield from (Line(f"edge {edge}", "+") for edge in own_edges(found, found.added_edges))
    yield from (Line(f"{each.name} moved from {each.before} to {each.after}", ">") for each in found.moved)


def _text_of(holes: tuple[str, ...]) -> str | None:
    return reasons_text(holes) if holes else None


def _change_lines(sign: str, change: Change) -> Iterator[Line]:
    yield Line(f"{change.name}{f'  # {change.place}' if change.place else ''}", sign)
    for facet in change.facets:
        yield from (line.within(4) for line in _facet_lines(sign, facet))


def _facet_lines(sign: str, facet: Facet) -> Iterator[Line]:
    if facet.lines:
        yield Line(f"{facet.what}:", "~")
        for line in facet.lines:
            yield Line(line[2:], line[0], 4) if line[:2] in ("- ", "+ ") else Line(line, "", 4)
        return
    if facet.before is not None and facet.after is not None:
        same = ANOTHER if facet.hides_a_change else ""
        value = f"{facet.before} -> {facet.after}{same}"
        yield from _indented(f"{facet.what}: {value}", "?" if sign == "?" else "~")
        return
    value = str(facet.after if facet.before is None else facet.before)
    yield from _indented(f"{facet.what}: {value}", "+" if facet.before is None else "-")


def _indented(text: str, sign: str) -> Iterator[Line]:
    first, *more = text.split("\n")
    yield Line(first, sign)
    yield from (Line(line, "", 6, sign) for line in more)


def _for_diff(line: Line) -> str:
    """The sign of a line where a `diff` block looks for it: in the first column."""
    sign = line.sign or line.goes_on or " "
    return f"{'!' if sign == '~' else sign} {' ' * line.indent}{line.text}"


def _fence(lines: list[Line]) -> str:
    """Longer than any that a value could close it with."""
    return "`" * max([3, *(len(_outdoing(line.text)) for line in lines)])


def in_code(text: str) -> str:
    """In a line of Markdown, where nothing of it counts: code of a stranger may have links in its messages, and call people."""
    ticks, line = _outdoing(text), visible(" ".join(text.splitlines()))
    return f"{ticks} {line} {ticks}" if "`" in text else f"`{line}`"


def _outdoing(text: str) -> str:
    """More backticks than stand together in a text."""
    return "`" * (max(map(len, _runs_of_ticks(text)), default=0) + 1)


def _runs_of_ticks(line: str) -> list[str]:
    return "".join(each if each == "`" else " " for each in line).split()


def _escaped(text: str) -> str:
    """Nothing of it is HTML, and nobody is called by a name."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "@<!-- -->")


def _cell(text: str) -> str:
    return _escaped(text).replace("|", "\\|").replace("\n", " ")


def _group_data(told: Told, nodes: tuple[str, ...]) -> dict[str, Any]:
    found = told.difference
    data: dict[str, Any] = {"nodes": list(nodes), "same": told.same, **told._asdict(), "difference": None}
    data |= {"holes_before": _text_of(told.holes_before), "holes_after": _text_of(told.holes_after)}
    if found is not None:
        kinds = ("added", "removed", "changed", "uncertain")
        changes = {kind: [_change_data(change) for change in getattr(found, kind)] for kind in kinds}
        data["difference"] = {
            "equal": found.equal,
            **changes,
            "added_edges": own_edges(found, found.added_edges),
            "removed_edges": own_edges(found, found.removed_edges),
            "moved": [moved._asdict() for moved in found.moved],
            "unknown": found.unknown,
        }
    return data


def _change_data(change: Change) -> dict[str, Any]:
    return {**change._asdict(), "facets": [{**facet._asdict(), "lines": list(facet.lines)} for facet in change.facets]}

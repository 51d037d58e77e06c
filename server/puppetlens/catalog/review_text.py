"""What is said of a change in a pull request: what it does to nodes, and what is found in the code; Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .difference_text import Group, difference_markdown, in_code, notices

#: By which a service finds the comment that it wrote before.
MARK = "<!-- puppetlens review -->"
_SIGNS = {"error": ":x:", "warning": ":warning:", "information": ":information_source:", "hint": ":information_source:"}


class Found(NamedTuple):
    """A finding: `place` is `path:line`."""

    place: str
    severity: str
    message: str
    code: str


def review_markdown(groups: list[Group], before: str, found: Sequence[Found], most: int) -> str:
    """At most so many characters; what is too much is left out from the end of the part that is the longest."""
    nodes, code = list(_nodes(groups, before)), list(_findings(found))
    text = "\n".join([MARK, "## puppetlens", "", _headline(groups, found), "", *nodes, "", *code]) + "\n"
    if len(text) <= most:
        return text
    short = [
        _headline(groups, found),
        "",
        f"_Too long to be shown here: `puppetlens diff --all --from {before}` shows it._",
    ]
    table = _table(nodes)
    for parts in ((*short, "", *table, "", *code), (*short, "", *table), short):
        text = "\n".join([MARK, "## puppetlens", "", *parts]) + "\n"
        if len(text) <= most:
            return text
    return text[:most]


def _headline(groups: list[Group], found: Sequence[Found]) -> str:
    count = sum(len(nodes) for _, nodes in groups)
    alone = sum(len(nodes) for told, nodes in groups if told.nothing_to_compare)
    changed = sum(len(nodes) for told, nodes in groups if not told.same) - alone
    parts = [
        f"**{changed} of {count} nodes change**" if count else "No node has facts here, so no catalogs were compared"
    ]
    parts += [f"{alone} cannot be compared"] if alone else []
    for word in ("error", "warning"):
        number = sum(each.severity == word for each in found)
        if number:
            parts.append(f"{number} {word}{'' if number == 1 else 's'} in the code")
    return ", ".join(parts) + "."


def _nodes(groups: list[Group], before: str) -> Iterator[str]:
    for each in notices(groups):
        yield from (f"{_SIGNS['warning']} {in_code(each)}", "")
    if any(not told.same or not told.certain for told, _ in groups):
        yield from (f"Compared with `{before}`:", "")
        yield from difference_markdown(groups)


def _table(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("| ")]


def _findings(found: Sequence[Found]) -> Iterator[str]:
    if not found:
        return
    yield from ("<details>", f"<summary>What is found in the code: {len(found)}</summary>", "")
    for each in sorted(found, key=lambda one: list(_SIGNS).index(one.severity)):
        yield f"- {_SIGNS[each.severity]} {in_code(each.place)} {in_code(each.message)} ({each.code})"
    yield from ("", "</details>")

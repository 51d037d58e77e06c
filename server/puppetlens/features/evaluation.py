"""What an evaluation found, in the editor: at its exact span, once, with how the evaluation got there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..base.position import Text
from ..base.span import Span
from ..checks.finding import Finding, Related, Severity
from ..checks.syntax_error import CHECK as SYNTAX_ERROR
from ..model.snapshot import Snapshot
from ..syntax.ast import walk
from .narrow import narrow


class Step(NamedTuple):
    """A place that an evaluation passed; `line` and `column` are Puppet's."""

    what: str
    file: str | None
    line: int | None
    column: int | None


class Told(NamedTuple):
    """An error or warning of an evaluation; `chain` says how it got there, the innermost step first."""

    file: str
    line: int
    column: int | None
    severity: Severity
    code: str
    message: str
    chain: tuple[Step, ...] = ()


def findings_of(snapshot: Snapshot, path: str, told: Iterable[Told]) -> tuple[Finding, ...]:
    """`told` is about the file as the snapshot has it."""
    text = snapshot.text(path)
    if text is None:
        return ()
    found = []
    for each in told:
        span, anchor = _span(snapshot, path, text, each.line, each.column, each.message)
        related = (*_earlier(snapshot, each.message), *_related(snapshot, each.chain))
        found.append(Finding(path, span, anchor, each.severity, each.code, each.message, related))
    return tuple(found)


def _earlier(snapshot: Snapshot, message: str) -> Iterator[Related]:
    """Where what cannot be declared or defined twice already is."""
    for what, file, line in _ALREADY.findall(message):
        text = snapshot.text(file)
        if text is not None:
            span, _ = _span(snapshot, file, text, int(line), None)
            yield Related(file, text, span, f"it is already {what} here")


def _related(snapshot: Snapshot, chain: Iterable[Step]) -> Iterator[Related]:
    for step in chain:
        text = snapshot.text(step.file) if step.file is not None else None
        if step.file is not None and step.line is not None and text is not None:
            span, _ = _span(snapshot, step.file, text, step.line, step.column)
            yield Related(step.file, text, span, step.what)


def _span(
    snapshot: Snapshot, path: str, text: Text, line: int, column: int | None, message: str = ""
) -> tuple[Span, int]:
    """The code that Puppet means by a line and column, up to the end of its first line; and the anchor."""
    row = text.line_span(line)
    content = text.data[row.start : row.end]
    indent = len(content) - len(content.lstrip())
    whole = Span(row.start + indent, max(row.start + len(content.rstrip()), row.start + indent))
    if column is None:
        return whole, whole.start
    anchor = text.puppet_offset(line, column)
    document = snapshot.document(path) if path.endswith(_PARSED) else None
    for node, base in walk(document.program.body) if document is not None else ():
        if base + node.anchor == anchor:
            meant = narrow(node, message)
            span = meant.span.shift(base)
            if meant is not node:
                return span, anchor
            end = text.data.find(b"\n", anchor, span.end)
            return Span(min(span.start, anchor), span.end if end < 0 else end), anchor
    return Span(anchor, max(whole.end, anchor)), anchor


_PARSED = (".pp", ".epp")
_ALREADY = re.compile(r"is already (declared|defined) (?:at )?\(file: (.+?), line: (\d+)\)")


# One fact, once ---------------------------------------------------------------------------------------------

_HINT = re.compile(r" \(did you mean .*\)$")
_NAME = re.compile(r"[\w:]*\w")


def merged(static: Sequence[Finding], evaluated: Sequence[Finding]) -> tuple[Finding, ...]:
    """Both, in order of place.

    What both found stays where the check shows it, which is the narrower place, with the evaluation's
    severity and its chain. An evaluation's message may hold several facts, a line each; those that no check
    found stay with it. Of a file that does not parse an evaluation has no errors to tell but that.
    """
    checks = list(static)
    rest: list[Finding] = []
    parses = all(found.code != SYNTAX_ERROR.code for found in static)
    for told in dict.fromkeys(evaluated):
        if not parses and told.severity == "error":
            continue
        head, facts = _facts(told.message)
        left = []
        for fact in facts:
            same = [
                at for at, found in enumerate(checks) if _overlap(found.span, told.span) and _same(found, told, fact)
            ]
            for at in same:
                checks[at] = checks[at]._replace(severity=_worse(checks[at], told), related=told.related)
            if not same:
                left.append(fact)
        if left:
            rest.append(told if left == facts else told._replace(message="\n".join([*head, *left])))
    return tuple(sorted([*checks, *rest], key=lambda finding: (finding.span, finding.code, finding.message)))


def _facts(message: str) -> tuple[list[str], list[str]]:
    """The heading, and a line for each thing that is wrong."""
    first, *lines = message.split("\n")
    if lines and first.endswith(":") and all(line.startswith("  ") for line in lines):
        return [first], lines
    return [], [message]


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _same(check: Finding, told: Finding, fact: str) -> bool:
    said = _HINT.sub("", check.message)
    if said in fact or (check.code == told.code and check.anchor == told.anchor):
        return True
    # "Could not find class ::a" and "Could not find declared class a": the same beginning, the same name.
    names = _NAME.findall(said)
    return bool(names) and " ".join(said.split()[:3]) in fact and names[-1].lstrip(":") in _names(fact)


def _names(text: str) -> set[str]:
    return {name.lstrip(":") for name in _NAME.findall(text)}


def _worse(check: Finding, told: Finding) -> Severity:
    return "error" if "error" in (check.severity, told.severity) else check.severity

"""What an evaluation found, in the editor: at its exact span, once, with how the evaluation got there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ..base.errors import Fault, Way
from ..base.position import Text
from ..base.span import Span
from ..checks.finding import Finding, Related, Severity
from ..checks.syntax_error import CHECK as SYNTAX_ERROR
from ..model.cursor import path_to
from ..model.data_document import data_kind
from ..model.document import Document
from ..model.snapshot import Snapshot
from ..syntax import ast
from ..syntax.ast import walk
from .narrow import inside, narrow
from .place_in_data import place_in_data


class Step(NamedTuple):
    """A place that an evaluation names; `line` and `column` are Puppet's."""

    what: str
    file: str | None
    line: int | None
    column: int | None


class EvaluationFinding(NamedTuple):
    """An error or warning of an evaluation.

    `message` is Puppet's, `tail` what is shown behind it. `faults` are what it says as data: where there are several,
    one for each line below its first. `related` are other places that it names; `chain` says how the evaluation got
    there, the innermost step first, `way` what it is about of the values that are set there.
    """

    file: str
    line: int
    column: int | None
    severity: Severity
    code: str
    message: str
    tail: str = ""
    faults: tuple[Fault, ...] = ()
    related: tuple[Step, ...] = ()
    chain: tuple[Step, ...] = ()
    way: Way = ()


class Evaluated(NamedTuple):
    """An evaluation's finding at its place in the text. Its message is `heading`, the facts' texts and `tail`.

    `within` is the whole expression that it is about, of which an editor underlines a part.
    """

    finding: Finding
    within: Span
    heading: str
    facts: tuple[tuple[str, Fault | None], ...]
    tail: str

    @property
    def is_of_data(self) -> bool:
        """Whether it is in data, of which all are named that fail by it."""
        return any(fault is not None and fault.place is not None for _, fault in self.facts)

    def of(self, facts: Sequence[tuple[str, Fault | None]]) -> Finding:
        """The finding as it tells some of its facts."""
        return self.finding._replace(message=in_words(self.heading, facts) + self.tail)


def findings_of(snapshot: Snapshot, path: str, found: Iterable[EvaluationFinding]) -> tuple[Evaluated, ...]:
    """`found` is about the file as the snapshot has it."""
    text = snapshot.text(path)
    return () if text is None else tuple(_evaluated(snapshot, path, text, each) for each in dict.fromkeys(found))


def _evaluated(snapshot: Snapshot, path: str, text: Text, each: EvaluationFinding) -> Evaluated:
    title = next((fault.title for fault in each.faults), "")
    data = snapshot.data(path) if data_kind(path) else None
    in_data = place_in_data(data, each.line, each.column, each.message) if data is not None else None
    if in_data is not None:
        span, anchor, within = in_data.span, in_data.span.start, in_data.within
    else:
        span, anchor, within = _place(snapshot, path, text, each.line, each.column, title, each.way)
    related = tuple(_related(snapshot, (*each.related, *each.chain)))
    finding = Finding(path, span, anchor, each.severity, each.code, each.message + each.tail, related)
    return Evaluated(finding, within, *facts_of(each.message, each.faults), each.tail)


def facts_of(message: str, faults: tuple[Fault, ...]) -> tuple[str, tuple[tuple[str, Fault | None], ...]]:
    """What a message says: a heading, and below it a line for each fault; of a single one no heading."""
    heading, *lines = message.split("\n")
    if len(faults) > 1 and len(lines) == len(faults):
        return heading, tuple(zip(lines, faults, strict=True))
    return "", ((message, next(iter(faults), None)),)


def in_words(heading: str, facts: Sequence[tuple[str, Fault | None]]) -> str:
    """A message again of some of its facts: a line each below the heading, a single one in its line."""
    first, *more = (text for text, _ in facts)
    return "\n".join([heading, first, *more] if more else [f"{heading} {first.strip()}"]).strip()


def _related(snapshot: Snapshot, steps: Iterable[Step]) -> Iterator[Related]:
    for step in steps:
        text = snapshot.text(step.file) if step.file is not None else None
        if step.file is not None and step.line is not None and text is not None:
            span, _, _ = _place(snapshot, step.file, text, step.line, step.column)
            yield Related(step.file, text, span, step.what)


def _place(
    snapshot: Snapshot, path: str, text: Text, line: int, column: int | None, title: str = "", way: Way = ()
) -> tuple[Span, int, Span]:
    """The code that Puppet means by a line and column: what of it is underlined, the anchor, and all of it.

    Underlined is the first line; of an expression with several titles the one that is meant, of a value the part that the
    way leads to.
    """
    row = text.line_span(line)
    content = text.data[row.start : row.end]
    indent = len(content) - len(content.lstrip())
    whole = Span(row.start + indent, max(row.start + len(content.rstrip()), row.start + indent))
    if column is None:
        return whole, whole.start, whole
    anchor = text.puppet_offset(line, column)
    document = snapshot.document(path) if path.endswith(_PARSED) else None
    found = _anchored(document, anchor) if document is not None else None
    if found is not None:
        node, base = found
        within = node.span.shift(base)
        meant = narrow(node, title) if title else node
        if meant is not node:
            return meant.span.shift(base), anchor, within
        part = inside(node, way, title)
        if part is not node:
            anchor = base + part.start
        end = text.data.find(b"\n", anchor, base + part.end)
        return Span(min(base + part.start, anchor), base + part.end if end < 0 else end), anchor, within
    rest = Span(anchor, max(whole.end, anchor))
    return rest, anchor, rest


def _anchored(document: Document, anchor: int) -> tuple[ast.Node, int] | None:
    """The outermost node with an anchor, and what its places count from. It is around its anchor, but for code in heredocs."""
    around = ((step.node, step.base) for step in path_to(document, anchor))
    nodes = chain(around, walk(document.program.body))
    return next((each for each in nodes if each[1] + each[0].anchor == anchor), None)


_PARSED = (".pp", ".epp")


# One fact, once ---------------------------------------------------------------------------------------------


def merged(static: Sequence[Finding], evaluated: Sequence[Evaluated]) -> tuple[Finding, ...]:
    """Both, in order of place.

    Of evaluations that tell the same the first counts: a preview's, which has a chain; in data all that fail. What both found stays where the
    check shows it, which is the narrower place, with the evaluation's severity and its chain. An evaluation's message may
    hold several facts, a line each; those that no check found stay with it. Of a file that does not parse an evaluation has
    no errors to tell but that.
    """
    checks = list(static)
    rest: list[Finding] = []
    parses = all(found.code != SYNTAX_ERROR.code for found in static)
    seen: set[tuple[object, ...]] = set()
    for each in evaluated:
        told = each.finding
        sentences = told.anchor, each.heading, *(text for text, _ in each.facts)
        is_known = sentences in seen
        breaks = told.severity == "error" or told.code == SYNTAX_ERROR.code
        if (is_known and not each.is_of_data) or (not parses and breaks):
            continue
        seen.add(sentences)
        left = []
        for text, fault in each.facts:
            same = [at for at, found in enumerate(checks) if _same(found, each, fault)]
            for at in same:
                known = checks[at]
                related = tuple(dict.fromkeys((*known.related, *told.related)))
                checks[at] = known._replace(severity=_worse(known, told), related=related)
            if not same:
                left.append((text, fault))
        if left and not is_known:
            rest.append(each.of(left))
    return tuple(sorted([*checks, *rest], key=lambda finding: (finding.span, finding.code, finding.message)))


def _same(check: Finding, each: Evaluated, fault: Fault | None) -> bool:
    """The same code about the same thing in the same place: what has no subject is known by where Puppet says it is.

    In data an evaluation knows the key or the level, or the file alone: what a check tells of a part of it is that.
    """
    overlap = check.span.start < each.within.end and each.within.start < check.span.end
    if fault is not None and fault.place is not None:
        return overlap and check.code == fault.code
    if fault is not None and check.subject is not None:
        return overlap and (check.code, check.subject) == (fault.code, fault.subject)
    return check.code == each.finding.code and check.anchor == each.finding.anchor


def _worse(check: Finding, told: Finding) -> Severity:
    return "error" if "error" in (check.severity, told.severity) else check.severity

"""What is found in one file on disk, by checks and by an evaluation, as people are told."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from ..base.position import Position, Text
from ..checks.diagnostics import awaiting, diagnostics
from ..checks.finding import Finding, Fix, Related, Severity
from ..checks.of_no_check import OF_NO_CHECK
from ..features.evaluation import merged
from ..model.data_document import data_kind
from ..model.snapshot import Snapshot
from ..model.view import View
from ..project.files import Files
from ..syntax.parse import is_puppet
from ..workers.checking import mistakes_of
from .evaluated_items import evaluated_items, is_evaluated


class Other(NamedTuple):
    """Another place that explains a finding: where a resource is, where a class fails that a node has."""

    path: str
    at: Position
    message: str


class Report(NamedTuple):
    """A finding for people: `path` as it was given, Puppet's line and column (from 1, code points).

    `end` is one past the last character that is meant, `source` the line that it starts in. `fixes` are edits of files by their
    absolute paths.
    """

    path: str
    at: Position
    start: Position
    end: Position
    severity: Severity
    code: str
    message: str
    source: str = ""
    fixes: tuple[Fix, ...] = ()
    related: tuple[Other, ...] = ()


_PLACE = re.compile(r"\b(line|column):? \d+|(?<=file: )[^,()]*/")


def lasting(message: str) -> str:
    """A message without the lines, columns and folders that it names: as it is after a change above, and in another checkout."""
    return _PLACE.sub(r"\1", message)


def all_findings(snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
    """Those of checks, and those of an evaluation in this process."""
    static = diagnostics(snapshot, path)
    return with_evaluation(View(snapshot, path), static, snapshot.files) if is_evaluated(snapshot, path) else static


def with_evaluation(view: View, static: tuple[Finding, ...], files: Files) -> tuple[Finding, ...]:
    """The findings of checks with those of an evaluation of the file, which reads `files`; the view notes its look-ups."""
    snapshot = view.snapshot
    environment, language = snapshot.site_of(view.path).environment, snapshot.settings.language
    mistakes = mistakes_of(environment, language, view.path, files, ())
    told = evaluated_items(view, mistakes, awaiting(snapshot, view.path))
    return merged((*static, *told.unused), told.items)


def unusual(snapshot: Snapshot, path: str, shown: str) -> list[Report]:
    """What is said of a file that people call `shown` and that is no code and no data, or cannot be read."""
    if not (is_puppet(path) or data_kind(path)) and snapshot.files.is_file(path):
        return [without_place(shown, "NOT_CHECKED", "no manifest, template or data: it is not checked")]
    document = snapshot.document(path) or snapshot.data(path)
    refusal = snapshot.files.refusal(path) if document is None else None
    return [] if refusal is None else [without_place(shown, "NOT_READ", refusal)]


def reports_of(snapshot: Snapshot, path: str, shown: str, findings: Iterable[Finding]) -> list[Report]:
    document = snapshot.document(path) or snapshot.data(path)
    text = document.text if document is not None else Text(b"")
    return [_report(text, shown, finding) for finding in findings]


def without_place(shown: str, code: str, message: str) -> Report:
    """Of no check: about a file as a whole."""
    start = Position(1, 1)
    return Report(shown, start, start, start, OF_NO_CHECK[code].severity, code, message)


def _report(text: Text, shown: str, finding: Finding) -> Report:
    start = text.puppet_position(finding.span.start)
    line = text.line_span(start.line)
    return Report(
        shown,
        text.puppet_position(finding.anchor),
        start,
        text.puppet_position(finding.span.end),
        finding.severity,
        finding.code,
        finding.message,
        text.data[line.start : line.end].decode("utf-8", "replace").rstrip("\r\n"),
        finding.fixes,
        tuple(
            _other(shown, each) for each in finding.related if (each.path, each.span) != (finding.path, finding.span)
        ),
    )


def _other(shown: str, place: Related) -> Other:
    """`shown` is what people call the file of the finding."""
    path = place.path if os.path.isabs(shown) else os.path.relpath(place.path)
    return Other(path, place.text.puppet_position(place.span.start), place.message)

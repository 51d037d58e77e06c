"""What is found in one file on disk, by checks and by an evaluation, as people are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..base.position import Position, Text
from ..checks.diagnostics import diagnostics
from ..checks.finding import Finding, Fix, Severity
from ..features.evaluation import merged
from ..model.data_document import data_kind
from ..model.snapshot import Snapshot
from ..syntax.parse import is_puppet
from ..workers.checking import mistakes_of
from .evaluated_items import evaluated_items, is_evaluated


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


def all_findings(snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
    """Those of checks, and those of an evaluation in this process."""
    return with_evaluated(snapshot, path, mistakes_in(snapshot, path))


def mistakes_in(snapshot: Snapshot, path: str) -> list[Mapping[str, Any]]:
    """What an evaluation of a file in this process shows (`workers.checking`)."""
    if not is_evaluated(snapshot, path):
        return []
    environment, language = snapshot.site_of(path).environment, snapshot.settings.language
    return [*mistakes_of(environment, language, path, snapshot.files, ())]


def with_evaluated(snapshot: Snapshot, path: str, mistakes: Iterable[Mapping[str, Any]]) -> tuple[Finding, ...]:
    return merged(diagnostics(snapshot, path), evaluated_items(snapshot, path, mistakes))


def reports(snapshot: Snapshot, path: str, shown: str, quick: bool) -> list[Report]:
    """All of a file that people call `shown`, in order of place; of what is no code and no data, that it is none."""
    if not (is_puppet(path) or data_kind(path)) and snapshot.files.is_file(path):
        return [without_place(shown, "NOT_CHECKED", "no manifest, template or data: it is not checked", "information")]
    document = snapshot.document(path) or snapshot.data(path)
    refusal = snapshot.files.refusal(path) if document is None else None
    refused = [] if refusal is None else [without_place(shown, "NOT_READ", refusal)]
    text = document.text if document is not None else Text(b"")
    found = diagnostics(snapshot, path) if quick else all_findings(snapshot, path)
    return [*refused, *(_report(text, shown, finding) for finding in found)]


def without_place(shown: str, code: str, message: str, severity: Severity = "error") -> Report:
    start = Position(1, 1)
    return Report(shown, start, start, start, severity, code, message)


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
    )

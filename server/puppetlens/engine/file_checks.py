"""What is found in one file on disk, by checks and by an evaluation, as people are told."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from ..base.position import Position, Text
from ..base.system_paths import absolute
from ..checks.diagnostics import awaiting, diagnostics
from ..checks.finding import Finding, Fix, Related, Severity
from ..checks.of_no_check import OF_NO_CHECK
from ..features.evaluation import merged
from ..model.data_document import data_kind
from ..model.snapshot import Snapshot
from ..model.view import View
from ..project.files import Files
from ..syntax.parse import is_puppet
from ..workers.checking import mistakes_in_data, mistakes_of
from .carried_over import Mistakes
from .evaluated_items import evaluated_items, is_evaluated, is_read_by_nodes


class Other(NamedTuple):
    """Another place that explains a finding: where a resource is, where a class fails that a node has."""

    path: str
    at: Position
    message: str


class Report(NamedTuple):
    """A finding for people: Puppet's line and column (from 1, code points). Paths are absolute until it is `called`.

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
    if not is_evaluated(snapshot, path):
        return static
    find = mistakes_in_data_of if is_read_by_nodes(snapshot, path) else mistakes_in_code
    return with_evaluation(View(snapshot, path), static, find(snapshot, path, snapshot.files))


def mistakes_in_code(snapshot: Snapshot, path: str, files: Files) -> Mistakes:
    """What an evaluation of a file's code, which reads `files`, says of it."""
    return mistakes_of(snapshot.site_of(path).environment, snapshot.settings.language, path, files, ())


def mistakes_in_data_of(snapshot: Snapshot, path: str, files: Files) -> Mistakes:
    """What evaluations of the nodes of a file's site, which read `files`, say of all data there."""
    return mistakes_in_data(snapshot.site_of(path).environment, snapshot.settings.language, files, ())


def with_evaluation(view: View, static: tuple[Finding, ...], mistakes: Mistakes) -> tuple[Finding, ...]:
    """The findings of checks with those of an evaluation; the view notes its look-ups."""
    told = evaluated_items(view, mistakes, awaiting(view.snapshot, view.path))
    return merged((*static, *told.unused), told.items)


def unusual(snapshot: Snapshot, path: str) -> list[Report]:
    """What is said of a file that is no code and no data, or cannot be read."""
    if not (is_puppet(path) or data_kind(path)) and snapshot.files.is_file(path):
        return [without_place(path, "NOT_CHECKED", "no manifest, template or data: it is not checked")]
    document = snapshot.document(path) or snapshot.data(path)
    refusal = snapshot.files.refusal(path) if document is None else None
    return [] if refusal is None else [without_place(path, "NOT_READ", refusal)]


def reports_of(snapshot: Snapshot, path: str, findings: Iterable[Finding]) -> list[Report]:
    document = snapshot.document(path) or snapshot.data(path)
    text = document.text if document is not None else Text(b"")
    return [_report(text, path, finding) for finding in findings]


def called(report: Report, shown: str) -> Report:
    """As people call the file that they asked about: other files by their whole paths if that is one, else from here."""
    if os.path.isabs(shown):
        return report._replace(path=shown)
    related = tuple(each._replace(path=os.path.relpath(each.path)) for each in report.related)
    return report._replace(path=shown, message=from_here(report.message), related=related)


def from_here(message: str) -> str:
    """With files named from the current folder."""
    here = absolute(os.curdir)
    return message.replace(f"{here}/", "") if here != "/" else message


def without_place(path: str, code: str, message: str) -> Report:
    """Of no check: about a file as a whole."""
    start = Position(1, 1)
    return Report(path, start, start, start, OF_NO_CHECK[code].severity, code, message)


def _report(text: Text, path: str, finding: Finding) -> Report:
    start = text.puppet_position(finding.span.start)
    line = text.line_span(start.line)
    return Report(
        path,
        text.puppet_position(finding.anchor),
        start,
        text.puppet_position(finding.span.end),
        finding.severity,
        finding.code,
        finding.message,
        text.data[line.start : line.end].decode("utf-8", "replace").rstrip("\r\n"),
        finding.fixes,
        tuple(_other(each) for each in finding.related if (each.path, each.span) != (finding.path, finding.span)),
    )


def _other(place: Related) -> Other:
    return Other(place.path, place.text.puppet_position(place.span.start), place.message)

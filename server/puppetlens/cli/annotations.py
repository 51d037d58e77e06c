"""Findings as services that show them beside a change want them, and other tools."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..engine.file_checks import Report

_GITHUB = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}
_SARIF = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
_GITLAB = {"error": "major", "warning": "minor", "information": "info", "hint": "info"}


def github(report: Report) -> str:
    """A command of GitHub's workflows: its runner shows it at the line."""
    title = _escaped(report.code).replace(":", "%3A").replace(",", "%2C")
    path = _escaped(_plain(report.path)).replace(":", "%3A").replace(",", "%2C")
    place = f"file={path},line={report.at.line},col={report.at.column},title={title}"
    return f"::{_GITHUB[report.severity]} {place}::{_escaped(report.message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def gitlab(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """The entries of a Code Quality report, which is one of Code Climate."""
    return [_entry(report, own) for report, own in zip(reports, _fingerprints(reports), strict=True)]


def _entry(report: Report, fingerprint: str) -> dict[str, Any]:
    last = report.end.line - 1 if report.end.column == 1 else report.end.line  # the end is one past what is meant
    return {
        "type": "issue",
        "categories": ["Style" if report.severity == "hint" else "Bug Risk"],
        "description": " ".join(line.strip() for line in report.message.splitlines()),
        **_content(report.message),
        "check_name": report.code,
        "fingerprint": fingerprint,
        "severity": _GITLAB[report.severity],
        "location": {
            "path": _plain(report.path),
            "lines": {"begin": report.at.line, "end": max(report.at.line, last)},
        },
    }


def _content(message: str) -> dict[str, Any]:
    """In Markdown, as code, what has several lines: a description has one."""
    body = "".join(f"    {line}\n" for line in message.splitlines())
    return {"content": {"body": body}} if "\n" in message else {}


def sarif(reports: Sequence[Report]) -> dict[str, Any]:
    """A log of SARIF 2.1.0, which code scanning of GitHub, Azure and editors read. Columns count code points."""
    from .. import __version__
    from ..engine.documentation import described

    codes = sorted({report.code for report in reports})
    driver = {
        "name": "puppetlens",
        "version": __version__,
        "rules": [{"id": code, "shortDescription": {"text": described(code)}} for code in codes],
    }
    results = [
        {
            "ruleId": report.code,
            "ruleIndex": codes.index(report.code),
            "level": _SARIF[report.severity],
            "message": {"text": report.message},
            "locations": [{"physicalLocation": _location(report)}],
            "partialFingerprints": {"puppetlens/v1": own},
            **_related(report),
        }
        for report, own in zip(reports, _fingerprints(reports), strict=True)
    ]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _related(report: Report) -> dict[str, Any]:
    found = [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": _uri(each.path)},
                "region": {"startLine": each.at.line, "startColumn": each.at.column},
            },
            "message": {"text": each.message},
        }
        for each in report.related
    ]
    return {"relatedLocations": found} if found else {}


def _location(report: Report) -> dict[str, Any]:
    region = {"startLine": report.start.line, "startColumn": report.start.column}
    if report.end > report.start:
        region.update(endLine=report.end.line, endColumn=report.end.column)
    return {"artifactLocation": {"uri": _uri(report.path)}, "region": region}


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(_plain(path).encode("utf-8", "surrogateescape"))


def junit(reports: Sequence[Report]) -> str:
    """A suite of tests in JUnit's XML, as Jenkins' schema has it: a case for each file that has findings, which fails where one
    is an error. A case has one failure, as readers show no second one."""
    from xml.etree import ElementTree

    by_file: dict[str, list[Report]] = {}
    for report in reports:
        by_file.setdefault(_plain(report.path), []).append(report)
    failed = [path for path, own in by_file.items() if any(each.severity == "error" for each in own)]
    counts = {"tests": str(max(len(by_file), 1)), "failures": str(len(failed)), "errors": "0"}
    whole = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(whole, "testsuite", {"name": "puppetlens", **counts})
    for path, own in (by_file or {"all files": []}).items():
        case = ElementTree.SubElement(suite, "testcase", classname="puppetlens", name=_printable(path))
        errors = [each for each in own if each.severity == "error"]
        others = [each for each in own if each.severity != "error"]
        if errors:
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            said = {"type": errors[0].code, "message": _printable(errors[0].message) + more}
            ElementTree.SubElement(case, "failure", said).text = _lines(errors)
        if others:
            ElementTree.SubElement(case, "system-out").text = _lines(others)
    ElementTree.indent(whole)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(whole, "unicode")


def _lines(reports: Sequence[Report]) -> str:
    lines = (f"{each.at.line}:{each.at.column}: {each.severity}: {each.message} [{each.code}]" for each in reports)
    return _printable("\n".join(lines))


def _printable(text: str) -> str:
    """Without what XML cannot have."""
    return "".join(each if each in "\t\n" or " " <= each < "\ud800" or each > "\udfff" else "?" for each in text)


def _fingerprints(reports: Sequence[Report]) -> list[str]:
    """What tells each finding from all others, in their order; it outlives a change of lines above."""
    from ..engine.file_checks import lasting

    seen = Counter[str]()
    found = []
    for report in reports:
        said = f"{_plain(report.path)}\0{report.code}\0{lasting(report.message)}"
        nth = f"\0{seen[said]}" if seen[said] else ""  # of several that say the same the first keeps what it had
        seen[said] += 1
        found.append(hashlib.sha256(f"{said}{nth}".encode("utf-8", "surrogateescape")).hexdigest())
    return found


def _plain(path: str) -> str:
    """As a repository has it, in which the command runs: relative, and with slashes."""
    if os.path.isabs(path):
        relative = os.path.relpath(path)
        path = path if relative.split(os.sep)[0] == os.pardir else relative
    return path.replace(os.sep, "/").removeprefix("./")

"""Findings as services that show them beside a change want them, and other tools."""

from __future__ import annotations

import hashlib
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


def gitlab(report: Report) -> dict[str, Any]:
    """An entry of a Code Quality report, which is one of Code Climate."""
    return {
        "type": "issue",
        "categories": ["Style" if report.severity == "hint" else "Bug Risk"],
        "description": report.message,
        "check_name": report.code,
        "fingerprint": fingerprint(report),
        "severity": _GITLAB[report.severity],
        "location": {"path": _plain(report.path), "lines": {"begin": report.at.line}},
    }


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
            "partialFingerprints": {"puppetlens/v1": fingerprint(report)},
        }
        for report in reports
    ]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _location(report: Report) -> dict[str, Any]:
    from urllib.parse import quote

    region = {"startLine": report.start.line, "startColumn": report.start.column}
    if report.end > report.start:
        region.update(endLine=report.end.line, endColumn=report.end.column)
    uri = quote(_plain(report.path).encode("utf-8", "surrogateescape"))
    return {"artifactLocation": {"uri": uri}, "region": region}


def junit(reports: Sequence[Report]) -> str:
    """A suite of tests in JUnit's XML: a case for each file that has findings, which fails where one is an error."""
    from xml.etree import ElementTree

    by_file: dict[str, list[Report]] = {}
    for report in reports:
        by_file.setdefault(_plain(report.path), []).append(report)
    failures = str(sum(report.severity == "error" for report in reports))
    suite = ElementTree.Element("testsuite", name="puppetlens", tests=str(max(len(by_file), 1)), failures=failures)
    for path, own in (by_file or {"all files": []}).items():
        case = ElementTree.SubElement(suite, "testcase", classname="puppetlens", name=_printable(path))
        for report in own:
            text = f"{report.at.line}:{report.at.column}: {report.severity}: {report.message}"
            is_failure = report.severity == "error"
            kind = ElementTree.SubElement(case, "failure" if is_failure else "system-out")
            if is_failure:
                kind.attrib.update(type=report.code, message=_printable(report.message))
            kind.text = _printable(f"{text} [{report.code}]")
    whole = ElementTree.Element("testsuites", tests=suite.attrib["tests"], failures=failures)
    whole.append(suite)
    ElementTree.indent(whole)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(whole, "unicode")


def _printable(text: str) -> str:
    """Without what XML cannot have."""
    return "".join(each if each in "\t\n" or " " <= each < "\ud800" or each > "\udfff" else "?" for each in text)


def fingerprint(report: Report) -> str:
    """What tells a finding from others; it outlives a change of lines above."""
    written = f"{_plain(report.path)}\0{report.code}\0{report.message}".encode("utf-8", "surrogateescape")
    return hashlib.sha256(written).hexdigest()


def _plain(path: str) -> str:
    return path.removeprefix("./")

"""Findings as the services that show them beside a change want them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..engine.check import Report

_GITHUB = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}
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
    """An entry of a Code Quality report. The fingerprint outlives a change of lines above."""
    path = _plain(report.path)
    fingerprint = hashlib.sha256(f"{path}\0{report.code}\0{report.message}".encode("utf-8", "surrogateescape"))
    return {
        "description": report.message,
        "check_name": report.code,
        "fingerprint": fingerprint.hexdigest(),
        "severity": _GITLAB[report.severity],
        "location": {"path": path, "lines": {"begin": report.at.line}},
    }


def _plain(path: str) -> str:
    return path.removeprefix("./")

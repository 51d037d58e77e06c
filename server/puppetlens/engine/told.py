"""What an evaluation's answer says of places in files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..checks.finding import Severity
from ..features.evaluation import Step, Told

#: The levels of messages that are about code, and not about what it does.
_SEVERITIES: dict[str, Severity] = {"err": "error", "warning": "warning"}


def told_by(answer: Mapping[str, Any], node: str) -> tuple[Told, ...]:
    """Its error and Puppet's own warnings, where they have a place."""
    return tuple(_all(answer, node))


def _all(answer: Mapping[str, Any], node: str) -> Iterator[Told]:
    error = answer["error"]
    if error is not None:
        chain = [Step(step["what"], step["file"], step["line"], step["column"]) for step in error.get("chain", ())]
        first, *outer = chain or [Step("", error["file"], error["line"], error["column"])]
        if first.file is not None and first.line is not None:
            message = f"{first.what or error['message']} on node {node}"
            code = error["issue_code"] or "EVALUATION_ERROR"
            yield Told(first.file, first.line, first.column, "error", code, message, tuple(outer))
    for level, message, *data in answer["logs"]:
        said = data[0] if data else {}
        if level in _SEVERITIES and said.get("file") is not None and said.get("line") is not None:
            code = said.get("issue_code") or "EVALUATION_WARNING"
            yield Told(said["file"], said["line"], said.get("column"), _SEVERITIES[level], code, message)

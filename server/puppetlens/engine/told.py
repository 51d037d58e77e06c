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


def _reported(error: Mapping[str, Any], node: str) -> Iterator[Told]:
    """Each of several static errors in one file, whose sum has no place."""
    for each in error["reported"]:
        if error["file"] is not None and each["line"] is not None:
            message = f"{each['message']} on node {node}"
            yield Told(error["file"], each["line"], each["column"], "error", "EVALUATION_ERROR", message)


def _all(answer: Mapping[str, Any], node: str) -> Iterator[Told]:
    error = answer["error"]
    if error is not None:
        chain = [Step(step["what"], step["file"], step["line"], step["column"]) for step in error.get("chain", ())]
        first, *outer = chain or [Step("", error["file"], error["line"], error["column"])]
        if first.line is None and error.get("reported"):
            yield from _reported(error, node)
        # A fault without a place is shown where what it is in was declared.
        at = next((step for step in (first, *outer) if step.file is not None and step.line is not None), None)
        if at is not None:
            message = f"{first.what or error['message']} on node {node}"
            code = error["issue_code"] or "EVALUATION_ERROR"
            yield Told(str(at.file), at.line or 0, at.column, "error", code, _with_hint(message, error), tuple(outer))
    for level, message, *data in answer["logs"]:
        said = data[0] if data else {}
        if level in _SEVERITIES and said.get("file") is not None and said.get("line") is not None:
            code = said.get("issue_code") or "EVALUATION_WARNING"
            told = _with_hint(message, said)
            yield Told(said["file"], said["line"], said.get("column"), _SEVERITIES[level], code, told)


def _with_hint(message: str, said: Mapping[str, Any]) -> str:
    return f"{message}\n{said['hint']}" if said.get("hint") else message

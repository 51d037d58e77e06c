"""What an evaluation's answer says of places in files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..base.errors import NAMED_PLACE, Fault, Location, Subject
from ..base.near_names import nearest
from ..checks.finding import Severity
from ..features.evaluation import EvaluationFinding, Step, facts_of, in_words

Data = Mapping[str, Any]

#: What Puppet puts into a message, of the call in code by which it came there, and its place.
_CALL = re.compile(r"Evaluation Error: Error while evaluating a [\w ]+, | \(file: [^(),]+, line: \d+\)(?= on )")
#: The levels of messages that are about code, and not about what it does.
_SEVERITIES: dict[str, Severity] = {"err": "error", "warning": "warning"}


def evaluation_findings(answer: Data, node: str) -> tuple[EvaluationFinding, ...]:
    """Its error and Puppet's own warnings, where they have a place."""
    error = answer["error"]
    found = [] if error is None else list(_of_error(error, f" on node {node}"))
    return (*found, *_of_logs(answer["logs"]))


def findings_of_error(error: Data) -> Iterator[EvaluationFinding]:
    """Those of a mistake in code (`workers.checking`): with its severity, and nothing said of a node."""
    for each in _of_error(error, ""):
        yield each._replace(severity=error["severity"])


def _of_error(error: Data, tail: str) -> Iterator[EvaluationFinding]:
    innermost = {"what": error["message"], **{name: error[name] for name in ("file", "line", "column")}}
    first, *outer = (_step(step) for step in error.get("chain") or [innermost])
    if first.line is None:
        yield from _reported(error, tail)
    related, tail = tuple(_step(step) for step in error.get("related", ())), tail + _hint(error)
    heading, facts = facts_of(first.what, tuple(map(_fault, error.get("faults", ()))))
    here = []
    for text, fault in _without_slips(facts):
        if fault is None or fault.place is None or fault.place.file is None:
            here.append((text, fault))
            continue
        if fault.place.line is None:
            continue  # what was there is not there any more (`carried_over`)
        chain = outer if first[1:] == fault.place else [first._replace(what=NAMED_PLACE), *outer]
        place = fault.place.file, fault.place.line, fault.place.column
        what = _CALL.sub("", in_words(heading, [(text, fault)]))
        yield EvaluationFinding(*place, "error", fault.code, what, tail, (fault,), related, _once(chain, related))
    # A fault without a place is shown where what it is in was declared.
    at = next((step for step in (first, *outer) if step.file is not None and step.line is not None), None)
    if at is not None and here:
        what = in_words(heading, here)
        faults = tuple(fault for _, fault in here if fault is not None)
        code = error["issue_code"] or "EVALUATION_ERROR"
        yield EvaluationFinding(
            str(at.file),
            at.line or 0,
            at.column,
            "error",
            code,
            what,
            tail,
            faults,
            related,
            _once(outer, related),
            tuple(error.get("way", ())),
        )


def _without_slips(facts: Sequence[tuple[str, Fault | None]]) -> list[tuple[str, Fault | None]]:
    """Those of what is said, but for a parameter that is missing because it is the one that is misspelt."""
    faults = [fault for _, fault in facts if fault is not None]
    misspelt = [each.subject.parameter for each in faults if each.code == "INVALID_PARAMETER"]
    meant = [
        each
        for each in faults
        if each.code == "MISSING_PARAMETER" and nearest(each.subject.parameter, misspelt) is not None
    ]
    return [(text, fault) for text, fault in facts if fault not in meant]


def _once(chain: Sequence[Step], related: Sequence[Step]) -> tuple[Step, ...]:
    """The steps, but for Puppet's place where another step, or what is `related`, says what is in that line."""
    lines = [(step.file, step.line) for step in (*chain, *related) if step.what != NAMED_PLACE]
    return tuple(step for step in chain if step.what != NAMED_PLACE or (step.file, step.line) not in lines)


def _fault(data: Data) -> Fault:
    place = data["place"] and Location(**data["place"])
    return Fault(data["code"], Subject(**data["subject"]), data["title"], place)


def _reported(error: Data, tail: str) -> Iterator[EvaluationFinding]:
    """Each of several static errors in one file, whose sum has no place."""
    for each in error.get("reported", ()):
        if error["file"] is not None and each["line"] is not None:
            code = each.get("issue_code") or "EVALUATION_ERROR"
            yield EvaluationFinding(error["file"], each["line"], each["column"], "error", code, each["message"], tail)


def _of_logs(logs: Any) -> Iterator[EvaluationFinding]:
    for level, message, *data in logs:
        said = data[0] if data else {}
        if level in _SEVERITIES and said.get("file") is not None and said.get("line") is not None:
            code, at = said.get("issue_code") or "EVALUATION_WARNING", (said["file"], said["line"], said.get("column"))
            yield EvaluationFinding(*at, _SEVERITIES[level], code, message, _hint(said))


def _step(data: Data) -> Step:
    return Step(data["what"], data["file"], data["line"], data["column"])


def _hint(said: Data) -> str:
    return f"\n{said['hint']}" if said.get("hint") else ""

"""What real Puppet refuses is shown where a node is active: all of it, and what no check finds in the place that Puppet names.

The node is the one that Puppet compiled, with its facts and what the classifier says of it in files of the environment. Where
Puppet names a place, that is the finding's, or one of those that it relates: an editor shows the very spot, which may be in
Ruby or in data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from programs import NODE, Answer, Program, programs_of, recorded_answer, topics
from puppetlens.base.cancellation import NEVER
from puppetlens.base.position import Text
from puppetlens.checks.finding import Finding
from puppetlens.engine.evaluation_findings import evaluation_findings
from puppetlens.engine.findings import Diagnostics, Findings
from puppetlens.engine.language import evaluation_settings, model_settings
from puppetlens.engine.settings import Settings
from puppetlens.features.evaluation import EvaluationFinding
from puppetlens.model.world import World
from puppetlens.project.files import MemoryFiles
from puppetlens.workers.hosts import wait_for_ruby
from puppetlens.workers.jobs import preview
from test_found_while_typing import listed

from tests.support.fixture import ROOT

SETTINGS = Settings(puppet_version="8.11.0")
CERTNAME = NODE["name"]


@pytest.mark.slow
def test_what_puppet_refuses_is_shown_for_the_active_node() -> None:
    wait_for_ruby()
    unlisted, wrong = dict(listed()), []
    for topic in topics():
        for program in programs_of(topic):
            answer = recorded_answer(program, 8, "default")
            if answer is None or answer["error"] is None:
                continue
            key = f"{topic}: {program.name}"
            errors = [each for each in shown(program) if each.severity == "error"]
            # An agent sends `clientcert`, of which this program asks whether it is there: another line of it is refused.
            is_sent = "'clientcert'" in answer["error"]["message"]
            is_shown = (
                any(_is_there(each, answer["error"]) for each in errors)
                if key in unlisted and not is_sent
                else bool(errors)
            )
            if not is_shown:
                wrong.append(f"{key}: {answer['error']['message']}: {errors}")
    assert wrong == []


def _is_there(finding: Finding, error: Answer) -> bool:
    """At the line that Puppet names, or related to it; where Puppet names none, or a file that is not there, anywhere. What
    is wrong with the syntax the check alone says, where it is best mended."""
    name = (error.get("file") or "").replace("@ENV@", ROOT)
    file = f"{ROOT}/manifests/site.pp" if name == "site.pp" else name
    is_syntax = finding.code == "SYNTAX_ERROR" and finding.path == file
    if error["line"] is None or not file.startswith(ROOT) or is_syntax:
        return True
    places = [
        (finding.path, _TEXTS[finding.path], finding.span),
        *((at.path, at.text, at.span) for at in finding.related),
    ]
    return any(path == file and text.puppet_position(span.start).line == error["line"] for path, text, span in places)


_TEXTS: dict[str, Text] = {}


def shown(program: Program) -> Iterator[Finding]:
    """What is published of all files once the node's catalog was compiled."""
    facts = {"name": CERTNAME, "values": program.beside.get("facts", NODE["facts"])}
    files = {"environment.conf": "", **program.files, f"facts/{CERTNAME}.json": json.dumps(facts)}
    if "enc" in program.beside:
        files[f"nodes/{CERTNAME}.yaml"] = json.dumps(program.beside["enc"])
    memory = MemoryFiles({f"{ROOT}/{path}": text.encode() for path, text in files.items()})
    settings = {**evaluation_settings(SETTINGS), **program.beside.get("settings", {})}
    request = {"environment_dir": ROOT, "node": CERTNAME, "settings": settings, "opened": [ROOT]}
    told = evaluation_findings(preview(request, memory, NEVER), CERTNAME)
    snapshot = World(memory, [ROOT], model_settings(SETTINGS)).snapshot()
    findings = Findings(lambda: snapshot, lambda _: None, _Told(told), _Nothing(), _Nothing())  # type: ignore[arg-type]
    for path in sorted({each.file for each in told}):
        found = _result(findings.find(path, checked=True))
        if found is not None:
            _TEXTS[path] = found.text
            yield from (each for each in found.findings if each.path == path)


class _Told:
    """Previews that have told this."""

    def __init__(self, told: tuple[EvaluationFinding, ...]) -> None:
        self._told = told

    def told(self) -> tuple[EvaluationFinding, ...]:
        return self._told


class _Nothing:
    """No evaluations of files, no values of a node."""

    observed = None

    def mistakes(self, path: str) -> None:
        return None

    def likely_mistakes(self, path: str) -> tuple[()]:
        return ()


def _result(steps: Iterator[None]) -> Diagnostics | None:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Diagnostics | None = end.value
            return found

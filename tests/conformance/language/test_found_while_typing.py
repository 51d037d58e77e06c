"""What real Puppet refuses is found in the files themselves, by checks and by an evaluation of what they hold.

`not_while_typing.txt` has the programs of which nothing is told, each with the reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from programs import HERE, NODE, Answer, Program, programs_of, recorded_answer, topics
from puppetlens.base.language import Language
from puppetlens.base.position import Text
from puppetlens.checks.finding import Finding
from puppetlens.engine.file_checks import all_findings
from puppetlens.model.settings import Settings
from puppetlens.model.world import World
from puppetlens.project.files import MemoryFiles

from tests.support.fixture import ROOT

REASONS = ("intended", "classifier", "facts", "data", "Ruby", "variable")
#: Of the programs that Puppet refuses at most these may be in the list.
MOST = 0.05


@pytest.mark.slow
def test_what_puppet_refuses_is_found_while_typing() -> None:
    known, refused = dict(listed()), 0
    wrong: list[str] = []
    for topic in topics():
        for program in programs_of(topic):
            answer = recorded_answer(program, 8, "default")
            if answer is not None and answer["error"] is not None:
                refused += 1
                key = f"{topic}: {program.name}"
                found = _is_found(program, answer["error"])
                if found == (key in known):
                    wrong.append(f"{key}: {'found, but listed' if found else answer['error']['message']}")
    assert wrong == []
    assert len(known) <= MOST * refused, f"{len(known)} of {refused}"


def test_the_list_names_programs_and_reasons() -> None:
    programs = {f"{topic}: {program.name}" for topic in topics() for program in programs_of(topic)}
    assert {key for key, _ in listed()} <= programs
    assert {reason for _, reason in listed()} <= set(REASONS)


def listed() -> Iterator[tuple[str, str]]:
    """A line of the list is `topic: name: reason`."""
    for line in (HERE / "not_while_typing.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            key, _, reason = line.rpartition(": ")
            yield key, reason


def _is_found(program: Program, error: Answer) -> bool:
    """By an error or a warning on a line that Puppet names, or the one before (where a comma is missing), or in its words,
    or about the same name, or in the data that the error comes from."""
    last = error["message"].replace("@ENV@", ROOT).rpartition(", ")[2].rpartition(": ")[2]
    line = error.get("line")
    lines = {line, (line or 0) - 1, *map(int, _LINE.findall(error["message"]))}
    names = set(_NAME.findall(error["message"]))
    for path, finding in _findings(program):
        text = Text({**program.files, **kept_of_the_node(program)}[path].encode())
        at = text.puppet_position(finding.span.start).line
        if (
            line is None
            or not path.endswith(".pp")
            or at in lines
            or last in finding.message
            or names & set(_NAME.findall(finding.message))
        ):
            return True
    return False


def kept_of_the_node(program: Program) -> dict[str, str]:
    """What an environment keeps of the node that Puppet compiled: its facts, and what the classifier says."""
    name, classified = NODE["name"], program.beside.get("enc")
    facts = {"name": name, "values": program.beside.get("facts", NODE["facts"])}
    kept = {f"facts/{name}.json": json.dumps(facts)}
    return kept if classified is None else {**kept, f"nodes/{name}.yaml": json.dumps(classified)}


def _findings(program: Program) -> Iterator[tuple[str, Finding]]:
    files = {"environment.conf": "", **program.files, **kept_of_the_node(program)}
    memory = MemoryFiles({f"{ROOT}/{path}": text.encode() for path, text in files.items()})
    language = Language(puppet_version=(8, 11, 0), strict="error", strict_variables=True)
    snapshot = World(memory, [ROOT], Settings(language=language)).snapshot()
    for path in (*program.files, *kept_of_the_node(program)):
        yield from ((path, each) for each in all_findings(snapshot, f"{ROOT}/{path}") if each.severity in _TOLD)


_TOLD = ("error", "warning")
_NAME = re.compile(r"'([a-z]\w*)'")
_LINE = re.compile(r"line[=:] ?(\d+)")

"""Every program of the suite is answered as real Puppet 7 and 8 answer it: catalog, logs, errors and their places.

What is recorded is compared always; the Puppet 7 that is installed is asked live where the slow tests run.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from comparison import ask_here, differences
from plant import SERVER, drawn, read_faults
from programs import ASKED, HERE, MODES, Program, programs_of, recorded_answer, topics
from puppetlens.validate.codes import Code
from record import ask_puppet

from tests.support.programs import need_puppet

#: Programs at the least, by subject: the first word of a topic.
LEAST = dict.fromkeys(
    (
        "classes", "defaults", "overrides", "collectors", "relationships", "nodes", "scopes", "sensitive", "deferred",
        "hiera", "errors", "warnings",
    ),
    25,
)  # fmt: skip


def known_differences() -> dict[tuple[str, str], str]:
    """Reasons by topic and name, a line `topic: name: reason` each."""
    lines = (HERE / "differences.txt").read_text("utf-8").splitlines()
    rows = [line.split(": ", 2) for line in lines if line and not line.startswith("#")]
    return {(topic, name): reason for topic, name, reason in rows}


KNOWN = known_differences()
#: The version and the mode that the quick tests ask.
USUAL = (8, "default")
PROGRAMS = [program for topic in topics() for program in programs_of(topic)]


@pytest.mark.parametrize("topic", topics())
def test_programs(topic: str) -> None:
    """As a Puppet 8 that nobody configured answers them; known differences show, may be in another mode alone."""
    found = {
        program.name: wrong(program, ASKED if (topic, program.name) in KNOWN else [USUAL])
        for program in programs_of(topic)
    }
    unknown = {name: lines for name, lines in found.items() if lines and (topic, name) not in KNOWN}
    assert not unknown, "\n".join(f"{name}\n{lines}" for name, lines in unknown.items())
    assert [name for name, lines in found.items() if not lines and (topic, name) in KNOWN] == [], (
        "not different any more"
    )


@pytest.mark.slow
@pytest.mark.parametrize("topic", topics())
def test_programs_in_all_other_modes(topic: str) -> None:
    modes = [asked for asked in ASKED if asked != USUAL]
    programs = [program for program in programs_of(topic) if (topic, program.name) not in KNOWN]
    found = {program.name: lines for program in programs if (lines := wrong(program, modes))}
    assert not found


def wrong(program: Program, modes: Sequence[tuple[int, str]]) -> str:
    """What is not as recorded, in lines."""
    found = []
    for major, mode in modes:
        real = recorded_answer(program, major, mode)
        assert real is not None, "what is recorded is not of this program: run record.py"
        found += [f"Puppet {major}, {mode}: {line}" for line in differences(ask_here(program, major, mode), real)]
    return "\n".join(found)


def test_known_differences_name_programs() -> None:
    assert KNOWN.keys() <= {(program.topic, program.name) for program in PROGRAMS}


def test_every_subject_has_its_programs() -> None:
    counts = Counter(program.topic.partition("-")[0] for program in PROGRAMS)
    assert {name: counts[name] for name, least in LEAST.items() if counts[name] < least} == {}


def test_every_static_rule_has_a_program_that_puppet_refuses() -> None:
    asked = [(program, major, mode) for program in programs_of("static_rules") for major, mode in ASKED]
    answers = [recorded_answer(*each) for each in asked]
    errors = [answer["error"] for answer in answers if answer is not None and answer["error"] is not None]
    messages = [each["message"] for error in errors for each in [error, *error.get("reported", [])]]
    messages += [log[1] for answer in answers if answer is not None for log in answer["logs"]]
    texts = {code.name: re.sub(r"\\{.*?\\}", ".+", re.escape(code.value)) for code in Code}
    assert [name for name, text in texts.items() if not any(map(re.compile(text).search, messages))] == []


def test_every_fault_can_be_planted() -> None:
    stale = [
        f"{fault.path} has {count} times, not once, what {fault.name!r} replaces:\n{fault.before}"
        for fault in read_faults(HERE / "faults.txt")
        if (count := times_found(SERVER / "puppetlens" / fault.path, fault.before)) != 1
    ]
    assert not stale, "\n\n".join(stale)


def test_the_faults_that_ci_draws_are_of_all_layers() -> None:
    faults = read_faults(HERE / "faults.txt")
    found = drawn(faults, 20, Random("1"))
    assert len(set(found)) == 20
    assert {fault.path.partition("/")[0] for fault in found} == {fault.path.partition("/")[0] for fault in faults}


def times_found(path: Path, text: str) -> int:
    return path.read_text("utf-8").count(text) if path.exists() else 0


@pytest.mark.slow
def test_installed_puppet_answers_as_recorded() -> None:
    need_puppet()
    asked = [(program, mode) for program in PROGRAMS for mode in MODES[7]]
    _, answers = ask_puppet(asked, 7)
    changed = [
        f"{program.topic}, {program.name}, {mode}"
        for (program, mode), answer in zip(asked, answers, strict=True)
        if answer != recorded_answer(program, 7, mode)
    ]
    assert changed == []


def test_a_difference_is_noticed() -> None:
    program = Program("", "", {"manifests/site.pp": "notice(1)\nfile { '/a': ensure => file }\n"}, {})
    real = ask_here(program, 7, "default")
    assert list(differences(real, real)) == []
    for change in (
        lambda answer: answer["logs"].clear(),
        lambda answer: answer["catalog"]["resources"].pop(),
        lambda answer: answer["catalog"]["edges"].pop(),
        lambda answer: answer["catalog"]["resources"][-1]["tags"].append("other"),
        lambda answer: answer["catalog"]["resources"][-1].update(line=3),
        lambda answer: answer["catalog"]["resources"][-1]["parameters"].update(ensure=True),
    ):
        changed = copy.deepcopy(real)
        change(changed)
        assert list(differences(real, changed))

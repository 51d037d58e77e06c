"""Every built-in function does what real Puppet's does."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.eval.answer import answer
from puppetlens.library import functions

from tests.support.programs import missing, need_puppet

from .function_programs import FACTS, NODE, SETTINGS, Answer, all_programs, ask_puppet, programs_of, recorded

RECORDED = {major: recorded(major) for major in SETTINGS}


def puppets_answer(program: str, major: int) -> Answer:
    """As it was recorded; a new function's programs have to be, with the Puppets themselves."""
    known = RECORDED[major][1].get(program)
    library = " LIB, where LIB is the folder `lib` of Puppet 8's sources" if major == 8 else ", with Puppet 7 installed"
    assert known is not None, (
        f"what Puppet {major} makes of `{program}` is not recorded: `python -m tests.library.function_programs`{library}"
    )
    return known


def compile_program(program: str, major: int = 7) -> dict[str, Any]:
    request = {
        "id": "1",
        "manifest": program,
        "files": {},
        "node": NODE,
        "environment": "production",
        "facts": FACTS,
        "trusted": {},
        "server_facts": {},
        "settings": {"puppet_version": RECORDED[major][0], **SETTINGS[major]},
    }
    return answer(request)


def our_answer(program: str, major: int) -> Answer:
    given = compile_program(program, major)
    error = given["error"]
    shown = error and {key: error.get(key) for key in ("message", "line", "column")}
    return {"program": program, "logs": [list(log[:2]) for log in given["logs"]], "error": shown}


@pytest.mark.parametrize("major", SETTINGS)
@pytest.mark.parametrize("name", functions.names())
def test_function_answers_as_puppet_does(name: str, major: int) -> None:
    pairs = ((our_answer(program, major), puppets_answer(program, major)) for program in programs_of(name))
    wrong = [f"ours:   {ours}\nPuppet: {theirs}" for ours, theirs in pairs if ours != theirs]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", functions.names())
def test_examples_are_what_the_documentation_says(name: str) -> None:
    function = functions.find(name)
    assert function is not None
    assert function.doc.strip()
    assert function.signatures
    for program, expected in function.examples.items():
        logs = puppets_answer(program, 7)["logs"]
        messages = [message for level, message in logs if level != "warning" or name == "warning"]
        assert "\n".join(messages) == expected


@pytest.mark.slow
def test_recorded_answers_are_those_of_the_installed_puppet() -> None:
    need_puppet()
    expected, recorded_answers = RECORDED[7]
    version, answers = ask_puppet(all_programs(), 7)
    if version != expected:
        missing(f"recorded with Puppet {expected}, installed is {version}")
    assert answers == recorded_answers

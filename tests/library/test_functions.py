"""Every built-in function does what real Puppet's does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from puppetlens.eval.answer import answer
from puppetlens.library import functions

from .function_programs import FACTS, NODE, Answer, all_programs, ask_puppet, programs_of, recorded

VERSION, RECORDED = recorded()
#: Programs whose answer is not yet Puppet's to the letter; one that comes right must leave the list.
KNOWN = set(json.loads(Path(__file__).with_name("known_differences.json").read_text("utf-8")))
CASES = [
    pytest.param(
        name,
        program,
        marks=[pytest.mark.xfail(strict=True, reason="a known difference")] if program in KNOWN else [],
        id=f"{name}-{at}",
    )
    for at, (name, program) in enumerate((name, program) for name in functions.names() for program in programs_of(name))
]


def compile_program(program: str) -> dict[str, Any]:
    request = {
        "id": "1",
        "manifest": program,
        "files": {},
        "node": NODE,
        "environment": "production",
        "facts": FACTS,
        "trusted": {},
        "server_facts": {},
        "settings": {},
    }
    return answer(request)


def our_answer(program: str) -> Answer:
    given = compile_program(program)
    error = given["error"]
    shown = error and {key: error.get(key) for key in ("message", "line", "column")}
    return {"program": program, "logs": [list(log[:2]) for log in given["logs"]], "error": shown}


@pytest.mark.parametrize(("name", "program"), CASES)
def test_function_answers_as_puppet_does(name: str, program: str) -> None:
    assert our_answer(program) == RECORDED[program]


@pytest.mark.parametrize("name", functions.names())
def test_examples_are_what_the_documentation_says(name: str) -> None:
    function = functions.find(name)
    assert function is not None
    assert function.doc.strip()
    assert function.signatures
    for program, expected in function.examples.items():
        logs = RECORDED[program]["logs"]
        messages = [message for level, message in logs if level != "warning" or name == "warning"]
        assert "\n".join(messages) == expected


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("puppet") is None, reason="asks the Puppet that is installed")
def test_recorded_answers_are_those_of_the_installed_puppet() -> None:
    version, answers = ask_puppet(all_programs())
    if version != VERSION:
        pytest.skip(f"recorded with Puppet {VERSION}, installed is {version}")
    assert answers == RECORDED

"""What is sure with one value unknown is so with each value that it could have."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.support.left_open import VALUES, wrongs

PROGRAMS = [
    program.strip()
    for program in (Path(__file__).parent / "programs_left_open.txt").read_text("utf-8").split("\n---\n")
]
#: Code around a program.
AROUND = (
    "if true {{ {} }}",
    "[1].each |$q| {{ {} }}",
    "with('q') |$q| {{ {} }}",
    "class w {{ {} }} include w",
    "define w() {{ {} }} w {{ 'the w': }}",
    "node default {{ {} }}",
    "if U {{ {} }}",
    "case U {{ 'a', true: {{ {} }} default: {{ }} }}",
    "U.then |$q| {{ {} }}",
    "[1, 2].each |$q| {{ if $q == U {{ {} }} }}",
    "class w {{ if U {{ return() }} {} }} include w",
    "{} notify {{ 'behind': message => defined(Notify['a']) }}",
    "Notify {{ message => 'by default' }} {}",
    "Notify {{ message => U }} {}",
)


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_sure_is_so(program: str) -> None:
    assert not list(wrongs(program))


@pytest.mark.parametrize("around", AROUND)
def test_what_is_sure_is_so_inside_other_code(around: str) -> None:
    """A sample of the programs, each with some of the values."""
    chance = random.Random(around)
    plain = [each for each in PROGRAMS if not any(word in each for word in ("class ", "define ", "function ", "node "))]
    for program in chance.sample(plain, 20):
        found = list(wrongs(around.format(program), tuple(chance.sample(VALUES, 12))))
        assert not found, program

"""What is sure with one value unknown is so with each value that it could have."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.support.left_open import VALUES, wrongs
from tests.support.samples import part

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
    """With some of the values, others for each program; the slow test has all."""
    chance = random.Random(program)
    assert not list(wrongs(program, part(chance.sample(VALUES, 12))))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_what_is_sure_is_so_with_each_value(part: int) -> None:
    for program in PROGRAMS[part::10]:
        assert not list(wrongs(program)), program


@pytest.mark.parametrize("programs", [5, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("around", AROUND)
def test_what_is_sure_is_so_inside_other_code(around: str, programs: int) -> None:
    """A sample of the programs, each with some of the values."""
    chance = random.Random(around)
    plain = [each for each in PROGRAMS if not any(word in each for word in ("class ", "define ", "function ", "node "))]
    for program in chance.sample(plain, programs):
        found = list(wrongs(around.format(program), chance.sample(VALUES, 12)))
        assert not found, program

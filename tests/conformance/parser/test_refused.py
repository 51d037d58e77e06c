"""A text that does not parse is refused in real Puppet's words, at its place."""

from __future__ import annotations

import pytest
from mutants import compare_mutants
from puppetlens.base.position import Text
from puppetlens.syntax.parse import parse
from puppetlens.syntax.refusal import refusal
from refused import RECORDED, Said, ask_puppet, recorded
from test_parser import CONTROL_REPO

from tests.support.programs import need_puppet

ANSWERS = recorded() if RECORDED.exists() else []


@pytest.mark.parametrize(("epp", "source", "said"), ANSWERS)
def test_refused_as_puppet_does(epp: bool, source: str, said: Said) -> None:
    text = Text(source)
    found = refusal(parse(text, "epp" if epp else "puppet"))
    assert found is not None
    place = (None, None) if found.offset is None else text.puppet_position(found.offset)
    assert Said(found.message, *place) == said


@pytest.mark.slow
def test_puppet_still_says_so() -> None:
    need_puppet()
    assert ask_puppet() == ANSWERS


@pytest.mark.slow
def test_mutants_of_the_sample_control_repo(capsys: pytest.CaptureFixture[str]) -> None:
    """Files broken by one token: flagged where Puppet rejects them, and only there."""
    need_puppet()
    tally = compare_mutants([CONTROL_REPO], count=600, seed=2026)
    with capsys.disabled():
        print(f"\n{tally}")
    assert tally.rejected > 300
    assert tally.accepted > 50
    assert tally.flagged >= 0.99 * tally.rejected, tally.differences
    assert tally.worded >= 0.97 * tally.rejected, tally.differences
    assert tally.wrongly_flagged == 0, tally.differences

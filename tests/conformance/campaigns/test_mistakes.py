"""Mistakes that real Puppet takes for some are found while typing; the whole campaign is `mistakes.py`, this a part of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from mistakes import missed, report, run
from packaged_environment import packaged_modules
from plants import KINDS

from tests.support.programs import missing, need_puppet

#: So many mistakes of each kind, where there are so many: the whole campaign has 15.
_WANTED = 1


def test_the_kinds_are_many_and_half_of_them_about_more_than_the_file() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS) >= 40
    assert sum(kind.where != "code" for kind in KINDS) >= len(KINDS) / 2


@pytest.mark.slow
def test_planted_mistakes_are_found_at_their_line(tmp_path: Path) -> None:
    need_puppet()
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    verdicts, tried = run(modules, tmp_path, _WANTED)
    told = "\n".join([*report(verdicts, tried), *missed(verdicts)])
    assert len(verdicts) >= 0.95 * len(KINDS), told
    assert sum(each.found for each in verdicts) >= _FOUND * len(verdicts), told
    assert sum(each.right_line for each in verdicts) >= _RIGHT_LINE * len(verdicts), told


_FOUND, _RIGHT_LINE = 0.95, 0.9

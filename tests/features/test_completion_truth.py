"""Completion puts first what people wrote, in the packaged modules (`completion_truth.py` says how it is asked)."""

from __future__ import annotations

from pathlib import Path

import pytest
from puppetlens.model.world import World
from puppetlens.project.files import DiskFiles

from tests.conformance.campaigns.packaged_environment import make_environment, packaged_modules
from tests.features.completion_truth import KINDS, OF_EACH, WANTED, ask, draw, report, shares
from tests.support.programs import missing

#: A seed by which nothing was set or looked at (the weights: 3).
SEED, PLACES = 11, 1000


@pytest.mark.slow
def test_names_that_people_wrote_come_first(tmp_path: Path) -> None:
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    make_environment(modules, tmp_path)
    world = World(DiskFiles(), [str(tmp_path)])
    outcomes = [ask(world, place) for place in draw(world.snapshot(), SEED, PLACES)]
    told = "\n".join(report(outcomes))
    assert len(outcomes) >= PLACES, told
    for kind, wanted in ((kind, OF_EACH) for kind in KINDS):
        group = [each for each in outcomes if each.place.kind == kind]
        assert len(group) >= 50, told
        assert all(share >= least for share, least in zip(shares(group), wanted, strict=True)), f"{kind}\n{told}"
    assert all(share >= least for share, least in zip(shares(outcomes), WANTED, strict=True)), told

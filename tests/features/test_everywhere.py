"""No request fails, wherever in real code it is asked; `everywhere.py` asks more, and measures."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.conformance.campaigns.packaged_environment import make_environment, packaged_modules
from tests.features.everywhere import ask_everywhere, drawn, snapshot_of
from tests.support.programs import missing

SAMPLE = Path(__file__).parents[1] / "fixtures" / "control-repo"


def test_the_sample() -> None:
    rng = random.Random(1)
    asked = ask_everywhere(snapshot_of(SAMPLE), drawn(SAMPLE, 20, rng), rng, share=0.05)
    assert asked.failures == []


@pytest.mark.slow
def test_a_tenth_of_the_packaged_modules(tmp_path: Path) -> None:
    modules = packaged_modules()
    if modules is None:
        missing("no packaged modules: set PUPPETLENS_CORPUS to where they are unpacked")
    root = tmp_path / "environment"
    make_environment(modules, root)
    rng = random.Random(2)
    asked = ask_everywhere(snapshot_of(root), drawn(root, 20, rng), rng)
    assert asked.failures == []

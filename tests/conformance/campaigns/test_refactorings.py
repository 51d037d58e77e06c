"""What code actions only say in another way leaves the catalogs of packaged modules as they are, asked of real Puppet."""

from __future__ import annotations

import pytest
from packaged_environment import packaged_modules
from refactorings import NAMES, report, run_some

from tests.support.programs import missing, need_puppet


@pytest.mark.slow
def test_the_law_of_refactorings_on_a_few_modules() -> None:
    need_puppet()
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    law = run_some(modules)
    told = "\n".join(report(law))
    assert not law.faults, told
    assert all(law.places[name] >= 4 for name in NAMES), told

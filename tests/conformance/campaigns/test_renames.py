"""After renames catalogs are the same but for the names, and the opposite renames give back every byte."""

from __future__ import annotations

import pytest
from packaged_environment import packaged_modules
from renames import KINDS, report, run_some

from tests.support.programs import missing


@pytest.mark.slow
def test_the_law_of_renames_on_a_few_modules() -> None:
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    outcome = run_some(modules, 5)
    told = "\n".join(report(outcome))
    assert not outcome.faults, told
    for kind in KINDS:
        of = [one for one in outcome.done if one.kind == kind]
        assert len(of) >= 4, told  # a module has few defines, and some renames are refused
        assert any(one.elsewhere for one in of), told

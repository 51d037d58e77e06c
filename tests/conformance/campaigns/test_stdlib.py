"""The functions of the packaged stdlib give here what they give in real Puppet, asked live."""

from __future__ import annotations

import pytest
import stdlib
from packaged_environment import packaged_modules

from tests.support.programs import missing, need_puppet

#: They take whatever they get.
_NEVER_FAIL = ("any2array: no error", "flatten: no error")


@pytest.mark.slow
def test_values_and_errors_are_those_of_real_puppet() -> None:
    need_puppet()
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    calls = stdlib.read_calls(stdlib.CALLS)
    outcomes = stdlib.compare(modules / "puppetlabs-stdlib", calls)
    told = "\n".join(stdlib.report(outcomes))
    assert len(outcomes) > 900
    assert stdlib.share(outcomes) >= 0.99, told
    assert set(stdlib.lacking(outcomes)) <= set(_NEVER_FAIL), told

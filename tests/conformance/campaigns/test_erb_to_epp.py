"""What a converted template renders, asked of real Puppet: of ten packaged ones one here, of all by the script."""

from __future__ import annotations

import pytest
from erb_to_epp import report, run
from packaged_environment import packaged_modules

from tests.support.programs import missing, need_puppet


@pytest.mark.slow
def test_a_converted_template_gives_the_same_text() -> None:
    need_puppet()
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    law = run(modules, 2, every=10)
    told = "\n".join(report(law))
    assert not law.faults, told
    assert law.equal >= 30, told
    assert law.templates - len(law.refused) >= law.templates // 2, told

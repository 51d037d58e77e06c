"""Every template of the packaged modules renders here to what real Puppet makes of it, asked live."""

from __future__ import annotations

import pytest
from packaged_environment import packaged_modules
from templates import report, run

from tests.support.programs import missing, need_puppet

#: Values of the shapes that a template wants, none at all, any: `make full` draws more.
_SETS = 3


@pytest.mark.slow
def test_every_packaged_template_gives_the_text_or_the_error_of_real_puppet() -> None:
    need_puppet()
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    outcomes, seconds = run(modules, _SETS)
    told = "\n".join(report(outcomes, seconds))
    templates = {each.rendering.template for each in outcomes}
    assert len(templates) >= 400, told
    assert len({each.rendering.template for each in outcomes if each.kind == "value"}) >= 0.9 * len(templates), told
    assert {each.kind for each in outcomes} == {"value", "error"}, told

"""Every function in Ruby that packaged manifests call gives here what it gives in real Puppet, asked live."""

from __future__ import annotations

import pytest
from manifest_calls import report, run
from packaged_environment import packaged_modules

from tests.support.programs import missing, need_puppet

#: What no other machine would answer the same, by the function.
_MEANT = {
    # Before they ask a server: which system the compiling machine has.
    "archive::artifactory_checksum": "Facter.value(osfamily)",
    "archive::artifactory_latest_url": "Facter.value(osfamily)",
    "go_md5": "Facter.value(osfamily)",
    "convert_cert_to_string": "reads /",
}
#: Functions whose arguments are made up well enough for a value.
_LEAST_VALUES = 80


@pytest.mark.slow
def test_each_function_that_packaged_manifests_call_is_called_as_they_do() -> None:
    need_puppet()
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    outcomes, functions = run(modules, sites=3, sets=2)
    told = "\n".join(report(outcomes))
    assert len(functions) >= 100, told
    assert functions == {name for each in outcomes for name in each.called if name == each.program.function}, told
    assert len({each.program.function for each in outcomes if each.kind == "value"}) >= _LEAST_VALUES, told
    assert not [each for each in outcomes if each.kind == "different"], told
    for each in outcomes:
        if each.kind == "unknown":
            assert _MEANT.get(each.program.function, "?") in each.told, told

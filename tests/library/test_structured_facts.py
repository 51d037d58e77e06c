"""A structured fact has the value of the legacy one that it replaces: so says the Facter that is installed."""

from __future__ import annotations

import json
import subprocess

import pytest
from puppetlens.library import facts
from puppetlens.library.facts.legacy import has_legacy, legacy_facts
from puppetlens.library.facts.structured import structured

from tests.support.programs import need


def test_each_legacy_fact_with_a_fixed_name_has_one_or_is_known_to_have_none() -> None:
    legacy = {name for name, fact in facts.core().items() if fact.legacy}
    computed = {"blockdevices", "dhcp_servers", "interfaces", "zones"}
    computed |= {"memoryfree_mb", "memorysize_mb", "swapfree_mb", "swapsize_mb"}
    assert {name for name in legacy if structured(name) is None} == computed


@pytest.mark.slow
def test_both_have_the_same_value() -> None:
    command = [need("facter"), "--show-legacy", "--json"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False
    )  # fails where it may not read all of /proc
    known = json.loads(done.stdout)
    compared = 0
    for name, value in known.items():
        path = structured(name)
        if path is not None:
            found = known
            for key in path:
                found = found[key]
            assert (name, type(found), found) == (name, type(value), value)
            compared += 1
    assert compared > 20


@pytest.mark.slow
def test_the_structured_facts_tell_the_legacy_ones() -> None:
    command = [need("facter"), "--show-legacy", "--json"]
    known = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    legacy = {name for name in known if (fact := facts.find(name)) is not None and fact.legacy}
    others = {name: value for name, value in known.items() if name not in legacy}
    untold = {name for name in legacy if name in ("blockdevices", "dhcp_servers") or name.startswith("sshfp_")}
    found = legacy_facts(others)
    assert found == {name: known[name] for name in legacy - untold}
    assert len(found) > 20
    assert (has_legacy(others), has_legacy(known)) == (False, True)

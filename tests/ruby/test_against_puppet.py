"""What is read of Ruby files is what real Puppet says of them: ours, Puppet's own, and those of the packaged modules."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from puppetlens.library.resources import METAPARAMETERS
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.view import View
from puppetlens.model.world import World
from puppetlens.project.files import DiskFiles

from tests.checks.test_packaged_modules import corpus, environment_of
from tests.ruby.against_puppet import Compared, ask_puppet, compare
from tests.support.programs import need_puppet

OURS = Path(__file__).with_name("modules")


def check(compared: Compared, least: float) -> None:
    """Nothing that is said to be known differs, and at least this share is known."""
    wrong = [each for each in compared.differences if each.known]
    assert not wrong, "\n".join(map(str, wrong[:20]))
    total = sum(count for what, count in compared.counts.items() if ":" in what)
    assert 1 - len(compared.differences) / total >= least, compared.differences[:20]


@pytest.mark.slow
def test_declarations_in_every_spelling() -> None:
    need_puppet()
    compared = compare(ask_puppet(OURS))
    assert not compared.differences
    assert compared.counts["functions"] == 5
    assert compared.counts["legacy"] == 4
    assert compared.counts["types"] == 3


@pytest.mark.slow
def test_the_declarations_of_puppet_itself(tmp_path: Path) -> None:
    need_puppet()
    ask = ["ruby", "-e", "require 'puppet'; puts $LOADED_FEATURES.grep(%r{/puppet/functions.rb$})"]
    found = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.split()[0]
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / "lib").symlink_to(Path(found).parent.parent)
    compared = compare(ask_puppet(tmp_path))
    assert compared.counts["functions"] > 50
    check(compared, 0.99)


@pytest.mark.slow
def test_the_declarations_of_the_packaged_modules(tmp_path: Path) -> None:
    need_puppet()
    environment_of(corpus(), tmp_path)
    asked = ask_puppet(tmp_path / "modules")
    compared = compare(asked)
    assert compared.counts["functions"] >= 80
    assert compared.counts["legacy"] >= 140
    assert compared.counts["types"] >= 200
    check(compared, 0.995)
    check_attributes(World(DiskFiles(), [str(tmp_path / "site")]).snapshot(), asked["types"])


def check_attributes(snapshot: Snapshot, types: dict[str, dict[str, Any]]) -> None:
    """Where a file sees all attributes of a type (others may not be set), there are no others; of 97 % that is so."""
    ruby = View(snapshot, next(iter(snapshot.all_files(snapshot.sites[0])))).ruby
    unknown = []
    for told in types.values():
        known = ruby.attributes(told["name"])
        if known is None:
            unknown.append(told["name"])
        else:
            assert set(told["attributes"]) <= known, told["name"]
            assert known <= {*told["attributes"], *METAPARAMETERS, "name", "provider"}, told["name"]
    assert len(unknown) <= 0.03 * len(types), unknown

"""Of many nodes not all facts are read for names; that a fact is nowhere is said of all nodes nevertheless, as their files are now."""

from __future__ import annotations

import json

from puppetlens.checks.diagnostics import diagnostics
from puppetlens.model.node_facts import SOME
from puppetlens.model.world import Outside, World

from tests.support.fixture import LiveFiles

ROOT = "/s"
SITE = f"{ROOT}/manifests/site.pp"
#: Between those that are read.
RARE = f"{ROOT}/facts/n01.json"


def test_a_fact_of_one_node_among_many() -> None:
    contents = {f"{ROOT}/facts/n{number:02}.json": b'{"kernel": "Linux"}' for number in range(SOME * 3)}
    contents |= {f"{ROOT}/environment.conf": b"", SITE: b"notice($facts['zork'], $zork)\n"}
    contents[RARE] = json.dumps({"kernel": "Linux", "zork": 1}).encode()
    world = World(LiveFiles(contents), [ROOT])

    def told() -> list[str]:
        return sorted(each.code for each in diagnostics(world.snapshot(), SITE))

    assert told() == []
    contents[RARE] = b'{"kernel": "Linux"}'
    world.apply(Outside((RARE,)))
    assert told() == ["UNKNOWN_FACT", "UNKNOWN_VARIABLE"]

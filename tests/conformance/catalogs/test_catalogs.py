"""The catalogs of the sample control repo are those that real Puppet compiles.

Recorded ones are compared always; where Puppet is installed it is asked whether it still says so.
"""

from __future__ import annotations

import json

import catalog_reference as reference
import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import DiskFiles
from puppetlens.workers.jobs import answer

from tests.support.catalogs import Catalog, differences
from tests.support.programs import need_puppet

ENVIRONMENT = reference.ENVIRONMENT
NODES = reference.NODES
EXPECTED: dict[str, Catalog] = reference.read_recorded().catalogs


def compile_here(node: str) -> Catalog:
    facts = json.loads((ENVIRONMENT / "facts" / f"{node}.json").read_text("utf-8"))
    trusted = facts.pop("trusted")
    request = {
        "id": node,
        "environment_dir": str(ENVIRONMENT),
        "node": node,
        "facts": facts,
        "trusted": trusted,
        "server_facts": {
            "serverversion": "7.23.0",
            "servername": "puppet.example.com",
            "serverip": "192.0.2.1",
        },
    }
    found = answer(request, DiskFiles(), NEVER)
    assert found["error"] is None, found["error"]
    assert found["unknown"] == []
    catalog: Catalog = found["catalog"]
    for resource in catalog["resources"]:
        if resource.get("file") == "site.pp":  # so answers call the main manifest
            resource["file"] = "@ENV@/manifests/site.pp"
    return catalog


def test_all_six_nodes_are_compared() -> None:
    assert len(NODES) == 6
    assert sorted(EXPECTED) == sorted(NODES)
    families = {
        json.loads((ENVIRONMENT / "facts" / f"{node}.json").read_text("utf-8"))["os"]["family"] for node in NODES
    }
    assert len(families) == 3
    assert min(len(catalog["resources"]) for catalog in EXPECTED.values()) >= 120


@pytest.mark.parametrize("node", NODES)
def test_catalog_is_that_of_real_puppet(node: str) -> None:
    found = sorted(differences(compile_here(node), EXPECTED[node]))
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_the_installed_puppet_compiles_what_is_recorded() -> None:
    need_puppet()
    for node, catalog in reference.compile_with_puppet().catalogs.items():
        assert not list(differences(catalog, EXPECTED[node])), node


def test_a_difference_is_noticed() -> None:
    node = NODES[0]
    changed = json.loads(json.dumps(EXPECTED[node]))
    changed["resources"][-1]["tags"].append("other")
    changed["resources"].pop(3)
    changed["edges"].pop()
    assert len(list(differences(changed, EXPECTED[node]))) >= 3

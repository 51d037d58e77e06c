"""The catalogs of the sample control repo are those that real Puppet compiles.

Recorded ones are compared always; where Puppet is installed it is asked whether it still says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import catalog_reference as reference
import pytest
from puppetlens.eval.answer import answer

from tests.support.programs import need_puppet

Catalog = dict[str, Any]
ENVIRONMENT = reference.ENVIRONMENT
NODES = reference.NODES
EXPECTED: dict[str, Catalog] = reference.read_recorded().catalogs
#: Answers name the main manifest without its folder.
_SHOWN = {"site.pp": "@ENV@/manifests/site.pp"}


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
    found = answer(request)
    assert found["error"] is None, found["error"]
    assert found["unknown"] == []
    catalog: Catalog = found["catalog"]
    return catalog


def resources(catalog: Catalog) -> dict[str, Catalog]:
    """By reference; `Class[Settings]`, which Puppet adds to every catalog, says nothing of the program."""
    found = {f"{each['type']}[{each['title']}]": each for each in catalog["resources"]}
    found.pop("Class[Settings]", None)
    return found


def facets(resource: Catalog) -> Catalog:
    return {
        "parameters": resource.get("parameters", {}),
        "sensitive": sorted(resource.get("sensitive_parameters", [])),
        "tags": sorted(resource["tags"]),
        "exported": resource["exported"],
        "file": _SHOWN.get(resource.get("file"), resource.get("file")),
        "line": resource.get("line"),
    }


def edges(catalog: Catalog) -> list[tuple[str, str]]:
    pairs = ((edge["source"], edge["target"]) for edge in catalog["edges"])
    return sorted(pair for pair in pairs if "Class[Settings]" not in pair)


def differences(ours: Catalog, theirs: Catalog) -> Iterator[str]:
    here, there = resources(ours), resources(theirs)
    for name in there.keys() - here.keys():
        yield f"missing {name}"
    for name in here.keys() - there.keys():
        yield f"superfluous {name}"
    for name in here.keys() & there.keys():
        mine, real = facets(here[name]), facets(there[name])
        for facet in real:
            if mine[facet] != real[facet]:
                yield f"{name} {facet}: {mine[facet]!r} is not {real[facet]!r}"
    if not here.keys() ^ there.keys() and list(here) != list(there):
        yield f"order: {list(here)} is not {list(there)}"
    if edges(ours) != edges(theirs):
        mine, real = set(edges(ours)), set(edges(theirs))
        yield f"edges: missing {sorted(real - mine)}, superfluous {sorted(mine - real)}"
    if set(ours["classes"]) - {"settings"} != set(theirs["classes"]) - {"settings"}:
        yield f"classes: {ours['classes']} are not {theirs['classes']}"


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

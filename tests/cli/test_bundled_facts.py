"""`--facts debian-12`: facts that come with puppetlens, for a site that has none yet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

SITE = """\
notify { "${facts['networking']['fqdn']}: ${facts['os']['family']} ${facts['os']['release']['major']}": }
"""
STAND_IN = "debian-12.example.com"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Without any node."""
    write_files(tmp_path, {"environment.conf": "", "manifests/site.pp": SITE})
    return tmp_path


def test_a_catalog_with_the_names_of_the_node(site: Path) -> None:
    done = run_command(
        "catalog", "web01.example.org", "--facts", "debian-12", "--environment", site, "--format", "text"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "Notify[web01.example.org: Debian 12]"


def test_each_of_several_nodes_has_its_own(site: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    before = tmp_path_factory.mktemp("before")
    write_files(before, {"environment.conf": "", "manifests/site.pp": ""})
    compared = ("diff", "a.example.org", "b.example.org", "--from-environment", before, "--environment", site)
    done = run_command(*compared, "--facts", "debian-12", "--format", "json")
    added = [group["difference"]["added"] for group in json.loads(done.stdout)["groups"]]
    assert [[each["name"] for each in changes] for changes in added] == [
        [f"Notify[{name}.example.org: Debian 12]"] for name in "ab"
    ]


def test_what_is_missing_says_that_they_are_there(site: Path) -> None:
    done = run_command("catalog", "web01", "--environment", site)
    assert done.returncode == 2
    assert "--facts debian-12 takes those of a plain Debian 12" in done.stderr


def test_a_file_of_facts_is_still_a_file(site: Path) -> None:
    """Also one of the user's facterdb, whose names end in .facts."""
    (site / "debian-11-x86_64.facts").write_text(
        json.dumps({"networking": {"fqdn": "foo.example.com"}, "os": {"family": "Debian", "release": {"major": "11"}}})
    )
    done = run_command(
        "catalog", "a", "--facts", site / "debian-11-x86_64.facts", "--environment", site, "--format", "text"
    )
    assert done.stdout.splitlines()[-1] == "Notify[foo.example.com: Debian 11]"
    assert run_command("catalog", "a", "--facts", site / "debian-13", "--environment", site).returncode == 2


def test_where_no_node_is_known_one_stands_in(site: Path) -> None:
    listed = run_command("nodes", "--environment", site)
    assert listed.stdout.splitlines() == [f"{STAND_IN}  # stands in, as no node is known"]
    compiled = run_command("nodes", "--compile", "--environment", site)
    assert compiled.stdout.splitlines() == [
        f"{STAND_IN}  ok  4 resources  # with facts of a plain Debian 12",
        "1 node: 1 ok",
    ]
    assert compiled.returncode == 0


def test_nodes_without_facts_are_lent_them_and_marked(site: Path) -> None:
    facts = {"networking": {"fqdn": "own"}, "os": {"family": "F", "release": {"major": 1}}}
    write_files(site, {"facts/own.json": json.dumps(facts), "nodes/other.yaml": "classes: []"})
    lent = run_command("nodes", "--compile", "--facts", "debian-12", "--environment", site)
    assert lent.stdout.splitlines() == [
        "other  ok  4 resources  # with facts of a plain Debian 12",
        "own  ok  4 resources",
        "2 nodes: 2 ok",
    ]
    told = run_command("nodes", "--compile", "--facts", "debian-12", "--environment", site, "--format", "json").stdout
    assert [(each["name"], each["bundled_facts"]) for each in json.loads(told)] == [("other", True), ("own", False)]
    own = run_command("nodes", "--facts", site / "facts/own.json", "--environment", site)
    assert own.returncode == 2

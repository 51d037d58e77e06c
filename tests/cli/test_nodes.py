"""`puppetlens nodes`: which nodes there are, and how it stands with them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

HIERA = """\
version: 5
hierarchy:
  - name: node
    paths: ["nodes/%{trusted.certname}.yaml", "%{facts.site}/%{::fqdn}.yaml", "role/%{facts.role}.yaml"]
"""
SITE = """\
node 'named.example.com' { }
node default {
  case $facts['what'] {
    'bad': { fail('as it should be') }
    'open': { if generate('/bin/true') == '' { notify { 'x': } } }
    default: { notify { 'a': } }
  }
}
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write_files(
        tmp_path,
        {
            "environment.conf": "",
            "hiera.yaml": HIERA,
            "manifests/site.pp": SITE,
            "facts/bad.json": '{"what": "bad"}',
            "facts/good.yaml": "what: good",
            "facts/open.json": '{"what": "open"}',
            "nodes/classified.yaml": "classes: []",
            "data/nodes/good.yaml": "",
            "data/nodes/of.data.yaml": "",
            "data/berlin/of.berlin.yaml": "",
            "data/role/web.yaml": "",
            "data/common.yaml": "",
        },
    )
    return tmp_path


def nodes(site: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return run_command("nodes", "--environment", site, *more)


def test_which_nodes_a_file_touches_without_a_compilation(site: Path) -> None:
    own = site / "facts/good.yaml"
    done = nodes(site, "--touched", str(own))
    kept_by = "3 nodes were not compared yet: `puppetlens diff --all` keeps what each reads"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"0 of 3 nodes read it\n{kept_by}\n")
    run_command("diff", "--all", "--environment", site, "--from-environment", site)
    done = nodes(site, "--touched", str(own))
    assert (done.stdout, done.stderr) == ("good  # facts, Hiera\n", "1 of 3 nodes read it\n")
    assert nodes(site, "--touched", str(site / "manifests/site.pp")).stderr == "3 of 3 nodes read it\n"
    # Files that are not there: good's facts were looked for in the first; nobody knows the second.
    assert nodes(site, "--touched", str(site / "facts/good.json")).stderr == "1 of 3 nodes read it\n"
    done = nodes(site, "--touched", str(site / "facts/godo.json"))
    assert (done.returncode, done.stderr) == (2, f"Error: there is no {site}/facts/godo.json, and no node read one\n")
    done = nodes(site, "--touched", str(own), "--compile")
    assert done.stdout.splitlines()[1:] == ["1 node: 1 ok"]


def test_from_where_they_are_known(site: Path) -> None:
    done = nodes(site)
    assert done.stdout.splitlines() == [
        "bad  # facts",
        "classified  # nodes/",
        "good  # facts, Hiera",
        "named.example.com  # node definition",
        "of.berlin  # Hiera",
        "of.data  # Hiera",
        "open  # facts",
    ]
    assert done.returncode == 0


def test_how_it_stands_with_each(site: Path) -> None:
    done = nodes(site, "--compile")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("bad  fails  Evaluation Error: Error while evaluating a Function Call, as it should be")
    assert "(file: manifests/site.pp, line: 4" in lines[0]
    assert lines[1:3] == ["good  ok  5 resources", "open  incomplete  4 resources are known, and others may be missing"]
    assert lines[-1] == "7 nodes: 1 ok, 1 incomplete, 1 fails, 4 without facts"
    assert done.returncode == 1
    (site / "facts/bad.json").unlink()
    assert nodes(site, "--compile").returncode == 3
    assert nodes(site, "--compile", "--allow-unknown").returncode == 0


def test_what_to_do_about_a_node_that_fails(tmp_path: Path) -> None:
    write_files(tmp_path, {"manifests/site.pp": "notify { $facts['networking']['ip']: }\n", "environment.conf": ""})
    write_files(tmp_path, {"facts/a.example.com.json": '{"os": {"family": "Debian"}}'})
    lines = nodes(tmp_path, "--compile").stdout.splitlines()
    assert lines[0].startswith("a.example.com  fails  ")
    assert lines[1].startswith("  Hint: the facts of a.example.com have no 'networking'")
    (found,) = json.loads(nodes(tmp_path, "--compile", "--format", "json").stdout)
    assert lines[1] == f"  Hint: {found['hint']}"


def test_for_programs(site: Path) -> None:
    found = {each["name"]: each for each in json.loads(nodes(site, "--compile", "--format", "json").stdout)}
    assert [(name, each["state"], each.get("resources")) for name, each in found.items()] == [
        ("bad", "fails", None),
        ("classified", None, None),
        ("good", "ok", 5),
        ("named.example.com", None, None),
        ("of.berlin", None, None),
        ("of.data", None, None),
        ("open", "incomplete", 4),
    ]
    assert found["good"]["known_from"] == ["facts", "hiera"]


def test_no_environment_is_an_error(tmp_path: Path) -> None:
    done = nodes(tmp_path)
    assert done.returncode == 2
    assert "there is no environment in" in done.stderr


def test_what_is_not_read_of_the_environment_is_said_once(site: Path) -> None:
    (site / "environment.conf").unlink()
    os.mkfifo(site / "environment.conf")
    for done in (
        nodes(site, "--compile"),
        run_command("diff", "--environment", site, "--all", "--from-environment", site),
    ):
        assert done.stderr.count("Warning: environment.conf is not read: ") == 1

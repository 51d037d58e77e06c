"""`puppetlens explain`: why a resource is as it is. Expected is what a person reads in the code."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

CONTROL_REPO = Path(__file__).parents[1] / "fixtures" / "control-repo"
NODE = "web01.example.com"


def explain(resource: str, *more: str | Path) -> subprocess.CompletedProcess[str]:
    return run_command("explain", NODE, resource, "--environment", CONTROL_REPO, *more)


def test_who_declared_it_what_set_each_parameter_and_what_it_waits_for() -> None:
    done = explain("file['/etc/motd.d/50-note-base']")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "File[/etc/motd.d/50-note-base]  declared at modules/motd/manifests/fragment.pp:3",
        "  in Motd::Fragment[note-base]  # site-modules/profile/manifests/note.pp:13",
        "  in Profile::Note[base]  # site-modules/profile/manifests/base.pp:60",
        "  in Class[Profile::Base]",
        "  in Stage[main]",
        "  Class[Profile::Base] is included by Class[Role::Webserver]  # site-modules/role/manifests/webserver.pp:3",
        "  Class[Role::Webserver] is included by Node[__node_regexp__webd.example.com]  # manifests/site.pp:29",
        "  ensure  => 'file'  # modules/motd/manifests/fragment.pp:4",
        "  mode    => '0644'  # modules/motd/manifests/fragment.pp:5",
        "  content => 'This machine belongs to Example Company, datacentre.",
        "             '",
        "             # modules/motd/manifests/fragment.pp:6",
        "  require => 'File[/etc/motd.d]'  # modules/motd/manifests/fragment.pp:7",
        "  owner   => 'root'  # a default of the type, manifests/site.pp:15",
        "  group   => 'root'  # a default of the type, manifests/site.pp:16",
        "  after File[/etc/motd.d]  # modules/motd/manifests/fragment.pp:7",
        "  after Stage[first] (as Stage[main] is)  # manifests/site.pp:24",
        "  before Class[Profile::Webserver] (as Class[Profile::Base] is)  # site-modules/role/manifests/webserver.pp:8",
    ]


def test_a_class_by_its_name_with_hieras_places() -> None:
    found = json.loads(explain("chrony", "--format", "json").stdout)
    assert found["name"] == "Class[Chrony]"
    servers = next(each for each in found["settings"] if each["name"] == "servers")
    assert servers["origin"]["key"] == "chrony::servers"
    assert servers["origin"]["file"].endswith("/data/common.yaml")
    assert [each["file"].rpartition("/modules/")[2] for each in servers["origin"]["merged"]] == [
        "chrony/data/common.yaml"
    ]
    assert [each["class_name"] for each in found["wanted"]] == [
        "Class[Chrony]",
        "Class[Profile::Base]",
        "Class[Role::Webserver]",
    ]


def test_a_mistyped_title_names_those_that_are_near() -> None:
    done = explain("File[/etc/chrony/chrony.cnf]")
    assert done.returncode == 2
    assert f"the catalog of {NODE} has no File[/etc/chrony/chrony.cnf]" in done.stderr
    assert "Did you mean File[/etc/chrony/chrony.conf]" in done.stderr


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("base", "base. Did you mean Class[Profile::Base] or Profile::Note[base]?"),
        ("/etc/motd.d", "/etc/motd.d. Did you mean File[/etc/motd.d]?"),
        ("profile::bse", "profile::bse. Did you mean Class[Profile::Base]?"),
        ("File", "File. A resource is named like File[/etc/motd], a class like profile::base"),
        ("", "resource without a name. A resource is named like File[/etc/motd], a class like profile::base"),
    ],
)
def test_a_bare_word_names_what_has_such_a_title(word: str, sentence: str) -> None:
    done = explain(word)
    assert (done.returncode, done.stderr) == (2, f"Error: the catalog of {NODE} has no {sentence}\n")


@pytest.fixture
def site(tmp_path: Path) -> Any:
    def make(manifest: str, **more: str) -> Path:
        contents = {"environment.conf": "", "facts/n.json": "{}", "manifests/site.pp": manifest, **more}
        write_files(tmp_path, contents)
        return tmp_path

    return make


def lines(root: Path, resource: str) -> list[str]:
    return run_command("explain", "n", resource, "--environment", root).stdout.splitlines()


def test_all_that_wants_a_class(site: Any) -> None:
    root = site(
        "class base { }\n"
        "class web inherits base { require other }\n"
        "class other { }\n"
        "include web\n"
        "class { 'given': }\n"
        "class given { include base }\n",
        **{"nodes/n.yaml": "classes: {other: {}}\n"},
    )
    assert [line for line in lines(root, "base") if " is " in line] == [
        "  Class[Base] is inherited by Class[Web]  # manifests/site.pp:2",
        "  Class[Base] is included by Class[Given]  # manifests/site.pp:6",
        "  Class[Web] is included by Class[main]  # manifests/site.pp:4",
    ]
    assert "  Class[Other] is wanted by the node classifier" in lines(root, "other")
    assert "  Class[Given] is declared by Class[main]  # manifests/site.pp:5" in lines(root, "given")


def test_relations_of_both_sides_and_of_what_is_around(site: Any) -> None:
    root = site(
        "class web { notify { 'a': alias => 'first' } notify { 'b': subscribe => Notify['first'] } }\n"
        "include web\n"
        "notify { 'end': require => Class['web'] }\n"
        "Notify['a'] -> Notify['end']\n"
    )
    found = lines(root, "Notify[a]")
    assert "  before Notify[b], which it refreshes  # manifests/site.pp:1" in found
    assert "  before Notify[end]  # manifests/site.pp:4" in found
    assert "  before Notify[end] (as Class[Web] is)  # manifests/site.pp:3" in found
    assert "  after Notify[a], which refreshes it  # manifests/site.pp:1" in lines(root, "Notify[b]")


def test_secrets_stay_hidden(site: Any) -> None:
    root = site("notify { 'a': message => Sensitive('hunter2hunter2') }\n")
    found = lines(root, "Notify[a]")
    assert "  message => <sensitive>  # manifests/site.pp:1" in found
    assert "hunter2" not in str(found)


def test_what_may_be_missing_is_said(site: Any) -> None:
    root = site("if generate('/bin/date') == 'x' { notify { 'a': } }\n")
    done = run_command("explain", "n", "Notify[a]", "--environment", root)
    assert done.returncode == 3
    assert "Missing behind manifests/site.pp:1" in done.stderr

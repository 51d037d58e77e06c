"""PuppetDB's answers in files: what `puppetdb_query` gives, and what is said where they do not suffice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.library.host import CannotAnswer
from puppetlens.project.kept_files import disk
from puppetlens.types import regex
from puppetlens.workers import jobs
from puppetlens.workers.puppetdb_query import answer, parsed

from tests.support.written import write_files

NODES = [
    {"certname": "web1", "facts_environment": "production", "cached": False, "uptime": 7, "deactivated": None},
    {"certname": "db1", "facts_environment": "testing", "cached": True, "uptime": 30, "deactivated": None},
    {"certname": "web2", "facts_environment": "production", "cached": True, "uptime": 1, "deactivated": "2024"},
]
INVENTORY = [
    {"certname": "web1", "facts": {"os": {"family": "Debian"}, "a.b": 1}, "tags": ["web"]},
    {"certname": "db1", "facts": {"os": {"family": "RedHat"}}, "tags": ["db"]},
]
RESOURCES = [{"certname": "web1", "type": "File", "title": "/x", "parameters": {"mode": "0644"}, "tags": ["file", "x"]}]
ROWS = {"nodes": NODES, "inventory": INVENTORY, "resources": RESOURCES}


def certnames(query: Any) -> list[str]:
    asked = parsed(query)
    return [row["certname"] for row in answer(asked, ROWS[asked.entity])]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("nodes {}", ["web1", "db1", "web2"]),
        ("nodes{certname='web1'}", ["web1"]),
        ('nodes { certname != "web1" }', ["db1", "web2"]),
        ("nodes { certname ~ '^web' and facts_environment = 'production' }", ["web1", "web2"]),
        ("nodes { certname = 'db1' or uptime < 5 }", ["db1", "web2"]),
        ("nodes { certname = 'db1' or certname = 'web1' and uptime > 100 }", ["db1"]),
        ("nodes { (certname = 'db1' or certname = 'web1') and uptime > 10 }", ["db1"]),
        ("nodes { !(certname = 'db1') and cached = true }", ["web2"]),
        ("nodes { ! cached = true }", ["web1"]),
        ("nodes { certname in ['web2', 'db1'] }", ["db1", "web2"]),
        ("nodes { deactivated is null }", ["web1", "db1"]),
        ("nodes { deactivated is not null }", ["web2"]),
        ("nodes { order by certname }", ["db1", "web1", "web2"]),
        ("nodes { cached = true order by uptime desc, certname limit 1 }", ["db1"]),
        ("nodes { order by uptime offset 1 limit 1 }", ["web1"]),
        ("nodes { uptime >= 7 }", ["web1", "db1"]),
        ("nodes { uptime = 1.0 }", ["web2"]),
        ("nodes { cached = 1 }", []),
        ("inventory { facts.os.family = 'Debian' }", ["web1"]),
        ("inventory { facts.a.b = 1 }", ["web1"]),
        ("inventory { tags = 'DB' }", ["db1"]),
        ("resources { type = 'File' and parameters.mode = '0644' and tag = 'x' }", ["web1"]),
        (["from", "nodes"], ["web1", "db1", "web2"]),
        (["from", "nodes", ["=", "certname", "db1"]], ["db1"]),
        (["from", "nodes", ["and", ["~", "certname", "web"], ["not", ["=", "cached", True]]]], ["web1"]),
        (["from", "nodes", ["null?", "deactivated", False]], ["web2"]),
        (["from", "nodes", ["in", "certname", ["array", ["db1"]]]], ["db1"]),
        (["from", "nodes", ["order_by", [["uptime", "desc"]]], ["limit", 2]], ["db1", "web1"]),
        (["from", "resources", ["=", ["parameter", "mode"], "0644"]], ["web1"]),
    ],
)
def test_queries(query: Any, expected: list[str]) -> None:
    assert certnames(query) == expected


def test_only_the_fields_that_are_asked_for() -> None:
    asked = parsed("nodes[certname, facts_environment] { uptime > 5 limit 1 }")
    assert answer(asked, NODES) == [{"certname": "web1", "facts_environment": "production"}]
    asked = parsed(["from", "nodes", ["extract", ["certname", "nothing"], ["=", "uptime", 1]]])
    assert answer(asked, NODES) == [{"certname": "web2", "nothing": None}]
    assert parsed("inventory[facts.os.family] {}").fields == ("facts.os.family",)


@pytest.mark.parametrize(
    "query",
    [
        "nodes[count()] {}",
        "nodes { certname in resources[certname] { type = 'File' } }",
        "nodes { subquery('facts', ['and']) }",
        "nodes { certname = ",
        "nodes { certname = 'a' } group by x",
        "nodes { a.b ~> ['x'] }",
        "nodes",
        "",
        "%",
        ["=", "certname", "x"],
        ["from", "nodes", ["extract", [["function", "count"]]]],
        ["from", "nodes", ["subquery", "facts", ["=", "name", "x"]]],
        ["from", "nodes", ["~", "certname", "("]],
        ["from", "nodes", ["in", "certname", ["extract", "certname", ["select_facts"]]]],
        5,
    ],
)
def test_what_is_beyond_is_refused(query: Any) -> None:
    with pytest.raises(CannotAnswer):
        certnames(query)


def test_a_match_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regex, "TIME_LIMIT", 0.05)
    monkeypatch.setitem(ROWS, "nodes", [{"certname": "a" * 40}])
    with pytest.raises(CannotAnswer, match="took too long"):
        certnames("nodes { certname ~ '^(a|aa)+x$' }")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    contents = {
        "environment.conf": "",
        "manifests/site.pp": (
            "$found = puppetdb_query('nodes[certname] { facts_environment = \"production\" }')\n"
            "notify { 'web': message => $found.map |$row| { $row['certname'] }.join(',') }\n"
            "@@notify { 'exported': }\nHost <<| |>>\n"
        ),
        "facts/a.json": "{}",
    }
    write_files(tmp_path, contents)
    return tmp_path


def preview(root: Path, **settings: Any) -> Any:
    disk().begin_turn()
    done = jobs.preview({"environment_dir": str(root), "node": "a", "settings": settings}, disk(), NEVER)
    assert done["error"] is None, done["error"]
    return done


def message(answered: Any) -> Any:
    (found,) = [each for each in answered["catalog"]["resources"] if each["title"] == "web"]
    return found["parameters"]["message"]


def test_without_files_both_are_unknown_with_the_reason(repo: Path) -> None:
    (repo / "modules" / "h" / "lib" / "puppet" / "type").mkdir(parents=True)
    (repo / "modules" / "h" / "lib" / "puppet" / "type" / "host.rb").write_text(
        "Puppet::Type.newtype(:host) do\n  newparam(:name, namevar: true)\nend\n"
    )
    answered = preview(repo)
    reasons = {each["reason"] for each in answered["unknown"]}
    assert reasons == {
        "puppetdb_query() asks PuppetDB: there is no puppetdb/nodes.json with its answer",
        "the exported resources of other nodes are in PuppetDB: there is no puppetdb/resources.json with its answer",
    }
    assert answered["logs"] == []
    warned = preview(repo, storeconfigs=False)
    assert [log[2]["issue_code"] for log in warned["logs"]] == ["RT_NO_STORECONFIGS_EXPORT", "RT_NO_STORECONFIGS"]


def test_files_of_the_environment_come_first(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (repo / "manifests" / "site.pp").write_text((repo / "manifests" / "site.pp").read_text().partition("@@")[0])
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "nodes.json").write_text(json.dumps(NODES[:1]))
    assert message(preview(repo, puppetdb_folder=str(elsewhere))) == "web1"
    (repo / "puppetdb").mkdir()
    (repo / "puppetdb" / "nodes-1.json").write_text(json.dumps(NODES[1:2]))
    (repo / "puppetdb" / "nodes-2.json").write_text(json.dumps(NODES[2:]))
    (repo / "puppetdb" / "README").write_text("no rows")
    answered = preview(repo, puppetdb_folder=str(elsewhere))
    assert message(answered) == "web2"
    assert any("puppetdb/nodes-1.json" in json.dumps(read) for read in answered["reads"])


@pytest.mark.parametrize(
    ("text", "words"), [("{", "is no JSON"), ('{"a": 1}', "is no list of rows"), ("[1]", "no list")]
)
def test_a_file_that_cannot_be_used(repo: Path, text: str, words: str) -> None:
    (repo / "puppetdb").mkdir()
    (repo / "puppetdb" / "nodes.json").write_text(text)
    (repo / "manifests" / "site.pp").write_text((repo / "manifests" / "site.pp").read_text().partition("@@")[0])
    (unknown,) = preview(repo)["unknown"]
    assert words in unknown["reason"]
    assert "puppetdb/nodes.json" in unknown["reason"]

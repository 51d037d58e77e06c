"""With `storeconfigs`, what other nodes export gives the catalogs that real Puppet makes with the same rows."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from puppetlens.workers.jobs import preview_on_disk

from tests.support.catalogs import differences
from tests.support.programs import need, need_puppet
from tests.support.written import write_files

HERE = Path(__file__).parent
NODE = "me.example.com"


def row(certname: str, type_name: str, title: str, tags: tuple[str, ...] = (), **parameters: Any) -> dict[str, Any]:
    """As PuppetDB has it."""
    return {
        "certname": certname, "type": type_name, "title": title, "parameters": parameters, "exported": True,
        "tags": [type_name.lower(), *tags], "file": "/x/y.pp", "line": 3, "environment": "production",
    }  # fmt: skip


ROWS = [
    row("a.example.com", "Host", "a", ("cluster", "node"), ip="192.0.2.1", host_aliases=["one", "two"]),
    row("b.example.com", "Host", "b", ("other",), ip="192.0.2.2", ensure="present"),
    row(NODE, "Host", "mine-of-old", ("cluster",), ip="192.0.2.9"),
    {**row("c.example.com", "Host", "not-exported", ("cluster",)), "exported": False},
    row("a.example.com", "Notify", "n1", ("cluster",), message="Hello", tag="cluster", require="Host[a]"),
    row("b.example.com", "Notify", "n2", ("cluster",), message="hello", tag=["cluster", "x"], before=["Host[a]"]),
    row("a.example.com", "Mon::Check", "web", ("cluster",), port=80, hash={"a": [1, True, None], "b": 1.5}),
]
SITE = {
    "modules/mon/manifests/check.pp": (
        'define mon::check($port, $hash = {}) { notify { "check ${title} ${port} ${hash}": } @@host { "of ${title}": } }\n'
    ),
    "modules/mon/manifests/init.pp": "class mon { Host <<| tag == 'cluster' |>> }\n",
}
MANIFESTS = {
    "all of a type": "Host <<| |>>",
    "by tag": "Host <<| tag == 'cluster' |>>",
    "by tag in upper case": "Host <<| tag == 'CLUSTER' |>>",
    "by title": "Host <<| title == 'b' |>>",
    "by title in upper case": "Host <<| title == 'B' |>>",
    "by a parameter": "Host <<| ip == '192.0.2.2' |>>",
    "by an element of an array": "Host <<| host_aliases == 'one' |>>",
    "not": "Host <<| ip != '192.0.2.2' |>>",
    "and, or": "Host <<| (tag == 'cluster' and ip == '192.0.2.1') or ensure == present |>>",
    "a number and a text": "Mon::Check <<| port == '80' |>> Mon::Check <<| port == 80 |>>",
    "a variable": "$t = 'cluster' Notify <<| tag == $t |>>",
    "own ones too": "@@host { 'own': ip => '1' } Host <<| |>>",
    "own ones by tag": "@@host { 'own': tag => 'cluster' } @@host { 'no': } Host <<| tag == 'cluster' |>>",
    "overrides": "Host <<| |>> { ensure => absent, ip => undef, tag => 'more' }",
    "twice": "Host <<| tag == 'cluster' |>> { ensure => absent } Host <<| |>> { comment => 'second' }",
    "defaults": "Host { comment => 'by default', ensure => absent } Host <<| |>>",
    "in a class": "include mon Notify <<| |>> -> Class['mon']",
    "in a chain": "notify { 'first': } -> Host <<| tag == 'cluster' |>> -> notify { 'last': }",
    "a define": "Mon::Check <<| |>> Host <<| title == 'of web' |>>",
    "nothing there": "User <<| |>> Host <<| tag == 'nobody' |>> -> notify { 'alone': }",
    "declared here already": "host { 'a': } Host <<| |>>",
    "an ordinary collector does not find them": "Host <| |> @host { 'v': }",
    "found by an ordinary collector later": "Host <<| |>> Host <| title == 'a' |> { comment => 'changed' }",
    "references to one": "Host <<| |>> notify { 'after': require => Host['a'] } notice(defined(Host['a']))",
    "metaparameters": "Notify <<| |>> Host <<| |>>",
    "a type that is not there": "Nosuch <<| |>>",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", MANIFESTS)
def test_the_catalog_is_that_of_puppet(tmp_path: Path, what: str) -> None:
    need_puppet()
    root = tmp_path / "environments" / "production"
    write_files(
        root,
        {
            **SITE,
            "manifests/site.pp": MANIFESTS[what],
            "puppetdb/resources.json": json.dumps(ROWS),
        },
    )
    # A type of a module that is not there by itself.
    types = root / "modules" / "types" / "lib" / "puppet" / "type"
    types.mkdir(parents=True)
    (types / "host.rb").write_text(
        "Puppet::Type.newtype(:host) do\n  ensurable\n  newparam(:name, namevar: true)\n  newproperty(:ip)\n"
        "  newproperty(:comment)\n  newproperty(:host_aliases, array_matching: :all)\nend\n"
    )
    command = [need("ruby"), HERE / "compile_with_exports.rb", root.parent, NODE, root / "puppetdb" / "resources.json"]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    theirs = json.loads(done.stdout)
    (root / "facts.json").write_text("{}")
    ours = preview_on_disk(
        {
            "environment_dir": str(root),
            "node": NODE,
            "facts": str(root / "facts.json"),
            "settings": {"puppet_version": "7.23.0"},
        }
    )
    if theirs["error"] is not None:
        assert ours["error"] is not None, theirs["error"]
        assert theirs["error"].startswith(ours["error"]["message"])
        return
    assert ours["error"] is None
    assert ours["unknown"] == []
    assert list(differences(ours["catalog"], theirs["catalog"])) == []
    assert [log[:2] for log in ours["logs"]] == [[level, text.partition(" (file")[0]] for level, text in theirs["logs"]]

"""A node classifier's answer gives the catalog and the messages that real Puppet makes of it (`node_terminus = exec`)."""

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
NODE = "n1.example.com"
FILES = {
    "manifests/site.pp": (
        "notice(\"site ${tier} ${::tier} ${environment} ${server_facts['environment']} ${facts['tier']} ${num} ${h}\")\n"
        "if $list != undef { notice($list) }\n"
        'node default { notice("node ${tier}") include web::own }\n'
    ),
    "modules/web/manifests/init.pp": (
        'class web($port = 80, $names = undef) { notice("web ${port} ${names} ${tier}") notify { "web ${port}": } }\n'
    ),
    "modules/web/manifests/own.pp": 'class web::own { notice("own ${os}") }\n',
    "modules/web/manifests/tls.pp": 'class web::tls { notice("tls") }\n',
    "hiera.yaml": "version: 5\nhierarchy:\n  - {name: Tier, path: '%{tier}.yaml'}\n",
    "data/gold.yaml": "web::port: 8443\n",
}
#: What the environment `testing` has in the place of the class.
TESTED = 'class web($port = 80, $names = undef) { notify { "tested ${port}": } }\n'
#: What a classifier prints.
ANSWERS = {
    "a list of classes": "classes: [web, 'web::tls']\nparameters: {tier: gold, num: 5, h: {a: [1, true, ~]}, list: [x]}\n",
    "classes with parameters come first": (
        "classes:\n  web::tls:\n  web: {port: 8080, names: [a, b]}\n  web::own: {}\nparameters: {tier: gold}\n"
    ),
    "a parameter wins over the fact": "classes: {}\nparameters: {tier: ~, num: 1.5, os: {family: mine}}\n",
    "the environment": "classes: [web]\nenvironment: testing\nparameters: {tier: silver, environment: bogus}\n",
    "JSON": '{"classes": {"web": null}, "parameters": {"tier": "gold", "num": 0, "h": {}}}',
    "symbols for keys": "---\n:classes:\n  - web\n:parameters:\n  :tier: gold\n",
    "no classes": "parameters:\n  tier: gold\n  num: false\n",
    "a class that is not there": "classes: [nowhere]\nparameters: {tier: x, num: 1, h: 1}\n",
    "a wrong parameter": "classes: {web: {prot: 1}}\nparameters: {tier: x, num: 1, h: 1}\n",
}


@pytest.fixture
def environments(tmp_path: Path) -> Path:
    for environment in ("production", "testing"):
        write_files(tmp_path / "environments" / environment, FILES)
    (tmp_path / "environments" / "testing" / "modules" / "web" / "manifests" / "init.pp").write_text(TESTED)
    (tmp_path / "facts.json").write_text('{"os": {"family": "Debian"}}')
    return tmp_path / "environments"


def ask_puppet(environments: Path, printed: str) -> dict[str, Any]:
    folder = environments.parent
    (folder / "printed").write_text(printed)
    (folder / "classify").write_text(f"#!/bin/sh\ncat {folder}/printed\n")
    (folder / "classify").chmod(0o755)
    command = [
        need("ruby"),
        HERE / "compile_with_enc.rb",
        environments,
        NODE,
        folder / "facts.json",
        folder / "classify",
    ]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("what", ANSWERS)
def test_the_catalog_is_that_of_puppet(environments: Path, what: str) -> None:
    need_puppet()
    theirs = ask_puppet(environments, ANSWERS[what])
    root = environments / "production"
    (root / "nodes").mkdir()
    (root / "nodes" / f"{NODE}.yaml").write_text(ANSWERS[what])
    ours = preview_on_disk(
        {
            "environment_dir": str(root),
            "node": NODE,
            "facts": str(environments.parent / "facts.json"),
            "settings": {"puppet_version": "7.23.0"},
        }
    )
    if theirs["error"] is not None:
        assert ours["error"] is not None
        assert theirs["error"].startswith(ours["error"]["message"])
    else:
        assert ours["error"] is None
        assert list(differences(ours["catalog"], theirs["catalog"])) == []
        assert ours["catalog"]["environment"] == theirs["catalog"]["environment"]
    shown = [[level, message.partition("\n")[0]] for level, message in theirs["logs"] if level != "err"]
    logs = [log for log in ours["logs"] if not log[1].startswith("The node classifier puts")]
    assert [[level, message.partition("\n")[0]] for level, message, *_ in logs] == [
        [level, message.partition(" (file:")[0]] for level, message in shown
    ]

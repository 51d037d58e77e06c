"""`catalog --class`: what a class of a module declares, for given facts, without any control repo."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.catalogs import differences
from tests.support.forked import run_command
from tests.support.programs import need, need_puppet
from tests.support.written import write_files


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run_command("catalog", *arguments)


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A module as its own repository, one that it needs as a fixture and one beside it."""
    folder = tmp_path / "src" / "web"
    write_files(
        folder,
        {
            "metadata.json": (
                '{"name": "me-web", "version": "1.0.0", "author": "me", "source": "x", "license": "x", "dependencies": []}'
            ),
            "manifests/init.pp": (
                "class web(Integer $port = 80, Array $names = [], Optional[String] $note = undef) {\n"
                "  include helper\n  include beside\n"
                "  notify { \"port ${port} ${names} ${facts['os']} ${trusted['certname']}\": message => $note }\n}\n"
            ),
            "manifests/tls.pp": "class web::tls { notify { 'tls': } }\n",
            "spec/fixtures/modules/helper/manifests/init.pp": "class helper { notify { 'helped': } }\n",
        },
    )
    write_files(folder.parent, {"beside/manifests/init.pp": "class beside { notify { 'beside': } }\n"})
    write_files(tmp_path, {"debian.json": '{"os": "Debian"}'})
    return folder


def titles(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if line.startswith("Notify")]


def test_a_module_on_its_own(module: Path, tmp_path: Path) -> None:
    asked = ("--environment", module, "--facts", tmp_path / "debian.json", "--format", "text")
    shown = titles(run("--class", "web", *asked))
    assert shown == ["Notify[helped]", "Notify[beside]", "Notify[port 80 [] Debian debian]"]
    given = ("--param", "port=8080", "--param", "names=[a, 'b']", "--param", "note=~")
    assert "Notify[port 8080 [a, b] Debian n1.example.com]" in titles(
        run("n1.example.com", "--class", "::web", *given, *asked)
    )
    assert titles(run("--class", "web::tls", *asked)) == ["Notify[tls]"]


def test_a_class_of_a_control_repo_without_its_main_manifest(module: Path, tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    write_files(
        repo,
        {
            "environment.conf": "modulepath = modules\n",
            "manifests/site.pp": "fail('not this')\n",
            "manifests/roles.pp": (
                "class role::web($x = 1) { include a\n  own { 'y': x => twice($x) } }\n"
                'define own($x) { notify { "own ${x}": } }\n'
                "function twice($x) { $x * 2 }\n"
                "node n2 { notify { 'not this node': } }\n"
            ),
            "modules/a/manifests/init.pp": 'class a($x) { notify { "a ${x}": } }\n',
            "hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, path: all.yaml}\n",
            "data/all.yaml": "a::x: from Hiera\n",
            "facts/n1.json": "{}",
            "nodes/n1.yaml": "classes: [nothing]\n",
        },
    )
    for folder in (repo, repo / "modules" / "a"):
        done = run("n1", "--class", "a", "--environment", folder, "--no-facts", "--format", "text")
        assert titles(done) == ["Notify[a from Hiera]"]
    assert titles(run("n1", "--class", "a", "--environment", repo, "--format", "text")) == ["Notify[a from Hiera]"]
    role = ("n1", "--class", "role::web", "--param", "x=4", "--environment", repo, "--format", "text")
    assert titles(run(*role)) == ["Notify[a from Hiera]", "Notify[own 8]"]


def test_what_is_wrong(module: Path, tmp_path: Path) -> None:
    asked = ("--environment", module, "--facts", tmp_path / "debian.json")
    done = run("--class", "web::nothing", *asked)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: Could not find class web::nothing for debian")
    for mistyped, meant in (("web::tsl", "web::tls"), ("Tls", "web::tls"), ("helpre", "helper")):
        assert f"Hint: did you mean {meant}?\n" in run("--class", mistyped, *asked).stderr
    done = run("--class", "web", "--param", "port=many", *asked)
    assert done.returncode == 1
    assert "parameter 'port' expects an Integer value, got String" in done.stderr
    for options, words in (
        (("--class", "web", "--environment", module), "--class needs facts"),
        (("--class", "web", "--param", "port", *asked), "name=value is wanted"),
        (("--class", "web", "--param", "port=[", *asked), "--param port=["),
        (("--param", "port=1", "n1", *asked), "--param is for the class"),
        (asked, "Missing argument 'NODE'"),
        (("n1", "--class", "web", "--environment", module), 'no facts for "n1"'),
    ):
        done = run(*options)
        assert done.returncode == 2
        assert words in done.stderr
    (tmp_path / "empty").mkdir()
    done = run("--class", "web", "--environment", tmp_path / "empty", "--no-facts")
    assert done.returncode == 2
    assert f"there is no module and no environment in {tmp_path}/empty" in done.stderr


@pytest.mark.slow
def test_the_catalog_is_what_puppet_makes_of_a_classifiers_class(module: Path, tmp_path: Path) -> None:
    need_puppet()
    modules = tmp_path / "environments" / "production" / "modules"
    modules.mkdir(parents=True)
    for name, folder in (
        ("web", module),
        ("helper", module / "spec" / "fixtures" / "modules" / "helper"),
        ("beside", module.parent / "beside"),
    ):
        (modules / name).symlink_to(folder)
    (tmp_path / "classify").write_text("#!/bin/sh\necho 'classes: {web: {port: 8080, names: [a]}}'\n")
    (tmp_path / "classify").chmod(0o755)
    script = Path(__file__).parents[1] / "conformance" / "enc" / "compile_with_enc.rb"
    command = [need("ruby"), script, tmp_path / "environments", "n1", tmp_path / "debian.json", tmp_path / "classify"]
    asked = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    theirs = json.loads(asked.stdout.replace(str(modules / "helper"), str(module / "spec/fixtures/modules/helper")))
    theirs = json.loads(json.dumps(theirs).replace(str(modules / "beside"), str(module.parent / "beside")))
    theirs = json.loads(json.dumps(theirs).replace(str(modules / "web"), str(module)))
    done = run(
        *("n1", "--class", "web", "--param", "port=8080", "--param", "names=[a]", "--puppet-version", "7.23.0"),
        *("--environment", module, "--facts", tmp_path / "debian.json"),
    )
    ours: Any = json.loads(done.stdout)
    assert theirs["error"] is None
    assert list(differences(ours, theirs["catalog"])) == []

"""`puppetlens lookup`: the values of real `puppet lookup`, and where they stand."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.forked import run_command
from tests.support.programs import need
from tests.support.written import write_files

CONTROL_REPO = Path(__file__).parents[1] / "fixtures" / "control-repo"
NODE = "web01.example.com"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run_command("lookup", *arguments)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    contents = {
        "environment.conf": "",
        "hiera.yaml": (
            "version: 5\nhierarchy:\n  - {name: Node, path: '%{trusted.certname}.yaml'}\n"
            "  - {name: Common, path: common.yaml}\n"
        ),
        "data/a.example.com.yaml": "list: [one]\nhash: {a: 1}\n",
        "data/common.yaml": (
            "lookup_options:\n  secret: {convert_to: Sensitive}\nlist: [two, one]\nhash: {b: {c: 2}}\n"
            'secret: hush\nos: "%{facts.os}"\nempty: ~\nloop: "%{lookup(\'loop\')}"\n'
        ),
        "facts/a.example.com.json": '{"os": "Debian"}',
    }
    write_files(tmp_path, contents)
    return tmp_path


def look_up(repo: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(*arguments, "--node", "a.example.com", "--environment", repo)


def test_a_value_is_yaml_with_the_place_it_comes_from(repo: Path) -> None:
    done = look_up(repo, "list")
    assert (done.stdout, done.stderr, done.returncode) == ("- one\n# data/a.example.com.yaml:1\n", "", 0)
    assert look_up(repo, "os").stdout == "Debian\n# data/common.yaml:6\n"
    assert look_up(repo, "hash.b.c", "--merge", "hash").stdout.startswith("2\n")


def test_a_merge_names_every_place(repo: Path) -> None:
    done = look_up(repo, "list", "--merge", "unique")
    assert done.stdout == "- one\n- two\n# data/a.example.com.yaml:1\n# data/common.yaml:3\n"
    found = json.loads(look_up(repo, "hash", "--merge", "deep", "--format", "json").stdout)
    assert found["value"] == {"b": {"c": 2}, "a": 1}
    assert [(Path(place["file"]).name, place["line"]) for place in found["from"]] == [
        ("a.example.com.yaml", 2),
        ("common.yaml", 4),
    ]


def test_it_explains_which_places_were_asked(repo: Path) -> None:
    assert look_up(repo, "hash", "--explain").stdout.splitlines() == [
        "# lookup_options:",
        "#   environment: Node: data/a.example.com.yaml: no such key",
        "#   environment: Common: data/common.yaml:1: found",
        "# hash:",
        "#   environment: Node: data/a.example.com.yaml:2: found",
        "a: 1",
        "# data/a.example.com.yaml:2",
    ]
    (repo / "data" / "a.example.com.yaml").unlink()
    done = look_up(repo, "nothing", "--explain")
    assert done.stdout.splitlines()[3:] == [
        "# nothing:",
        "#   environment: Node: data/a.example.com.yaml: not there",
        "#   environment: Common: data/common.yaml: no such key",
    ]
    assert done.returncode == 1
    steps = json.loads(look_up(repo, "os", "--explain", "--format", "json").stdout)["steps"]
    assert [(step["key"], step["outcome"]) for step in steps[-2:]] == [("os", "not there"), ("os", "found")]


def test_a_value_of_a_function_comes_from_its_level(repo: Path) -> None:
    with (repo / "hiera.yaml").open("a") as config:
        config.write("  - {name: Code, data_hash: web::data}  # name: Code\n")
    (repo / "modules" / "web" / "functions").mkdir(parents=True)
    function = "function web::data(Hash $options, $context) { { 'made' => 'by code' } }\n"
    (repo / "modules" / "web" / "functions" / "data.pp").write_text(function)
    assert look_up(repo, "made").stdout == "by code\n# hiera.yaml:5\n"


def test_undef_is_a_value(repo: Path) -> None:
    assert json.loads(look_up(repo, "empty", "--format", "json").stdout)["value"] is None
    assert look_up(repo, "empty").returncode == 0


def test_secrets_are_not_shown(repo: Path) -> None:
    for form in ("text", "json"):
        done = look_up(repo, "secret", "--format", form)
        assert "<sensitive>" in done.stdout
        assert "hush" not in done.stdout


def test_a_missing_key_is_told_in_puppets_words(repo: Path) -> None:
    done = look_up(repo, "nothing")
    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr == "Error: Function lookup() did not find a value for the name 'nothing'\n"
    assert look_up(repo, "nothing", "--default", "none").stdout == "none\n# the default\n"


def test_other_errors_are_puppets_too(repo: Path) -> None:
    done = look_up(repo, "list", "--type", "Integer")
    assert done.returncode == 1
    assert done.stderr == "Error: Found value has wrong type, expects an Integer value, got Tuple\n"
    assert "Recursive lookup detected" in look_up(repo, "loop").stderr
    (repo / "data" / "common.yaml").write_text("a: [1\n")
    assert "common.yaml" in look_up(repo, "anything").stderr
    assert look_up(repo, "list", "--sort-merged-arrays").returncode == 2
    assert look_up(repo, "list", "--merge", "sideways").returncode == 2
    assert "no such file" not in run("list", "--node", "x", "--environment", repo / "absent").stdout


def test_facts_may_come_from_a_file(repo: Path) -> None:
    (repo / "other.json").write_text('{"os": "RedHat"}')
    assert look_up(repo, "os", "--facts", str(repo / "other.json")).stdout.startswith("RedHat\n")
    (repo / "other.json").write_text("[")
    done = look_up(repo, "os", "--facts", str(repo / "other.json"))
    assert done.returncode == 1
    assert "other.json" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("company", ()),
        ("mail", ()),
        ("profile::base::packages", ()),
        ("profile::base::packages", ("--merge", "first")),
        ("accounts::users", ("--merge", "deep")),
        ("accounts::users", ("--merge", "hash")),
        ("nginx::status::port", ()),
        ("sysctl::settings", ()),
        ("sudo::rules", ()),
        ("accounts::users.ada.uid", ()),
    ],
)
def test_the_value_is_that_of_puppet(key: str, options: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "environments").mkdir()
    (tmp_path / "environments" / "production").symlink_to(CONTROL_REPO)
    facts = json.loads((CONTROL_REPO / "facts" / f"{NODE}.json").read_text("utf-8"))
    facts.pop("trusted", None)
    (tmp_path / "facts.json").write_text(json.dumps(facts))
    folders = [f"--{name}={tmp_path / name}" for name in ("confdir", "vardir", "rundir", "logdir")]
    asked = subprocess.run(
        [
            need("puppet"), "lookup", key, *options, "--node", NODE, "--render-as", "json", *folders,
            "--facts", str(tmp_path / "facts.json"), "--environmentpath", str(tmp_path / "environments"),
            "--basemodulepath", "",
        ],
        capture_output=True,
        text=True,
        check=True,
    )  # fmt: skip
    expected: Any = json.loads(asked.stdout)
    found = run(
        key, *options, "--node", NODE, "--environment", CONTROL_REPO, "--facts", tmp_path / "facts.json",
        "--format", "json",
    )  # fmt: skip
    assert json.loads(found.stdout)["value"] == expected

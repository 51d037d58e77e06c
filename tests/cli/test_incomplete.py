"""What `catalog` and `lookup` say and how they end where something that they need is missing, or cannot be known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

NODE = "web01.example.com"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A control repo whose class `web` depends on what cannot be known: two values, and whether more is declared."""
    contents = {
        "environment.conf": "modulepath = modules\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - {name: Node, path: '%{facts.os}.yaml'}\n",
        "data/Debian.yaml": "role: web\n",
        "manifests/site.pp": "notify { 'always': }\n",
        "modules/web/manifests/init.pp": (
            "class web {\n"
            "  $made = generate('/bin/true')\n"
            "  notify { 'one': message => $made }\n"
            "  notify { 'two': message => \"${made}!\", withpath => true }\n"
            "  if generate('/bin/date') == 'x' { notify { 'three': } }\n"
            "}\n"
        ),
        f"facts/{NODE}.json": '{"os": "Debian"}',
        "facts/web02.example.com.json": "{}",
        "facts/db01.example.com.yaml": "os: Debian\n",
    }
    write_files(tmp_path, contents)
    return tmp_path


class TestNodesWithoutFacts:
    def test_a_path_is_no_name_of_a_node(self, repo: Path) -> None:
        (repo.parent / "x.json").write_text("{}")
        for options in ((), ("--no-facts",)):
            done = run_command("catalog", "../../x", "--environment", repo, *options)
            assert (done.returncode, done.stdout) == (2, "")
            assert 'Error: "../../x" is no name of a node' in done.stderr

    @pytest.mark.parametrize("command", [("catalog",), ("lookup", "role", "--node")])
    @pytest.mark.parametrize(
        ("node", "meant"),
        [("web01", NODE), ("web01.example.org", NODE), ("wbe01.example.com", NODE), ("DB01", "db01.example.com")],
    )
    def test_a_mistyped_node_is_refused_with_the_one_that_is_meant(
        self, repo: Path, command: tuple[str, ...], node: str, meant: str
    ) -> None:
        done = run_command(*command, node, "--environment", repo)
        assert (done.returncode, done.stdout) == (2, "")
        assert f'Error: no facts for "{node}" (looked for facts/{node}.json and .yaml in {repo})' in done.stderr
        assert f"Did you mean {meant}" in done.stderr
        listed = done.stderr.partition("Nodes with facts: ")[2].partition(". ")[0].split(", ")
        assert sorted(listed) == ["db01.example.com", NODE, "web02.example.com"]
        assert "--no-facts" in done.stderr

    def test_where_no_node_has_facts_it_says_where_to_put_them(self, repo: Path) -> None:
        for file in (repo / "facts").iterdir():
            file.unlink()
        done = run_command("catalog", NODE, "--environment", repo)
        assert done.returncode == 2
        assert "`puppet facts show`" in done.stderr
        assert "Did you mean" not in done.stderr

    @pytest.mark.parametrize(
        ("name", "content", "sentence"),
        [
            (
                "a.yaml",
                "os: [Debian\nb: 1\n",
                "did not find expected ',' or ']' while parsing a flow sequence at line 1 column 5",
            ),
            ("a.json", '{"os": ', "Expecting value: line 1 column 8 (char 7)"),
            ("a.yaml", "- os\n", "the facts must be a hash"),
            ("a.yaml", "", "the facts must be a hash"),
        ],
    )
    def test_a_file_of_facts_that_cannot_be_used(self, repo: Path, name: str, content: str, sentence: str) -> None:
        (repo / "facts" / name).write_text(content)
        done = run_command("catalog", "a", "--environment", repo)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"Error: facts/{name}: {sentence} on node a\n"

    def test_a_main_manifest_is_a_file(self, repo: Path) -> None:
        done = run_command("catalog", NODE, "--environment", repo, "--manifest", repo / "facts")
        assert done.returncode == 2
        assert done.stderr.endswith(f"File '{repo}/facts' is a directory.\n")

    def test_many_nodes_are_not_all_listed(self, repo: Path) -> None:
        for number in range(20):
            (repo / "facts" / f"many{number:02}.example.com.json").write_text("{}")
        assert "and 15 more" in run_command("catalog", "other", "--environment", repo).stderr

    def test_it_goes_on_without_facts_where_that_is_wanted(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text(
            "notify { 'here': }\nif $facts['os'] == 'Debian' { notify { 'there': } }\n"
            "notify { 'message': message => \"on ${osfamily}\" }\n"
        )
        done = run_command("catalog", "new.example.com", "--no-facts", "--environment", repo)
        resources = json.loads(done.stdout)["resources"]
        shown = {each["title"]: each.get("parameters", {}) for each in resources if each["type"] == "Notify"}
        assert list(shown) == ["here", "message"]
        assert shown["message"]["message"]["__ptype"] == "Unknown"
        assert "there are no facts of the node new.example.com" in shown["message"]["message"]["reason"]
        assert "Missing behind manifests/site.pp:2: there are no facts" in done.stderr
        assert done.returncode == 3

    def test_what_needs_no_facts_is_complete_without(self, repo: Path) -> None:
        done = run_command("catalog", "new.example.com", "--no-facts", "--environment", repo, "--format", "text")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines()[-1] == "Notify[always]"

    def test_a_value_of_hiera_that_needs_facts(self, repo: Path) -> None:
        done = run_command("lookup", "role", "--node", "new", "--no-facts", "--environment", repo)
        assert (done.returncode, done.stdout) == (3, "")
        assert done.stderr == "Incomplete: the value is not known: there are no facts of the node new\n"
        as_json = run_command(
            "lookup", "role", "--node", "new", "--no-facts", "--environment", repo, "--format", "json"
        )
        assert json.loads(as_json.stdout)["value"]["__ptype"] == "Unknown"
        allowed = run_command("lookup", "role", "--node", "new", "--no-facts", "--environment", repo, "--allow-unknown")
        assert allowed.returncode == 0


class TestFoldersThatAreNoEnvironment:
    def test_an_empty_folder(self, tmp_path: Path) -> None:
        for command in (("catalog", NODE), ("lookup", "key", "--node", NODE)):
            done = run_command(*command, "--environment", tmp_path)
            assert done.returncode == 2
            assert f"there is no environment in {tmp_path}: no environment.conf" in done.stderr
            assert "--environment DIR" in done.stderr

    def test_a_module_on_its_own(self, tmp_path: Path) -> None:
        (tmp_path / "manifests").mkdir()
        (tmp_path / "manifests" / "init.pp").write_text("class web { }\n")
        done = run_command("catalog", NODE, "--environment", tmp_path)
        assert done.returncode == 2
        assert f"{tmp_path} is a module, not an environment: `catalog --class NAME`" in done.stderr

    def test_a_loose_folder_is_not_its_own_main_manifest(self, tmp_path: Path) -> None:
        for name in ("a", "b"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "examples.pp").write_text("node default { }\n")
        done = run_command("catalog", NODE, "--environment", tmp_path)
        assert done.returncode == 2
        assert f"there is no environment in {tmp_path}" in done.stderr

    def test_a_folder_in_an_environment_names_it(self, repo: Path) -> None:
        done = run_command("catalog", NODE, "--environment", repo / "modules" / "web")
        assert done.returncode == 2
        assert done.stderr == (
            f"Error: {repo}/modules/web is no environment, but a part of one: --environment {repo}\n"
        )

    def test_a_folder_of_environments_names_them(self, tmp_path: Path) -> None:
        for name in ("production", "testing"):
            (tmp_path / "environments" / name / "manifests").mkdir(parents=True)
            (tmp_path / "environments" / name / "manifests" / "site.pp").write_text("")
        done = run_command("catalog", NODE, "--environment", tmp_path)
        assert done.returncode == 2
        assert f"{tmp_path}/environments/production, {tmp_path}/environments/testing" in done.stderr

    def test_a_manifest_needs_none(self, tmp_path: Path) -> None:
        (tmp_path / "one.pp").write_text("notify { 'one': }\n")
        (tmp_path / "facts.json").write_text("{}")
        (tmp_path / "empty").mkdir()
        done = run_command(
            *("catalog", NODE, "--environment", tmp_path / "empty", "--format", "text"),
            *("--manifest", tmp_path / "one.pp", "--facts", tmp_path / "facts.json"),
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines()[-1] == "Notify[one]"


class TestIncompleteCatalogs:
    @pytest.fixture
    def repo(self, repo: Path) -> Path:
        (repo / "manifests" / "site.pp").write_text("include web\n")
        return repo

    def test_it_ends_with_what_is_missing_behind_which_call(self, repo: Path) -> None:
        done = run_command("catalog", NODE, "--environment", repo, "--format", "text")
        resources = len(done.stdout.splitlines())
        assert "Notify[three]" not in done.stdout
        assert done.stderr.splitlines() == [
            f"Incomplete: {resources} resources are known, 2 of them with unknown values, and others may be missing.",
            "  Missing behind modules/web/manifests/init.pp:5: generate() runs a program",
            "  Unknown in 2 values, from modules/web/manifests/init.pp:2: generate() runs a program",
        ]
        assert done.returncode == 3

    def test_it_may_be_allowed(self, repo: Path) -> None:
        done = run_command("catalog", NODE, "--environment", repo, "--allow-unknown")
        assert done.returncode == 0
        assert "Incomplete: " in done.stderr
        assert json.loads(done.stdout)["name"] == NODE

    def test_places_of_one_reason_are_grouped(self, repo: Path) -> None:
        calls = "".join(f"notify {{ 'n{number}': message => generate('/bin/x') }}\n" for number in range(1, 6))
        (repo / "manifests" / "site.pp").write_text(calls)
        last = run_command("catalog", NODE, "--environment", repo).stderr.splitlines()[-1]
        places = "manifests/site.pp:1, manifests/site.pp:2, manifests/site.pp:3 and 2 more places"
        assert last == f"  Unknown in 5 values, from {places}: generate() runs a program"

    def test_a_failed_compilation_is_a_failure_first(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("include web\nfail('no')\n")
        done = run_command("catalog", NODE, "--environment", repo)
        assert done.returncode == 1
        assert "Incomplete" not in done.stderr

"""A node classifier's answer in a file: where it is found, what is wrong with it, and when it seems to be missing."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

NODE = "a.example.com"


def catalog(repo: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run_command("catalog", NODE, "--environment", repo, "--format", "text", *arguments)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    contents = {
        "environment.conf": "modulepath = modules\n",
        "manifests/site.pp": 'notify { "tier ${::tier} in ${environment}": }\n',
        "modules/web/manifests/init.pp": 'class web(Integer $port = 80) { notify { "web ${port}": } }\n',
        "hiera.yaml": "version: 5\nhierarchy:\n  - {name: Tier, path: '%{tier}.yaml'}\n",
        "data/gold.yaml": "motd: welcome\n",
        f"facts/{NODE}.json": '{"os": "Debian"}',
        f"nodes/{NODE}.yaml": "classes: {web: {port: 8080}}\nparameters: {tier: gold}\nenvironment: testing\n",
    }
    write_files(tmp_path, contents)
    return tmp_path


def test_the_environment_keeps_what_the_classifier_prints(repo: Path) -> None:
    done = catalog(repo)
    assert (done.returncode, done.stderr) == (0, "")
    assert {"Class[Web]", "Notify[web 8080]", "Notify[tier gold in testing]"} <= set(done.stdout.splitlines())
    assert run_command("lookup", "motd", "--node", NODE, "--environment", repo).stdout.startswith("welcome\n")


def test_a_file_that_is_named_comes_first(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other") / "printed"
    other.write_text("parameters: {tier: lead}\n")
    shown = catalog(repo, "--enc", other).stdout.splitlines()
    assert "Notify[tier lead in production]" in shown
    assert "Class[Web]" not in shown
    assert run_command("lookup", "motd", "--node", NODE, "--environment", repo, "--enc", other).returncode == 1


def test_a_folder_of_environments_keeps_its_name(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("code") / "environments"
    folder.mkdir()
    done = catalog(repo.rename(folder / "live"))
    assert done.stderr == (
        f"Warning: The node classifier puts {NODE} into the environment 'testing', "
        "which is not read here: this is 'live'\n"
    )
    assert "Notify[tier gold in live]" in done.stdout.splitlines()


def test_the_environment_beside_is_the_nodes(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("code") / "environments"
    (folder / "testing" / "manifests").mkdir(parents=True)
    (folder / "testing" / "manifests" / "site.pp").write_text('notify { "${tier} ${os} ${environment}": }\n')
    live = repo.rename(folder / "live")
    (folder / "testing" / "modules").symlink_to(live / "modules")
    done = catalog(live)
    said = f"The node classifier puts {NODE} into the environment 'testing', so this is the one in {folder}/testing"
    assert (done.returncode, done.stderr) == (0, f"Notice: {said}\n")
    assert {"Notify[gold Debian testing]", "Class[Web]"} <= set(done.stdout.splitlines())
    assert run_command("lookup", "motd", "--node", NODE, "--environment", live).returncode == 1
    contained = catalog(live, "--contained")
    assert "which is not read here: this is 'live'" in contained.stderr
    assert "Notify[tier gold in live]" in contained.stdout.splitlines()


def test_data_of_hiera_are_no_answer_of_a_classifier(repo: Path) -> None:
    (repo / "nodes" / f"{NODE}.yaml").write_text("web::port: 1\nclasses: [web]\n")
    (repo / "manifests" / "site.pp").write_text("")
    assert "Class[Web]" not in catalog(repo).stdout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[a]\n", "is a hash with classes, parameters and environment"),
        ("classes: web\n", "'classes' must be a list of names, or a hash"),
        ("classes: [{web: {}}]\n", "'classes' must be"),
        ("classes: {web: 80}\n", "'classes' must be"),
        ("parameters: [tier]\n", "'parameters' must be a hash"),
        ("environment: {a: 1}\n", "'environment' must be a name"),
        ("classes: [\n", "at line"),
    ],
)
def test_an_answer_that_cannot_be_used(repo: Path, text: str, words: str) -> None:
    path = repo / "nodes" / f"{NODE}.yaml"
    path.write_text(text)
    for done in (catalog(repo), run_command("lookup", "motd", "--node", NODE, "--environment", repo)):
        assert done.returncode == 1
        assert done.stderr.startswith("Error: ")
        assert words in done.stderr
        assert done.stderr.count(f"nodes/{NODE}.yaml") == 1


class TestVariableThatNothingSets:
    """The hint stands beside Puppet's own message."""

    @pytest.fixture
    def repo(self, repo: Path) -> Path:
        (repo / "nodes" / f"{NODE}.yaml").unlink()
        return repo

    def test_a_classifier_may_set_it(self, repo: Path) -> None:
        done = catalog(repo)
        assert done.returncode == 1
        first, second = done.stderr.splitlines()
        assert first.startswith("Error: Evaluation Error: Unknown variable: '::tier'. (file: ")
        assert second == (
            f"Hint: tier is no fact of {NODE}. If the node classifier (ENC) sets it, put what that prints into "
            f"nodes/{NODE}.yaml"
        )

    def test_with_a_warning_too(self, repo: Path) -> None:
        done = catalog(repo, "--puppet-version", "7.23.0")
        assert done.returncode == 0
        assert "Warning: Unknown variable: '::tier'." in done.stderr
        assert f"\nHint: tier is no fact of {NODE}" in done.stderr
        assert catalog(repo, "--strict", "off", "--no-strict-variables").stderr == ""

    def test_in_hiera(self, repo: Path) -> None:
        done = run_command(
            "lookup", "motd", "--default", "x", "--node", NODE, "--environment", repo, "--puppet-version", "7.23.0"
        )
        assert "Undefined variable 'tier'" in done.stderr
        assert "Hint: tier is no fact" in done.stderr

    def test_the_answer_that_is_there_does_not_have_it(self, repo: Path) -> None:
        path = repo / "nodes" / f"{NODE}.yaml"
        path.write_text("parameters: {teir: gold}\n")
        assert f"Hint: tier is no fact of {NODE}, and {path} does not set it either\n" in catalog(repo).stderr

    def test_a_mistyped_variable_is_not_the_classifiers(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("$packages = ['a']\nnotice($packagess)\n")
        done = catalog(repo)
        assert "Unknown variable: 'packagess'" in done.stderr
        assert "Hint" not in done.stderr

    def test_nor_is_a_fact_that_went_out_of_use(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("notice($::osfamily)\n")
        assert "Hint: osfamily is a legacy fact; `puppet facts show --show-legacy`" in catalog(repo).stderr

    def test_nor_a_variable_of_a_class(self, repo: Path) -> None:
        (repo / "manifests" / "site.pp").write_text("include web\nnotice($web::prot)\n")
        (repo / "hiera.yaml").unlink()
        assert "Hint" not in catalog(repo).stderr


def test_a_part_of_a_fact_that_is_not_there(repo: Path) -> None:
    (repo / "facts" / f"{NODE}.json").write_text('{"os": {}, "networking_old": 1}')
    (repo / "manifests" / "site.pp").write_text("notice($facts['os']['name'])\nnotice($facts['network']['ip'])\n")
    done = catalog(repo)
    assert "Operator '[]' is not applicable to an Undef Value" in done.stderr
    assert done.stderr.endswith(f"Hint: the facts of {NODE} have no 'network'\n")
    (repo / "manifests" / "site.pp").write_text("notice($facts['networking_odd']['ip'])\n")
    assert "have no 'networking_odd' (did you mean 'networking_old'?)" in catalog(repo).stderr


def test_a_program_sees_no_hint_in_batch(repo: Path) -> None:
    """Its messages are Puppet's, and nothing else."""
    request = {"id": 1, "manifest": "notice($::tier)", "settings": {"puppet_version": "7.23.0"}}
    done = run_command("batch", "--workers", "1", input=json.dumps(request) + "\n")
    (log,) = [log for log in json.loads(done.stdout)["logs"] if log[0] == "warning"]
    assert set(log[2]) == {"sys", "file", "line", "column", "issue_code"}

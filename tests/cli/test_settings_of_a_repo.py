"""`[settings]` of a puppetlens.toml: they hold for each command that compiles, as for `check` and editors."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

NODE = "a.example.com"
#: A key that stands twice is an error for Puppet 8, and a warning for Puppet 7.
SITE = """\
$twice = { 'key' => 1, 'key' => 2 }
notify { "Puppet ${serverversion}": }
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write_files(
        tmp_path,
        {
            ".git/HEAD": "",
            "environment.conf": "",
            "manifests/site.pp": SITE,
            f"facts/{NODE}.json": "{}",
            "puppetlens.toml": '[settings]\npuppetVersion = "7.23.0"\n',
        },
    )
    return tmp_path


def test_a_catalog_follows_the_puppet_that_the_repo_names(site: Path) -> None:
    done = run_command("catalog", NODE, "--environment", site, "--format", "text")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "Notify[Puppet 7.23.0]"
    nodes = run_command("nodes", "--compile", "--environment", site)
    assert (nodes.returncode, nodes.stdout.splitlines()[-1]) == (0, "1 node: 1 ok")
    why = run_command("explain", NODE, "Notify[Puppet 7.23.0]", "--environment", site)
    assert why.returncode == 0, why.stderr


@pytest.mark.parametrize("command", [("catalog", NODE, "--environment", "."), ("check", "manifests")])
def test_what_the_command_line_says_counts_more_be_it_the_default(site: Path, command: tuple[str, ...]) -> None:
    said = run_command(*command, "--puppet-version", "8.11.0", folder=site)
    assert said.returncode == 1
    assert "The key 'key' is declared more than once" in said.stderr + said.stdout
    assert run_command(*command, folder=site).returncode == 0


def test_what_is_wrong_in_the_file_is_told_beside_the_catalog(site: Path) -> None:
    (site / "puppetlens.toml").write_text('[settings]\npuppetVersion = "7.23.0"\nruby = "native"\n')
    done = run_command("catalog", NODE, "--environment", site, "--format", "text")
    assert done.returncode == 0, done.stderr
    assert "puppetlens.toml:3:1: the setting 'ruby' is the user's alone: no file of a repo can set it" in done.stderr

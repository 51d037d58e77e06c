"""A site whose hiera.yaml is the server's alone (its setting `hiera_config`): who looks for its data is told what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

NODE = "a.example.com"
HINT = (
    "Hint: the environment has no hiera.yaml, and the server's own (its setting hiera_config) is not read: "
    "put one beside environment.conf, with the datadir as it is from there"
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = "include web\n"
    code = "class web { notify { lookup('accounts'): } }\n"
    contents = {"environment.conf": "", "manifests/site.pp": site, "modules/web/manifests/init.pp": code}
    write_files(tmp_path, {**contents, f"facts/{NODE}.json": "{}", "hieradata/common.yaml": "accounts: all\n"})
    return tmp_path


@pytest.mark.parametrize("command", [("catalog", NODE), ("lookup", "accounts", "--node", NODE)])
def test_what_is_missing_is_said(site: Path, command: tuple[str, ...]) -> None:
    done = run_command(*command, "--environment", site)
    assert done.returncode == 1
    error, hint = done.stderr.splitlines()
    assert error.startswith("Error: Function lookup() did not find a value for the name 'accounts'")
    assert hint == HINT


def test_with_that_file_it_is_found_and_another_key_has_no_hint(site: Path) -> None:
    hierarchy = "version: 5\ndefaults: {datadir: hieradata, data_hash: yaml_data}\nhierarchy: [{name: common, path: common.yaml}]\n"
    write_files(site, {"hiera.yaml": hierarchy})
    done = run_command("catalog", NODE, "--environment", site, "--format", "text")
    assert done.stdout.splitlines()[-1] == "Notify[all]"
    missing = run_command("lookup", "nothing_of_that_name", "--node", NODE, "--environment", site)
    assert (missing.returncode, "hiera.yaml" in missing.stderr) == (1, False)

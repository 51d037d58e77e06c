"""A site that runs Puppet 7, read as of Puppet 8: who sees its nodes fail of what was a warning is told how to say so.

Which faults these are was asked of Puppet 7.23 and 8.10; `deprecation` is stdlib's, which asks for the setting `strict` itself.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.forked import run_command
from tests.support.written import write_files

STDLIB = """
Puppet::Functions.create_function(:old) do
  def old
    raise("deprecation. old. It is old") if Puppet[:strict] == :error
    'new'
  end
end
"""
FAULTS = {
    "a function that is deprecated": "old() notify { 'x': }",
    "a key twice": "notify { 'x': message => { 'a' => 1, 'a' => 2 }['a'] }",
    "a text as a number": "notify { 'x': message => '1' + 1 }",
}


def site(folder: Path, code: str, settings: str = "") -> Path:
    files = {"environment.conf": "", "manifests/site.pp": code, "puppetlens.toml": settings}
    write_files(folder, {**files, "lib/puppet/functions/old.rb": STDLIB})
    return folder


@pytest.mark.parametrize("name", FAULTS)
def test_it_is_said_and_what_it_says_helps(tmp_path: Path, name: str) -> None:
    options = ("catalog", "a", "--environment", tmp_path, "--no-facts", "--format", "text")
    site(tmp_path, FAULTS[name])
    failed = run_command(*options)
    assert failed.returncode == 1
    assert "Hint: Puppet 7 only warns of this" in failed.stderr
    for said in ('puppetVersion = "7.23.0"', 'strict = "warning"'):
        assert said in failed.stderr
        site(tmp_path, FAULTS[name], f"[settings]\n{said}\n")
        done = run_command(*options)
        assert (done.returncode, "Notify[x]" in done.stdout) == (0, True)


def test_it_is_said_once_for_all_nodes(tmp_path: Path) -> None:
    site(tmp_path, FAULTS["a key twice"])
    write_files(tmp_path, {f"facts/{name}.json": "{}" for name in ("a", "b", "c")})
    done = run_command("nodes", "--compile", "--environment", tmp_path)
    assert (done.returncode, done.stdout.count(" fails "), done.stdout.count("Hint: ")) == (1, 3, 1)


def test_what_puppet_7_refuses_too_has_no_such_hint(tmp_path: Path) -> None:
    site(tmp_path, "notify { 'x': message => 'a' + 1 }")
    done = run_command("catalog", "a", "--environment", tmp_path, "--no-facts")
    assert (done.returncode, "Hint" in done.stderr) == (1, False)

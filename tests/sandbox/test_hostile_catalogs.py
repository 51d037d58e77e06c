"""Whole catalogs of environments whose Ruby is hostile: what does not depend on it is right, the rest is unknown."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import DiskFiles
from puppetlens.workers import hosts
from puppetlens.workers.jobs import preview

from tests.support.programs import need
from tests.support.samples import first_of

FUNCTION = """
Puppet::Functions.create_function(:'evil::%s') do
  dispatch :run do
    optional_param 'Any', :what
  end
  def run(what = nil)
    %s
  end
end
"""

BODIES = {
    "good": "what.upcase",
    "loops": "begin; loop {}; rescue Exception; retry; end",
    "ends": "exit!",
    "eats": "a = []; loop { a << 'x' * (1 << 20) }",
    "deep": "def f(n) = { 1 => n }.map { |_, each| f(each + 1) }; f(0)",
    "huge": "'x' * (100 << 20)",
    "breaks": "Module.instance_methods(false).each { |each| Module.send(:undef_method, each) rescue nil }; 1",
    "peeks": "File.exist?('/etc/passwd') ? File.read('/etc/passwd') : 'none'",
    "rescues": "begin; File.read('/etc/passwd'); rescue StandardError; 'rescued'; end",
    "guesses": "rand(1_000_000)",
    "runs": "`id` rescue 'none'",
    "raises": "raise Class.new(StandardError) { def message = raise('no') }",
    "changes": "String.class_eval { def upcase = 'changed' }; 'changed'",
}


@pytest.fixture
def catalog(tmp_path: Path, prepared: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    functions = tmp_path / "modules" / "evil" / "lib" / "puppet" / "functions" / "evil"
    functions.mkdir(parents=True)
    for name, body in BODIES.items():
        (functions / f"{name}.rb").write_text(FUNCTION % (name, body))
    (tmp_path / "manifests").mkdir()
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "n.json").write_text("{}")

    monkeypatch.setattr(hosts, "_PATIENCE", (0.5, 0.2, 0.1))

    def compile_(manifest: str, ruby: str = "sandbox") -> dict[str, Any]:
        (tmp_path / "manifests" / "site.pp").write_text(manifest)
        request = {"environment_dir": str(tmp_path), "node": "n", "settings": {"ruby": ruby}}
        return preview(request, DiskFiles(), NEVER)

    return compile_


def messages(found: dict[str, Any]) -> dict[str, Any]:
    assert found["error"] is None, found["error"]
    resources = found["catalog"]["resources"]
    return {each["title"]: each["parameters"].get("message") for each in resources if each["type"] == "Notify"}


@pytest.mark.parametrize("name", first_of(sorted(set(BODIES) - {"good", "changes", "raises"})))
def test_one_value_is_lost_and_those_around_it_are_right(catalog: Any, name: str) -> None:
    manifest = (
        "notify { 'before': message => evil::good('a') }\n"
        f"notify {{ 'it': message => evil::{name}() }}\n"
        "notify { 'after': message => evil::good('b') }\n"
    )
    found = catalog(manifest)
    assert messages(found)["before"] == "A"
    assert messages(found)["after"] == "B"
    (reason,) = {each["reason"] for each in found["unknown"] if "Notify[it]/message" in each["affects"]}
    assert f"evil::{name}" in reason
    assert "root:" not in str(found)


def test_nothing_of_one_catalog_reaches_the_next(catalog: Any) -> None:
    changed = catalog("$x = evil::changes() notify { 'it': message => evil::good('a') }")
    assert messages(changed)["it"] == "changed"
    assert messages(catalog("notify { 'it': message => evil::good('a') }"))["it"] == "A"


@pytest.mark.slow
def test_a_catalog_whose_ruby_never_ends_is_there_in_time(catalog: Any) -> None:
    begin = time.thread_time()
    found = catalog('Integer[1, 8].each |$n| { notify { "${n}": message => evil::loops() } }')
    assert len(messages(found)) == 8
    assert time.thread_time() - begin < 4


@pytest.mark.slow
def test_what_a_native_ruby_gives_is_taken_as_it_is_and_never_kept(catalog: Any) -> None:
    need("ruby")
    manifest = "notify { 'it': message => evil::guesses() }"
    given = {str(messages(catalog(manifest, "native"))["it"]) for _ in range(3)}
    assert len(given) > 1
    assert all(each.isdigit() for each in given), given

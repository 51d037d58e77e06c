"""Results of Ruby on disk: one process has what the one before found out, and believes none of it unseen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from puppetlens.project.kept_files import disk
from puppetlens.sandbox import delivery, results, vm
from puppetlens.workers.jobs import preview_on_disk

from tests.support.written import write_files

F = "modules/m/lib/puppet/functions/m/f.rb"
START = "Puppet::Functions.create_function(:'m::f') do\n"
PURE = START + 'def f(a) "pure #{a}"; end\nend'
TEMPLATE = "<%= @v %> in <%= scope.function_template(['m/u.erb']) %>"
Process = Callable[..., "tuple[list[str], int]"]


@pytest.fixture
def process(prepared: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Process:
    """What a catalog says in a process of its own, given its files and settings, and how often it entered Ruby."""
    entered: list[str] = []
    request = vm.Vm.request
    monkeypatch.setattr(vm.Vm, "request", lambda self, text: (entered.append(text), request(self, text))[1])
    (tmp_path / "cache").mkdir()
    monkeypatch.setattr(results, "_file", lambda environment: tmp_path / "cache" / "results")

    def run(files: dict[str, str], **settings: Any) -> tuple[list[str], int]:
        write_files(tmp_path / "env", files)
        for table in results.RESULTS._tables.values():
            table._known.clear()
            table.stored, table.grown = {}, False
        entered.clear()
        disk().begin_turn()
        given = preview_on_disk(
            {"environment_dir": str(tmp_path / "env"), "node": "n", "settings": settings, "show_sensitive": True}
        )
        assert given["error"] is None, given["error"]
        return [message for level, message, *_ in given["logs"] if level == "notice"], len(entered)

    return run


def kept(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "cache").iterdir())


def test_the_next_process_needs_no_ruby(process: Process) -> None:
    files = {
        F: PURE,
        "modules/m/templates/t.erb": TEMPLATE,
        "modules/m/templates/u.erb": "<%= @v.size %>",
        "manifests/site.pp": "$v = [1, {'a' => 2.5}]\nnotice(m::f({'b' => undef}), template('m/t.erb'))",
    }
    said, entered = process(files)
    assert said == ['pure {"b"=>nil} [1, {"a"=>2.5}] in 2']
    assert entered
    assert process({}) == (said, 0)
    said, entered = process({"manifests/site.pp": "$v = []\nnotice(m::f(3), template('m/t.erb'))"})
    assert said == ["pure 3 [] in 0"]
    assert entered


def test_files_that_changed_since_count(process: Process) -> None:
    reads = START + "def f() File.read('/environment/x'); end\nend"
    site = "notice(m::f())"
    path = "modules/m/x"
    code = reads.replace("'/environment/x'", "File.join(__dir__, '../../../../x')")
    assert process({F: code, path: "one", "manifests/site.pp": site})[0] == ["one"]
    assert process({}) == (["one"], 0)
    assert process({path: "two"})[0] == ["two"]
    assert process({F: PURE.replace("(a)", "()").replace(" #{a}", "")})[0] == ["pure"]


def test_what_is_secret_does_not_reach_the_disk(process: Process, tmp_path: Path) -> None:
    site = "$s = Sensitive('hunter2')\nnotice(m::f($s).unwrap)\nnotice(m::f('plain'))"
    code = START + "def f(a) a; end\nend"
    assert process({F: code, "manifests/site.pp": site})[0] == ["hunter2", "plain"]
    (file,) = kept(tmp_path)
    assert b"plain" in file.read_bytes()
    assert b"hunter2" not in file.read_bytes()


def test_nothing_is_kept_for_who_has_keys(process: Process, tmp_path: Path) -> None:
    files = {F: PURE, "manifests/site.pp": "notice(m::f(1))"}
    for _ in range(2):
        said, entered = process(files, eyaml_private_key="/nowhere", eyaml_public_key="/nowhere")
        assert said == ["pure 1"]
        assert entered
    assert kept(tmp_path) == []


@pytest.mark.parametrize("content", [b"", b"\x80", b"\x93\x01\x02\x03", b"version \xff"])
def test_a_file_of_another_shape_is_not_seen(process: Process, tmp_path: Path, content: bytes) -> None:
    files = {F: PURE, "manifests/site.pp": "notice(m::f(1))"}
    assert process(files)[0] == ["pure 1"]
    (file,) = kept(tmp_path)
    written = file.read_bytes()
    for broken in (
        content,
        written[:-3],
        written.replace(b"calls", b"clals"),
        written.replace(b"pure 1", b"\xc1ure 1"),
    ):
        file.write_bytes(broken)
        said, entered = process(files)
        assert said == ["pure 1"]
        assert entered


def test_results_of_another_guest_are_not_seen(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {F: PURE, "manifests/site.pp": "notice(m::f(1))"}
    process(files)
    monkeypatch.setattr(delivery, "stamp", lambda: "another")
    assert process(files)[1]

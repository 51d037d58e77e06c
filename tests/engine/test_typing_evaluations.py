"""What is typed is evaluated in a process beside the server: found within a moment, and gone with the mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.support.editor import Editor

CLASS = "modules/m/manifests/init.pp"
DATA = "data/common.yaml"
VHOST = "modules/m/manifests/vhost.pp"
TWICE = [("$b = 2", "error", "Evaluation Error: Cannot reassign variable '$b'")]


@pytest.fixture
def editor(tmp_path: Path, shared_workers: None) -> Iterator[Editor]:
    (tmp_path / "environment.conf").write_text("modulepath = modules\n")
    editor = Editor(tmp_path)
    yield editor
    editor.engine.stop()


def test_a_mistake_is_shown_while_it_is_there(editor: Editor) -> None:
    editor.type(CLASS, "class m {\n  $b = 1\n  $b = 2\n  notice($b)\n}\n")
    assert editor.findings(CLASS, 1) == TWICE
    editor.type(CLASS, "class m {\n  # moved\n  $b = 1\n  $b = 2\n  notice($b)\n}\n")
    assert editor.findings(CLASS, 1) == TWICE
    editor.type(CLASS, "class m {\n  $b = 1\n  notice($b)\n}\n")
    assert editor.findings(CLASS, 0) == []


def test_what_breaks_a_node_in_data_is_an_error_there_alone_while_it_is_typed(editor: Editor) -> None:
    editor.write(CLASS, "class m(Integer $p, String $s = '') { notice($p, $s) }\n")
    editor.write("hiera.yaml", "version: 5\n")
    editor.type("manifests/site.pp", "node 'a' {\n  include m\n}\n")
    editor.type(DATA, "m::p: x\n")
    wait_for(lambda: [severity for _, severity, _ in editor.findings(DATA, 1)] == ["error"])
    assert editor.related(DATA)[0] == ("site.pp", "node 'a' {", "it breaks Node[a]")
    assert editor.findings("manifests/site.pp", 0) == []
    editor.type(DATA, "m::p: 1\nm::s: \"%{lookup('m::s')}\"\n")
    message = "Lookup of key 'm::s' failed: Recursive lookup detected in [m::s]"
    assert editor.findings(DATA, 1) == [("\"%{lookup('m::s')}\"", "error", message)]
    editor.type("manifests/site.pp", "node 'a' {\n}\n")
    assert editor.findings(DATA, 0) == []


def wait_for(holds: Callable[[], bool]) -> None:
    until = monotonic() + 10
    while not holds():
        assert monotonic() < until


@pytest.mark.slow
def test_another_file_that_changes_changes_what_is_right(editor: Editor) -> None:
    editor.write(VHOST, "define m::vhost(String $port) { }\n")
    editor.type(CLASS, "class m(Integer $port) {\n  m::vhost { 'a': port => $port }\n}\n")
    ((marked, _, message),) = editor.findings(CLASS, 1)
    assert (marked, message) == (
        "m::vhost { 'a': port => $port }"[len("m::vhost { 'a': ") : -2],
        "M::Vhost[a]: parameter 'port' expects a String value, got Integer",
    )
    editor.type(VHOST, "define m::vhost(Integer $port) { }\n")
    assert editor.findings(CLASS, 0) == []

"""What is typed is evaluated in a process beside the server: found within a moment, and gone with the mistake."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.editor import Editor

CLASS = "modules/m/manifests/init.pp"
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

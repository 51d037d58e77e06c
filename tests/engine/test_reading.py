"""Large files are read beside: meanwhile others are answered, and in the end what they define is known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

import pytest
from puppetlens.base.position import Text
from puppetlens.engine import reading
from puppetlens.engine.engine import Diagnostics, Edit, Engine, Snapshot
from puppetlens.engine.settings import Settings
from puppetlens.features.document_symbols import document_symbols

DEFINES = "".join(f"define m::d{n}($size) {{ $own = 1 }}\n" for n in range(100))


class Gate:
    """Texts that are read beside wait here until they may."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.open = Event(), Event()
        read = reading._document

        def waiting(job: Any) -> Any:
            self.begun.set()
            assert self.open.wait(20)
            return read(job)

        monkeypatch.setattr(reading, "_document", waiting)
        monkeypatch.setattr(reading, "APART", 1000)


class Session:
    def __init__(self, root: Path, settings: Settings | None = None) -> None:
        self.root = root
        self.published: SimpleQueue[Diagnostics] = SimpleQueue()
        self.engine = Engine([str(root)], self.published.put, lambda nodes: None, settings or Settings())

    def path(self, name: str) -> str:
        return str(self.root / name)

    def symbols(self, name: str) -> Any:
        def question(snapshot: Snapshot) -> int:
            return len(document_symbols(snapshot, self.path(name)))

        return self.engine.ask(question, self.path(name))

    def codes(self, name: str) -> list[str]:
        """Those that are published of a file next."""
        while (found := self.published.get(timeout=20)).path != self.path(name):
            pass
        return [finding.code for finding in found.findings]


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(monkeypatch)


@pytest.fixture
def session(tmp_path: Path, gate: Gate) -> Iterator[Session]:
    for name, text in {"environment.conf": "", "modules/m/manifests/init.pp": DEFINES}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    session = Session(tmp_path)
    yield session
    gate.open.set()
    session.engine.stop()


def test_others_are_answered_while_a_large_buffer_is_read(session: Session, gate: Gate) -> None:
    large, small = "manifests/large.pp", "manifests/small.pp"
    session.engine.open(session.path(large), 1, Text("$x = 1\n" * 1000))
    session.engine.open(session.path(small), 1, Text("class a { }"))
    asked = session.symbols(large)
    assert session.symbols(small).result(20) == 1
    assert gate.begun.wait(20)
    assert not asked.done()
    gate.open.set()
    assert asked.result(20) == 1000


def test_edits_of_a_large_buffer_are_read_one_after_the_other(session: Session, gate: Gate) -> None:
    name, text = "manifests/large.pp", "class a { }\n" * 200
    session.engine.open(session.path(name), 1, Text(text))
    session.symbols(name)
    assert gate.begun.wait(20)
    for version in (2, 3):
        before, text = text, f"class b{version} {{ }}\n{text}"
        added = len(text) - len(before)
        session.engine.change(session.path(name), version, Text(text), [Edit(0, 0, added)])
    asked = session.symbols(name)
    gate.open.set()
    assert asked.result(20) == 202
    small = "class c { }"
    session.engine.change(session.path(name), 4, Text(small), [Edit(0, len(text), len(small))])
    assert session.symbols(name).result(20) == 1
    session.engine.change(session.path(name), 5, Text(DEFINES), [Edit(0, len(small), len(DEFINES))])
    session.engine.close(session.path(name))
    assert session.symbols(name).result(20) == 0


def test_a_name_is_not_missing_while_the_file_that_has_it_is_read(session: Session, gate: Gate) -> None:
    name = "manifests/small.pp"
    text = "m::d7 { 'x': size => 1 }\nm::nosuch { 'y': }\n$x = = 1\n"
    session.engine.open(session.path(name), 1, Text(text))
    assert session.codes(name) == ["SYNTAX_ERROR"]
    assert gate.begun.wait(20)
    gate.open.set()
    assert sorted(session.codes(name)) == ["SYNTAX_ERROR", "UNKNOWN_RESOURCE_TYPE"]
    with pytest.raises(Empty):
        session.published.get(timeout=0.3)

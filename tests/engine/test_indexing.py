"""The index fills itself: from processes beside, from what the last session kept, or here; always with what is true."""

from __future__ import annotations

import gc
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from puppetlens.base.position import Text
from puppetlens.engine import engine, indexing
from puppetlens.engine.engine import Diagnostics, Engine
from puppetlens.engine.settings import Settings
from puppetlens.engine.typing_evaluations import TypingEvaluations
from puppetlens.model.entity import Entity
from puppetlens.model.snapshot import Snapshot
from puppetlens.project import cache, store
from puppetlens.workers.pool import WorkerFault, WorkerPool

NAMES = [f"web{number}" for number in range(12)]


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "_base", lambda: tmp_path / "cache")
    monkeypatch.setattr(indexing, "_FEW", 2)
    monkeypatch.setattr(indexing, "_JOB", 5)
    monkeypatch.setattr(store, "TICK", -(10**12))  # what was written just now is settled
    root = tmp_path / "site"
    for name in NAMES:
        (root / "modules" / name / "manifests").mkdir(parents=True)
        (root / "modules" / name / "manifests" / "init.pp").write_text(f"class {name} {{ include web0 }}\n")
    (root / "environment.conf").touch()
    return root


class Session:
    """An engine from its start until its index is full; `told` is what it reported."""

    def __init__(self, root: Path) -> None:
        self.told: list[tuple[int, int]] = []
        self.engine = Engine([str(root)], print, print, Settings(), lambda done, of: self.told.append((done, of)))

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.stop()

    def wait(self) -> None:
        until = monotonic() + 30
        while not self.told or self.told[-1] != (1, 1):
            assert monotonic() < until, self.told
            sleep(0.01)

    def classes(self) -> list[str]:
        """Those that the index knows, without reading anything for the question."""

        def known(snapshot: Snapshot) -> list[str]:
            return sorted(name for name in [*NAMES, "typed", "later"] if snapshot.index.defined(Entity("class", name)))

        return self.engine.ask(known).result(10)


@pytest.fixture
def no_process(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Processes fail; the questions to them."""
    asked: list[Any] = []

    def fail(self: WorkerPool, function: str, request: Any, **_: Any) -> Any:
        asked.extend(request["paths"])
        raise WorkerFault("CRASH", "it ended")

    monkeypatch.setattr(WorkerPool, "run", fail)
    return asked


def kept_files() -> list[Path]:
    return list(cache.folder().glob("index-*"))


def wait_for_file() -> None:
    until = monotonic() + 10
    while not kept_files():
        assert monotonic() < until
        sleep(0.01)


def test_the_second_session_reads_what_the_first_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Session(root) as session:
        session.wait()
        assert session.classes() == sorted(NAMES)
        assert session.told[0][1] == len(NAMES) + 1  # environment.conf
    wait_for_file()
    read: list[str] = []
    summary = Snapshot.summary
    monkeypatch.setattr(Snapshot, "summary", lambda self, path: (read.append(path), summary(self, path))[1])
    (root / "modules" / "web3" / "manifests" / "init.pp").write_text("class later {}\n")
    (root / "modules" / "web4" / "manifests" / "init.pp").unlink()
    with Session(root) as session:
        session.wait()
        assert session.classes() == sorted({*NAMES, "later"} - {"web3", "web4"})
    assert [Path(path).parts[-3] for path in read] == ["web3"]


@pytest.mark.slow
def test_meanwhile_nothing_keeps_others_waiting_for_long(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process for evaluations takes a core, and looks for garbage go over few containers."""
    begun, go_on = Event(), Event()
    evaluated: list[str] = []

    def run(self: WorkerPool, function: str, request: Any, **_: Any) -> Any:
        begun.set()
        go_on.wait(10)
        raise WorkerFault("CRASH", "it ended")

    monkeypatch.setattr(WorkerPool, "run", run)
    monkeypatch.setattr(engine, "_LISTEN", 0)
    monkeypatch.setattr(engine, "_FIRST", 0.3)
    monkeypatch.setattr(TypingEvaluations, "start", lambda self, path, *_: evaluated.append(path))
    before = gc.get_threshold()
    gc.set_threshold(20_000, 1, 10**9)
    try:
        with Session(root) as session:
            path = str(root / "modules/web1/manifests/init.pp")
            session.engine.open(path, 1, Text("class web1 {}\n"))
            assert begun.wait(10)
            sleep(0.5)
            assert not evaluated
            assert gc.get_threshold()[0] <= 3000
            go_on.set()
            session.wait()
            until = monotonic() + 10
            while not evaluated and monotonic() < until:
                sleep(0.01)
            assert evaluated == [path]
            assert gc.get_threshold()[0] == 20_000
    finally:
        gc.set_threshold(*before)


def test_what_rests_on_all_files_is_found_once_the_index_is_full(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To read them all for a check would keep waiting who asks meanwhile."""
    monkeypatch.setattr(engine, "_LISTEN", 1)
    (root / "modules/web5/manifests/init.pp").write_text("class web5 { service { 'nginx': } }\n")
    path = str(root / "modules/web1/manifests/init.pp")
    told: list[tuple[set[str], bool]] = []

    def publish(found: Diagnostics) -> None:
        told.append(({each.code for each in found.findings}, engine_._indexing.is_filling or not indexed))

    indexed: list[int] = []
    engine_ = Engine([str(root)], publish, print, Settings(), lambda done, of: done == of and indexed.append(of))
    try:
        engine_.open(path, 1, Text("class web1 { file { '/a': notify => Service['ngnix'] } }\n"))
        until = monotonic() + 30
        while not told or "UNDECLARED_RESOURCE" not in told[-1][0]:
            assert monotonic() < until, told
            sleep(0.01)
    finally:
        engine_.stop()
    assert told[0] == (set(), True)
    assert told[-1] == ({"UNDECLARED_RESOURCE"}, False)


def test_a_file_that_is_open_counts_as_it_is_typed(root: Path) -> None:
    with Session(root) as session:
        session.engine.open(str(root / "modules/web1/manifests/init.pp"), 1, Text("class typed {}\n"))
        session.wait()
        assert session.classes() == sorted({*NAMES, "typed"} - {"web1"})


def test_where_no_process_works_the_index_is_made_without(root: Path, no_process: list[Any]) -> None:
    with Session(root) as session:
        session.wait()
        assert session.classes() == sorted(NAMES)
    assert no_process


def test_a_kept_file_of_another_shape_is_not_believed(root: Path) -> None:
    with Session(root) as session:
        session.wait()
    wait_for_file()
    (kept,) = kept_files()
    kept.write_bytes(kept.read_bytes().replace(b"web5", b"\xc0\xc0\xc0\xc0"))
    with Session(root) as session:
        session.wait()
        assert session.classes() == sorted(NAMES)


def test_many_files_that_change_at_once_are_read_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puppetlens.model.world._COMPARED", 3)
    with Session(root) as session:
        session.wait()
        session.told.clear()
        changed = [root / "modules" / name / "manifests" / "init.pp" for name in NAMES[:6]]
        for path in changed:
            path.write_text("class later {}\n")
        session.engine.changed_outside(list(map(str, changed)))
        session.wait()
        assert session.classes() == sorted({*NAMES[6:], "later"})

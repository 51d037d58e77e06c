"""The pool of evaluation processes, against jobs that misbehave."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

import pytest
from puppetlens.base.cancellation import CancellationToken
from puppetlens.base.errors import Cancelled
from puppetlens.workers.pool import GRACE, WorkerFault, WorkerPool

JOBS = "tests.workers.jobs_for_workers"
ROOT = str(Path(__file__).resolve().parents[2])


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([ROOT, *sys.path]))
    pool = WorkerPool(1, 512)
    yield pool
    pool.close()


def test_an_answer_and_warm_caches(pool: WorkerPool) -> None:
    first = pool.run(f"{JOBS}:process", {})
    assert first["pid"] != os.getpid()
    assert pool.run(f"{JOBS}:process", {}) == {**first, "calls": 2}


def test_a_process_starts_before_it_is_needed_and_is_taken_then(pool: WorkerPool) -> None:
    pool.start_one()
    pool.start_one()  # there is room for one
    (process,) = pool._all
    assert pool.run(f"{JOBS}:process", {})["pid"] == process._process.pid


@pytest.mark.slow
def test_what_is_prepared_once_is_on_no_limit_of_time_and_is_said(
    pool: WorkerPool, capsys: pytest.CaptureFixture[str]
) -> None:
    pool.run(f"{JOBS}:process", {})
    assert pool.run(f"{JOBS}:prepare", {"seconds": 2.5}, seconds=2) == {}
    assert capsys.readouterr().err == "preparing\n"
    with pytest.raises(WorkerFault, match="took longer than"):
        pool.run(f"{JOBS}:endless", {}, seconds=0.1)
    # Who gives up meanwhile does not wait for it, either.
    token = CancellationToken()
    Timer(0.5, token.cancel).start()
    with pytest.raises(Cancelled):
        pool.run(f"{JOBS}:prepare", {"seconds": 60}, token=token)


@pytest.mark.skipif(sys.platform == "win32", reason="no priorities of this kind")
def test_what_runs_in_the_background_leaves_the_cores_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([ROOT, *sys.path]))
    here = os.getpriority(os.PRIO_PROCESS, 0)
    for background, expected in ((True, min(here + 5, 19)), (False, here)):
        pool = WorkerPool(1, 512, background=background)
        try:
            pid = pool.run(f"{JOBS}:process", {})["pid"]
            assert os.getpriority(os.PRIO_PROCESS, pid) == expected
        finally:
            pool.close()


def test_a_worker_imports_no_protocol_library_and_nothing_of_the_current_folder(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "yaml.py").write_text("raise RuntimeError('from the current folder')")
    monkeypatch.chdir(tmp_path)
    pool = WorkerPool(1, preload="puppetlens.workers.jobs:answer")
    try:
        loaded = pool.run(f"{JOBS}:modules", {})["modules"]
    finally:
        pool.close()
    assert "puppetlens.workers.jobs" in loaded
    assert not {"pygls", "lsprotocol", "click"} & set(loaded)


def test_a_crash_costs_one_answer(pool: WorkerPool) -> None:
    before = pool.run(f"{JOBS}:process", {})["pid"]
    with pytest.raises(WorkerFault, match="exit status 3") as fault:
        pool.run(f"{JOBS}:crash", {})
    assert fault.value.code == "CRASH"
    assert pool.run(f"{JOBS}:process", {})["pid"] != before


def test_an_exception_costs_one_answer_and_keeps_the_process(pool: WorkerPool) -> None:
    before = pool.run(f"{JOBS}:process", {})["pid"]
    with pytest.raises(WorkerFault, match="KeyError") as fault:
        pool.run(f"{JOBS}:fail", {})
    assert fault.value.code == "INTERNAL"
    assert pool.run(f"{JOBS}:process", {})["pid"] == before


def test_a_job_that_takes_too_long_is_stopped_and_keeps_its_process_where_it_listens(pool: WorkerPool) -> None:
    before = pool.run(f"{JOBS}:process", {})["pid"]
    with pytest.raises(WorkerFault, match=r"longer than 0\.3 seconds") as fault:
        pool.run(f"{JOBS}:endless", {}, seconds=0.3)
    assert fault.value.code == "TIMEOUT"
    assert pool.run(f"{JOBS}:process", {})["pid"] == before


@pytest.mark.slow
def test_a_job_that_does_not_listen_is_killed(pool: WorkerPool) -> None:
    before = pool.run(f"{JOBS}:process", {})["pid"]
    start = time.monotonic()
    with pytest.raises(WorkerFault) as fault:
        pool.run(f"{JOBS}:deaf", {}, seconds=0.2)
    assert fault.value.code == "TIMEOUT"
    assert time.monotonic() - start < 0.2 + GRACE + 1
    assert pool.run(f"{JOBS}:process", {})["pid"] != before


def test_cancelling_stops_a_running_job(pool: WorkerPool) -> None:
    before = pool.run(f"{JOBS}:process", {})["pid"]
    token = CancellationToken()
    Timer(0.2, token.cancel).start()
    with pytest.raises(Cancelled):
        pool.run(f"{JOBS}:endless", {}, token=token)
    assert pool.run(f"{JOBS}:process", {})["pid"] == before


@pytest.mark.skipif(sys.platform == "win32", reason="no address space limit")
def test_memory_has_a_limit(pool: WorkerPool) -> None:
    before = pool.run(f"{JOBS}:process", {})["pid"]
    with pytest.raises(WorkerFault, match="more than 512 megabytes") as fault:
        pool.run(f"{JOBS}:hungry", {"megabytes": 2048})
    assert fault.value.code == "MEMORY"
    assert pool.run(f"{JOBS}:process", {})["pid"] != before


@pytest.mark.slow
def test_an_answer_that_is_too_large_for_the_server_never_reaches_it(pool: WorkerPool) -> None:
    with pytest.raises(WorkerFault, match="more than 128 megabytes") as fault:
        pool.run(f"{JOBS}:long_answer", {"megabytes": 129})
    assert fault.value.code == "SIZE"
    assert pool.run(f"{JOBS}:talk", {}) == {"said": True}


@pytest.mark.slow
def test_deep_recursion_is_an_error_like_others(pool: WorkerPool) -> None:
    with pytest.raises(WorkerFault, match="RecursionError"):
        pool.run(f"{JOBS}:deep", {})


def test_what_a_job_prints_is_no_answer(pool: WorkerPool, capfd: pytest.CaptureFixture[str]) -> None:
    assert pool.run(f"{JOBS}:talk", {}) == {"said": True}
    assert capfd.readouterr().out == ""


def test_an_answer_that_is_no_json_is_a_fault(pool: WorkerPool) -> None:
    with pytest.raises(WorkerFault, match="no JSON"):
        pool.run(f"{JOBS}:no_json", {})


def test_a_worker_sees_the_open_buffers_as_they_are_at_each_job(pool: WorkerPool, tmp_path: Path) -> None:
    disk = tmp_path / "a.pp"
    disk.write_text("disk")
    new = str(tmp_path / "new.pp")

    def read(path: str, overlay: dict[str, tuple[int, str | None]]) -> str | None:
        text: str | None = pool.run(f"{JOBS}:read", {"path": path}, overlay=overlay)["text"]
        return text

    assert read(str(disk), {str(disk): (1, "typed \U0001f600")}) == "typed \U0001f600"
    assert read(str(disk), {str(disk): (2, "typed more"), new: (3, "new")}) == "typed more"
    assert read(new, {str(disk): (2, "typed more"), new: (3, "new")}) == "new"
    assert read(str(disk), {new: (3, "new")}) == "disk"
    assert read(new, {}) is None


def test_more_callers_than_workers_wait_their_turn(pool: WorkerPool) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: pool.run(f"{JOBS}:process", {}), range(30)))
    assert len({answer["pid"] for answer in answers}) == 1
    assert sorted(answer["calls"] for answer in answers) == list(range(1, 31))


def test_a_closed_pool_leaves_no_process(pool: WorkerPool) -> None:
    pid = pool.run(f"{JOBS}:process", {})["pid"]
    pool.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(Cancelled):
        pool.run(f"{JOBS}:process", {})

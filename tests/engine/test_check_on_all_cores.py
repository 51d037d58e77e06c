"""`check` of many files, which processes share: what they find is what one finds, in order, and none outlives the command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from puppetlens.engine import check
from puppetlens.engine.check import check_paths
from puppetlens.engine.file_checks import Report
from puppetlens.engine.settings import Settings
from puppetlens.workers.pool import Limits, WorkerFault

from tests.support.written import write_files

#: The real program: those of other tests are forked, and take no signals.
PUPPETLENS = [sys.executable, "-m", "puppetlens.cli.main"]
#: What one file does to another: a class that is not there, one that is in a file of another job, a wrong type, data.
WRONG = {
    "environment.conf": "",
    "hiera.yaml": "version: 5\nhierarchy: [{name: all, path: common.yaml}]\n",
    "data/common.yaml": "m1::port: text\nm2::prot: 1\n",
    "modules/m1/manifests/init.pp": "class m1(Integer $port = 1) { include m39 include m99::none }\n",
    "modules/m2/manifests/init.pp": "class m2(Integer $port = 'a') { $a = 1 $a = 2 file { '/x': ensur => file } }\n",
    "modules/m39/manifests/broken.pp": "class m39::broken { \n",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    plain = {f"modules/m{n}/manifests/init.pp": f"class m{n} {{ include m{n + 1} }}\n" for n in range(40)}
    write_files(tmp_path, {**plain, **WRONG})
    return tmp_path


def found(site: Path) -> list[Report]:
    return list(check_paths([str(site)], Settings()))


@pytest.mark.slow
def test_processes_find_what_one_finds(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = found(site)
    assert len({each.code for each in alone}) > 4
    monkeypatch.setattr(check, "_FEW", 3)
    monkeypatch.setattr(check, "cores", lambda: 2)
    assert found(site) == alone


@pytest.mark.slow
def test_where_there_is_one_core_nothing_is_started(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = found(site)
    monkeypatch.setattr(check, "_FEW", 3)
    monkeypatch.setattr(check, "cores", lambda: 1)
    monkeypatch.setattr(check, "Many", None)
    assert found(site) == alone


@pytest.mark.slow
def test_time_that_is_over_is_told(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "_FEW", 3)
    monkeypatch.setattr(check, "cores", lambda: 2)
    with pytest.raises(WorkerFault) as raised:
        list(check_paths([str(site)], Settings(), limits=Limits(0.1)))
    assert raised.value.code == "TIMEOUT"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are not listed")
def test_an_interrupt_leaves_nobody_behind(tmp_path: Path) -> None:
    write_files(tmp_path, {f"m{n}.pp": f"notice({n})\n" * 400 for n in range(400)})
    process = subprocess.Popen(
        [*PUPPETLENS, "check", str(tmp_path)], stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    until, beside = time.monotonic() + 60, []
    while not beside and time.monotonic() < until:
        time.sleep(0.05)
        beside = _started_by(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err.split(), process.returncode) == (b"", [b"Aborted!"], 130)
    assert beside or len(os.sched_getaffinity(0)) == 1
    assert [each for each in beside if Path(f"/proc/{each}").exists()] == []


def _started_by(parent: int) -> list[int]:
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(each.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(each.parent.name))
    return found

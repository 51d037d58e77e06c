"""Many nodes on all cores: what one of them does costs one answer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.forked import run_command

SITE = """\
node 'endless' { Integer[1, 100000000].each |$x| { Integer[1, 1000000000].each |$y| { $z = $x + $y } } }
node default { notify { 'a': } }
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/site.pp").write_text(SITE)
    (tmp_path / "facts").mkdir()
    for name in ("a", "endless", "z"):
        (tmp_path / f"facts/{name}.json").write_text("{}")
    return tmp_path


@pytest.mark.slow
def test_a_node_without_end_costs_one_answer(site: Path) -> None:
    done = run_command("nodes", "--environment", site, "--compile", "--timeout", "8")
    assert [line.split("  ")[:2] for line in done.stdout.splitlines()] == [
        ["a", "ok"],
        ["endless", "fails"],
        ["z", "ok"],
        ["3 nodes: 2 ok, 1 fails"],
    ]
    assert "the evaluation took longer than" in done.stdout
    assert done.returncode == 4


@pytest.mark.slow
def test_a_comparison_without_end_costs_one_answer(site: Path) -> None:
    done = run_command("diff", "--all", "--environment", site, "--from-environment", site, "--timeout", "8")
    assert "endless: stopped before it could be compared" in done.stdout
    assert done.returncode == 4


def test_the_least_memory_is_enough_for_small_nodes(site: Path) -> None:
    (site / "facts/endless.json").unlink()
    done = run_command("nodes", "--environment", site, "--compile", "--memory", "256")
    assert [line.split("  ")[1] for line in done.stdout.splitlines()[:2]] == ["ok", "ok"]
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no groups of processes")
def test_an_interrupt_of_the_terminal_is_no_fault_of_anybody(site: Path) -> None:
    command = [sys.executable, "-m", "puppetlens.cli.main", "nodes", "--environment", str(site), "--compile"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stderr is not None
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stderr.read().split() == [b"Aborted!"]
        assert process.wait(10) == 130

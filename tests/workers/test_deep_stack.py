"""Threads with room for deep recursion."""

from __future__ import annotations

import sys

import pytest
from puppetlens.workers.deep_stack import run_deep


def down(depth: int) -> None:
    if depth:
        down(depth - 1)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the faults of a thread")
def test_calls_at_any_depth_take_no_memory_anew() -> None:
    from resource import RUSAGE_THREAD, getrusage

    def faults() -> int:
        down(2000)  # all that is needed is there now
        before = getrusage(RUSAGE_THREAD).ru_minflt
        for depth in range(200):
            for _ in range(20):
                down(depth)
        return getrusage(RUSAGE_THREAD).ru_minflt - before

    assert run_deep(faults) < 50

"""Shared by all tests."""

from __future__ import annotations

import gc
import signal

import pytest

from tests.support import samples

pytest.register_assert_rewrite("tests.support.check")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # of a job in the background, and of all that it starts
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("markexpr") == "not slow":
        samples.leave_out(5)


def pytest_collection_finish() -> None:
    """What is there now stays to the end: looking through it for garbage takes a second each time."""
    gc.collect()
    gc.freeze()

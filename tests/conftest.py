"""Shared by all tests."""

from __future__ import annotations

import gc

import pytest

from tests.support import samples

pytest.register_assert_rewrite("tests.support.check")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("markexpr") == "not slow":
        samples.leave_out(5)


def pytest_collection_finish() -> None:
    """What is there now stays to the end: looking through it for garbage takes a second each time."""
    gc.collect()
    gc.freeze()

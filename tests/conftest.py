"""Shared by all tests."""

from __future__ import annotations

import pytest

from tests.support import samples

pytest.register_assert_rewrite("tests.support.check")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("markexpr") == "not slow":
        samples.leave_out(3)

"""Servers that start quickly."""

from __future__ import annotations

import pytest

from tests.support.forked import started


@pytest.fixture(scope="session", autouse=True)
def quick_servers() -> None:
    started()

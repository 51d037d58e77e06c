"""Servers that start quickly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.serve import serving


@pytest.fixture(scope="session", autouse=True)
def quick_servers() -> Iterator[None]:
    with serving():
        yield

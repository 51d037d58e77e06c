"""Servers and clients that start quickly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from pygls.protocol import default_converter
from pytest_lsp import client

from tests.support.forked import started


@pytest.fixture(scope="session", autouse=True)
def quick_servers() -> None:
    started()


@pytest.fixture(scope="session", autouse=True)
def one_converter() -> Iterator[None]:
    """Of all clients: to learn the protocol's types takes longer than most tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "default_converter", cache(default_converter))
        yield

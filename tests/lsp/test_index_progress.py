"""Progress of what the server does by itself: shown where the client can and it takes long, and always ended."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from lsprotocol import types as lsp
from puppetlens.lsp import progress
from puppetlens.lsp.progress import BackgroundProgress
from puppetlens.lsp.server import Server


class Client:
    """What stands for a server and its client; `shown` is what this was told."""

    def __init__(self, can: bool) -> None:
        self.client_capabilities = lsp.ClientCapabilities(window=lsp.WindowClientCapabilities(work_done_progress=can))
        self.work_done_progress = self
        self.tokens: dict[Any, Any] = {}
        self.shown: list[Any] = []

    async def create_async(self, token: lsp.ProgressToken) -> None:
        self.tokens[token] = None

    def begin(self, token: lsp.ProgressToken, value: Any) -> None:
        self.shown.append(value.kind)

    report = end = begin


def shown(can: bool, told: list[tuple[int, int]]) -> list[str]:
    client = Client(can)

    async def tell() -> None:
        background = BackgroundProgress(cast(Server, client), "Reading")
        for done, of in told:
            background.tell(done, of)
            await asyncio.sleep(0.01)

    asyncio.run(tell())
    assert not client.tokens
    return client.shown


def test_progress_is_shown_where_the_client_can_and_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [(1, 1), (0, 10), (5, 10), (1, 1), (1, 1)]
    assert shown(True, told) == [], "it did not take long"
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    assert shown(True, told) == ["begin", "report", "end"]
    assert shown(False, told) == []

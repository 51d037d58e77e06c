"""A session lasts for days: nothing is kept of a message that is done with."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from puppetlens.lsp.server import Server


def test_nothing_is_kept_of_notifications(tmp_path: Path) -> None:
    server = Server()
    sent: list[Any] = []
    server.protocol._send_data = sent.append  # type: ignore[method-assign]

    async def session() -> int:
        def tell(method: str, params: Any, identity: int | None = None) -> None:
            message = {"jsonrpc": "2.0", "method": method, "params": params}
            server.protocol.handle_message(message if identity is None else {**message, "id": identity})

        folder, uri = tmp_path.as_uri(), (tmp_path / "a.pp").as_uri()
        tell("initialize", {"processId": None, "rootUri": folder, "capabilities": {}}, 1)
        tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "puppet", "version": 1, "text": ""}})
        before = _futures()
        for number in range(50):
            change = {"textDocument": {"uri": uri, "version": 2 + number}, "contentChanges": [{"text": "# x"}]}
            tell("textDocument/didChange", change)
            tell("$/setTrace", {"value": "off"})
            tell("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": []}})
        return _futures() - before

    try:
        assert asyncio.run(session()) < 10
    finally:
        server.end()


def _futures() -> int:
    return sum(isinstance(each, Future) for each in gc.get_objects())

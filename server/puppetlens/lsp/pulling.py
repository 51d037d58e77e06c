"""What a client that pulls diagnostics was told, and when it is to ask again.

Who asks for the diagnostics of open files (`textDocument/diagnostic`) and can be asked to do so again
(`workspace/diagnostic/refresh`) is not pushed those, or it would show them twice. It asks by itself where a text
changes; it is asked to where other files or an evaluation change what it was told of a text that is still the same.
What evaluations tell of files for which it does not ask is pushed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from lsprotocol import types as lsp

from ..engine.engine import Diagnostics
from .event_loop import call_soon

#: Seconds in which several files' diagnostics become others at once.
_TOGETHER = 0.05


def pulls(client: lsp.ClientCapabilities) -> bool:
    """Whether a client asks for diagnostics, and asks again when it is told to."""
    document, workspace = client.text_document, client.workspace
    asks = document is not None and document.diagnostic is not None
    again = workspace is not None and workspace.diagnostics is not None and workspace.diagnostics.refresh_support
    return asks and bool(again)


class Pulling:
    """All but what `refresh` waits for happens on the engine's thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, refresh: Callable[[], Awaitable[None]]) -> None:
        self._loop = loop
        self._refresh = refresh
        #: path -> version of the text of which the client was told last, None of a file that was not open.
        self._told: dict[str, int | None] = {}
        #: Files of which findings are pushed.
        self._pushed: set[str] = set()
        self._wanted = False
        self._asking: asyncio.Task[None] | None = None

    def pulled(self, found: Diagnostics) -> bool:
        """The client is told of a file because it asked; whether findings that it was pushed must go."""
        self._told[found.path] = found.version
        return self._withdrawn(found.path)

    def forget(self, path: str) -> bool:
        """The client is told that it may not ask for a file; whether it could before, while that was not open."""
        return self._told.get(path, 0) is None and self._told.pop(path) is None

    def pushes(self, found: Diagnostics) -> bool:
        """Whether what is new of a file is pushed; else the client asks for it, when it is told to where it must be."""
        path, version = found.path, found.version
        if path in self._told and self._told[path] == version:
            call_soon(self._loop, self._ask_again)
            return False
        if version is not None:
            return False  # a text that is new to the client: it asks
        self._told.pop(path, None)
        if not found.findings:
            return self._withdrawn(path)
        self._pushed.add(path)
        return True

    def _withdrawn(self, path: str) -> bool:
        pushed = path in self._pushed
        self._pushed.discard(path)
        return pushed

    # On the event loop -------------------------------------------------------------------------------

    def _ask_again(self) -> None:
        """Several changes are one request, and none is made while one has no answer."""
        self._wanted = True
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._ask())

    async def _ask(self) -> None:
        try:
            while self._wanted:
                await asyncio.sleep(_TOGETHER)
                self._wanted = False
                await self._refresh()
        finally:
            self._asking = None

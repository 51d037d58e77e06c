"""Progress that is shown only where something takes long."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from .server import Server

#: Seconds after which a person begins to wonder.
_PATIENCE = 0.4

#: What is done now, and how much of all that is, in percent. For the event loop's thread.
Report = Callable[[str, int], None]


@asynccontextmanager
async def shown_progress(
    server: Server, token: lsp.ProgressToken | None, title: str, cancel: Callable[[], None]
) -> AsyncIterator[Report]:
    """Show progress while the block runs, which may tell how far it is. `cancel` is called when the client cancels it.

    `token` is the client's for this request; without one the server makes its own where the client can.
    """
    shown = asyncio.ensure_future(_show(server, token, title, cancel))

    def report(message: str, percentage: int) -> None:
        begun = shown.result() if shown.done() and not shown.cancelled() else None
        if begun is not None and begun in server.work_done_progress.tokens:
            told = lsp.WorkDoneProgressReport(message=message, percentage=percentage)
            server.work_done_progress.report(begun, told)

    try:
        yield report
    finally:
        if shown.done() and not shown.cancelled():
            begun = shown.result()
            if begun is not None:
                server.work_done_progress.end(begun, lsp.WorkDoneProgressEnd())
                server.work_done_progress.tokens.pop(begun, None)
        else:
            shown.cancel()


async def _show(
    server: Server, token: lsp.ProgressToken | None, title: str, cancel: Callable[[], None]
) -> lsp.ProgressToken | None:
    progress = server.work_done_progress
    token = token or await _own_token(server)
    if token is not None:
        progress.begin(token, lsp.WorkDoneProgressBegin(title, cancellable=True))
        progress.tokens[token].add_done_callback(lambda future: cancel() if future.cancelled() else None)
    return token


async def _own_token(server: Server) -> lsp.ProgressToken | None:
    """After a while, one of the server's own, where the client can have it."""
    await asyncio.sleep(_PATIENCE)
    window = server.client_capabilities.window
    if window is None or not window.work_done_progress:
        return None
    token = str(uuid.uuid4())
    # Its answer comes also where nobody waits for it any more, and must find somebody.
    asked = asyncio.ensure_future(server.work_done_progress.create_async(token))
    asked.add_done_callback(lambda future: future.cancelled() or future.exception())
    try:
        await asyncio.shield(asked)
    except JsonRpcException:
        return None
    return token


class BackgroundProgress:
    """Of work that the server does by itself, and that tells how far it is. Belongs to the event loop's thread."""

    def __init__(self, server: Server, title: str) -> None:
        self._server = server
        self._title = title
        self._beginning: asyncio.Future[lsp.ProgressToken | None] | None = None

    def tell(self, done: int, of: int) -> None:
        if self._beginning is None:
            if done < of:
                self._beginning = asyncio.ensure_future(self._begin())
        elif done >= of:
            self._end(self._beginning)
            self._beginning = None
        elif self._beginning.done() and (token := self._beginning.result()) is not None:
            percentage = done * 100 // of
            report = lsp.WorkDoneProgressReport(message=f"{done} of {of} files", percentage=percentage)
            self._server.work_done_progress.report(token, report)

    async def _begin(self) -> lsp.ProgressToken | None:
        token = await _own_token(self._server)
        if token is not None:
            begin = lsp.WorkDoneProgressBegin(self._title, cancellable=False, percentage=0)
            self._server.work_done_progress.begin(token, begin)
        return token

    def _end(self, beginning: asyncio.Future[lsp.ProgressToken | None]) -> None:
        if not beginning.done():
            beginning.cancel()
        elif (token := beginning.result()) is not None:
            self._server.work_done_progress.end(token, lsp.WorkDoneProgressEnd())
            self._server.work_done_progress.tokens.pop(token, None)

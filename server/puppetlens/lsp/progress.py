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


@asynccontextmanager
async def shown_progress(
    server: Server, token: lsp.ProgressToken | None, title: str, cancel: Callable[[], None]
) -> AsyncIterator[None]:
    """Show progress while the block runs. `cancel` is called when the client cancels it.

    `token` is the client's for this request; without one the server makes its own where the client can.
    """
    shown = asyncio.ensure_future(_show(server, token, title, cancel))
    try:
        yield
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
    if token is None:
        await asyncio.sleep(_PATIENCE)
        window = server.client_capabilities.window
        if window is None or not window.work_done_progress:
            return None
        token = str(uuid.uuid4())
        try:
            await progress.create_async(token)
        except JsonRpcException:
            return None  # the client will not have it
    progress.begin(token, lsp.WorkDoneProgressBegin(title, cancellable=True))
    progress.tokens[token].add_done_callback(lambda future: cancel() if future.cancelled() else None)
    return token

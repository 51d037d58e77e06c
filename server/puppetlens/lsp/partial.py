"""Partial results: what is found of a long answer goes to the client before the rest, where it gave a token for that."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from lsprotocol import types as lsp

from .event_loop import call_soon
from .server import Server

T = TypeVar("T")


class Partial:
    """Sends parts of an answer, from any thread. The answer itself is empty then: a client puts the parts together."""

    def __init__(self, server: Server, token: lsp.ProgressToken) -> None:
        self._server, self._token = server, token
        self._loop = asyncio.get_running_loop()

    def send(self, items: Sequence[Any]) -> None:
        """`items` are as they are sent (`protocol.Written`)."""
        if items:
            params = {"token": self._token, "value": list(items)}
            call_soon(self._loop, self._server.protocol.tell, lsp.PROGRESS, params)


def partial(server: Server, token: lsp.ProgressToken | None) -> Partial | None:
    """None where the client takes the answer as a whole."""
    return None if token is None else Partial(server, token)


def whole(steps: Generator[None, None, T]) -> T:
    """What some steps give, done at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]

"""Threads go on for a moment when the event loop has ended."""

from __future__ import annotations

import asyncio

import pytest
from puppetlens.lsp.event_loop import call_soon


def test_nobody_is_told_when_the_loop_has_ended() -> None:
    loop, heard = asyncio.new_event_loop(), list[int]()
    call_soon(loop, heard.append, 1)
    call_soon(loop, loop.stop)
    loop.run_forever()
    loop.close()
    call_soon(loop, heard.append, 2)
    assert heard == [1]


def test_other_errors_are_errors() -> None:
    class Broken(asyncio.AbstractEventLoop):
        def call_soon_threadsafe(self, *given: object, **named: object) -> asyncio.Handle:
            raise RuntimeError("broken")

        def is_closed(self) -> bool:
            return False

    with pytest.raises(RuntimeError):
        call_soon(Broken(), print)

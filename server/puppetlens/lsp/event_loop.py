"""From the engine's threads to the event loop, which may have ended: `exit` comes whenever a client likes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


def call_soon(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *given: Any) -> None:
    """Have the loop call it; where the loop was closed there is nobody left to tell."""
    try:
        loop.call_soon_threadsafe(call, *given)
    except RuntimeError:
        if not loop.is_closed():
            raise

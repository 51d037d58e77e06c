"""A client asks once for a preview that is out of date: edits that come meanwhile must not lose the question."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from puppetlens.base.errors import Cancelled
from puppetlens.engine.nodes import KnownNode
from puppetlens.lsp.handlers.preview_catalog import chosen
from puppetlens.lsp.server import Server


class Interrupted:
    """A server whose questions are interrupted by edits, so many times."""

    def __init__(self, times: int) -> None:
        self.left = times

    async def ask(self, question: Callable[[Any], Any]) -> KnownNode:
        if self.left:
            self.left -= 1
            raise Cancelled
        return KnownNode("a.example.com", "production", "/site", True)


def test_a_question_that_edits_interrupt_is_asked_again() -> None:
    server = cast(Server, Interrupted(5))
    assert asyncio.run(chosen(server, "a.example.com", None)).name == "a.example.com"

"""A preview that came while Ruby was being prepared is made again once it is."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from puppetlens.engine import previews
from puppetlens.engine.buffers import Buffers
from puppetlens.engine.previews import Node, Previews
from puppetlens.engine.settings import Settings

EARLY = {"reason": "the template a.erb is written in Ruby: Ruby is being prepared", "affects": []}


@pytest.mark.parametrize("ready", [True, False])
def test_an_early_preview_is_out_of_date_when_ruby_is_there(monkeypatch: pytest.MonkeyPatch, ready: bool) -> None:
    prepared, told = threading.Event(), threading.Event()

    def wait() -> bool:
        prepared.wait(10)
        return ready

    def evaluate(self: Previews, node: Node, *_: Any) -> dict[str, Any]:
        return {
            "catalog": {"classes": [], "resources": []},
            "error": None,
            "logs": [],
            "unknown": [EARLY] if node.name == "early" else [],
            "holes": [],
            "reads": None,
        }

    monkeypatch.setattr(previews, "wait_for_preparation", wait)
    monkeypatch.setattr(Previews, "_evaluate", evaluate)
    made = Previews(Buffers(), Settings(), lambda: None, told.set)
    try:
        for name in ("early", "other"):
            made.start(Node("/env", name)).future.result(10)
        assert made.take_stale() == ()
        prepared.set()
        assert told.wait(10)
        assert made.take_stale() == ((Node("/env", "early"),) if ready else ())
    finally:
        made.stop()

"""What is done before the first catalog is asked for, so that whoever waits for it waits for nothing else."""

from __future__ import annotations

from threading import Event

import pytest
from puppetlens.engine import previews as module
from puppetlens.engine.buffers import Buffers
from puppetlens.engine.previews import Previews
from puppetlens.engine.settings import Settings


@pytest.mark.parametrize(("ruby", "prepares"), [("sandbox", True), ("off", False)])
def test_who_sees_the_nodes_finds_a_process_and_ruby_ready(
    ruby: str, prepares: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = Event()
    monkeypatch.setattr(module, "begin_preparation", prepared.set)
    previews = Previews(Buffers(), Settings(ruby=ruby), lambda: None, lambda: None)
    try:
        assert not previews._pool._all  # who never sees a catalog has no process for it
        previews.expect()
        previews.expect()
        previews._threads.shutdown(wait=True)
        assert len(previews._pool._all) == 1
        assert prepared.is_set() is prepares
    finally:
        previews.stop()

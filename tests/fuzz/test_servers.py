"""A minute of the campaign on servers."""

from __future__ import annotations

from pathlib import Path

import pytest

from .servers import run


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the processes")
def test_a_server_in_a_hostile_folder() -> None:
    campaign = run(seed=1, seconds=60)
    assert campaign.harm == []
    assert campaign.did.total() >= 20
    assert campaign.answers >= 20
    assert campaign.changed * 3 >= campaign.compared > 0

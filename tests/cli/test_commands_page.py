"""docs/commands.md says of each command what it says of itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


def test_the_page_is_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "scripts"))
    monkeypatch.delitem(sys.modules, "write_commands", raising=False)
    from write_commands import PAGE, contents

    assert PAGE.read_text("utf-8") == contents(), "run python scripts/write_commands.py"

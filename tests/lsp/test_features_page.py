"""The page of features tells what the server answers."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_made_from_the_handlers() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    from write_features import PAGE, contents

    assert PAGE.read_text("utf-8") == contents(), "run python scripts/write_features.py"

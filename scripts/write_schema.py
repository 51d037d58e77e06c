"""Writes docs/puppetlens.schema.json: what may stand in a puppetlens.toml, for editors that complete TOML.

`python scripts/write_schema.py`; a test fails where it is stale. It is made from what reads the file
(`model/configuration.py`), the checks and the settings.
"""

from __future__ import annotations

import json
from pathlib import Path

from puppetlens.engine.settings import schema_of_repo

PAGE = Path(__file__).resolve().parent.parent / "docs" / "puppetlens.schema.json"


def contents() -> str:
    return json.dumps(schema_of_repo(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PAGE.write_text(contents(), "utf-8")

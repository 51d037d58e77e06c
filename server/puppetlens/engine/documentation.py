"""Where a check is described: the line about it in docs/checks.md, which the package brings along."""

from __future__ import annotations

import sysconfig
from functools import lru_cache
from pathlib import Path

#: In a checkout, and where it is installed.
_PLACES = (
    Path(__file__).parents[3] / "docs" / "checks.md",
    Path(sysconfig.get_path("data")) / "share" / "doc" / "puppetlens" / "checks.md",
)


@lru_cache(maxsize=1)
def _addresses() -> dict[str, str]:
    """By code. An editor that opens a file goes to the line in the address's fragment."""
    page = next((place for place in _PLACES if place.is_file()), None)
    if page is None:
        return {}
    rows = [line.split("`") for line in page.read_text("utf-8").splitlines()]
    uri = page.as_uri()
    return {row[3]: f"{uri}#L{number}" for number, row in enumerate(rows, 1) if row[0] == "| " and len(row) > 4}


def documentation(code: str) -> str | None:
    """The address of what is written about the checks with a code."""
    return _addresses().get(code)

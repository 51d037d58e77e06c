"""Writes the table of docs/unknown.md from the reasons that `library/reasons.py` declares.

`python scripts/write_unknown.py`; a test fails where it is stale.
"""

from __future__ import annotations

import re
from pathlib import Path

from puppetlens.library.reasons import REASONS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "unknown.md"
_TABLE = re.compile(r"(?<=<!-- made by scripts/write_unknown.py -->\n).*?(?=<!-- end -->)", re.DOTALL)


def contents() -> str:
    """What the page should hold."""
    rows = ["| reason shown | when | how to make it known |", "| --- | --- | --- |"]
    rows += [f"| {each.shown.replace('{}', '...')} | {each.when} | {each.remedy} |" for each in REASONS]
    return _TABLE.sub(lambda _: "\n".join(["", *rows, "", ""]), PAGE.read_text("utf-8"))


if __name__ == "__main__":
    PAGE.write_text(contents(), "utf-8")

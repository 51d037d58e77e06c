"""The page of what is unknown names each reason that the code gives."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from puppetlens.library.reasons import REASONS

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "server" / "puppetlens"
_WRITTEN = re.compile(r"""(?:UnknownReason|\.unknown)\(\s*f?(["'])(.+?)\1""", re.DOTALL)


def test_the_page_is_made_from_the_reasons() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    from write_unknown import PAGE, contents

    assert PAGE.read_text("utf-8") == contents(), "run python scripts/write_unknown.py"


def written() -> Iterator[str]:
    """The reasons that are written where they are given, with a letter for what is put in."""
    for path in sorted(SOURCES.rglob("*.py")):
        if path.name != "reasons.py":
            for _, text in _WRITTEN.findall(path.read_text("utf-8")):
                if re.search(r"[a-z]{3}", filled := re.sub(r"\{[^}]*\}", "x", text)):  # else all of it is put in
                    yield filled


def test_every_reason_is_one_of_them() -> None:
    known = [re.compile(re.escape(each.shown).replace(r"\{\}", ".+")) for each in REASONS]
    texts = set(written())
    assert len(texts) > 3
    assert [text for text in sorted(texts) if not any(pattern.match(text) for pattern in known)] == []

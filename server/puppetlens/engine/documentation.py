"""What is written about a check: its section of docs/checks.md, which the package brings along."""

from __future__ import annotations

import sysconfig
from functools import lru_cache
from pathlib import Path

from ..base.near_names import ROUGHLY, near
from ..checks.registry import checks, code_of, name_of

#: In a checkout, and where it is installed.
_PLACES = (
    Path(__file__).parents[3] / "docs" / "checks.md",
    Path(sysconfig.get_path("data")) / "share" / "doc" / "puppetlens" / "checks.md",
)


@lru_cache(maxsize=1)
def _page() -> Path | None:
    return next((place for place in _PLACES if place.is_file()), None)


@lru_cache(maxsize=1)
def _lines() -> tuple[str, ...]:
    page = _page()
    return () if page is None else tuple(page.read_text("utf-8").splitlines())


@lru_cache(maxsize=1)
def _rows() -> dict[str, int]:
    """Code -> the number of the line about it, from 1."""
    rows = [line.split("`") for line in _lines()]
    return {row[3]: number for number, row in enumerate(rows, 1) if row[0] == "| " and len(row) > 4}


def documentation(code: str) -> str | None:
    """The address of what is written about the checks with a code. An editor goes to the line in its fragment."""
    page, number = _page(), _rows().get(code)
    return None if page is None or number is None else f"{page.as_uri()}#L{number}"


def section(code: str) -> str | None:
    """What is written about the checks with a code, and those beside it."""
    number = _rows().get(code)
    if number is None:
        return None
    lines = _lines()
    start = max(at for at in range(number) if lines[at].startswith("## "))
    inside = (at for at in range(start + 1, len(lines)) if lines[at].startswith("## "))
    return "\n".join(lines[start : next(inside, len(lines))]).strip()


def explained(name: str) -> str | None:
    """The same by a code or a name of the settings; None where it means no check."""
    code = code_of(name)
    return None if code is None else section(code) or code


def near_codes(name: str) -> list[str]:
    return near(name, {*checks(), *map(name_of, checks())}, 3, ROUGHLY)


def described(code: str) -> str:
    """In one line what the checks with a code are about; the code where nobody has written that."""
    found = section(code)
    return code if found is None else found.splitlines()[0].removeprefix("## ")

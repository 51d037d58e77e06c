"""What is written about a check: the page of its code in docs/checks, which the package brings along."""

from __future__ import annotations

import sysconfig
from functools import lru_cache
from pathlib import Path

from ..base.near_names import ROUGHLY, near
from ..checks.of_no_check import OF_NO_CHECK
from ..checks.registry import checks, code_of, name_of

#: In a checkout, and where it is installed.
_PLACES = (
    Path(__file__).parents[3] / "docs" / "checks",
    Path(sysconfig.get_path("data")) / "share" / "doc" / "puppetlens" / "checks",
)


@lru_cache(maxsize=1)
def _pages() -> dict[str, Path]:
    """Code -> its page. What has no page is no check's code, so no path is made of it."""
    folder = next((place for place in _PLACES if place.is_dir()), None)
    return {} if folder is None else {path.stem: path for path in folder.glob("*.md")}


def documentation(code: str) -> str | None:
    """The address of what is written about the checks with a code."""
    page = _pages().get(code)
    return None if page is None else page.as_uri()


def page(code: str) -> str | None:
    """What is written about the checks with a code."""
    found = _pages().get(code)
    return None if found is None else found.read_text("utf-8").strip()


def explained(name: str) -> str | None:
    """The same by a code or a name of the settings; None where it means neither a check nor what is told beside them."""
    code = name.upper() if name.upper() in OF_NO_CHECK else code_of(name)
    return None if code is None else page(code) or code


def codes() -> list[str]:
    """All that something is written about."""
    return sorted(_pages())


def near_codes(name: str) -> list[str]:
    return near(name, {*checks(), *map(name_of, checks())}, 3, ROUGHLY)


def described(code: str) -> str:
    """In one line what the checks with a code are about; the code where nobody has written that."""
    found = page(code)
    return code if found is None else found.splitlines()[2]

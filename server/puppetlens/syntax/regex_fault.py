"""What keeps Ruby from compiling a regular expression."""

from __future__ import annotations

from functools import lru_cache

from .regex_translation import Translation


@lru_cache(maxsize=4096)
def regex_fault(pattern: str) -> str | None:
    """Ruby's words for the first thing wrong, or None."""
    try:
        Translation(pattern).run()
    except ValueError as error:
        return str(error)
    return None

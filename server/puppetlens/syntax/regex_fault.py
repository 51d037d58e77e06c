"""What keeps Ruby from compiling a regular expression."""

from __future__ import annotations

from functools import lru_cache

from .regex_translation import Translation
from .regex_tree import TooLarge


@lru_cache(maxsize=4096)
def regex_fault(pattern: str) -> str | None:
    """Ruby's words for the first thing wrong, or None; also None where it would take too long to find out."""
    try:
        Translation(pattern).run()
    except ValueError as error:
        return str(error)
    except TooLarge:
        pass
    return None

"""What a name that does not exist was most likely meant to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise

#: How near two names must be (`difflib`), and how long they may be to be compared. Whole names of hosts must be nearer:
#: those of one domain share most of their letters.
_NEAR = 0.7
NEAR_HOSTS = 0.8
_LONGEST = 100
#: How many names are compared one by one. Of more, those that share most pairs of neighbouring letters, the ends
#: counting as one; pairs that so many names have tell nothing.
_FEW = 100
_COMMON = 1000


def nearest(name: str, known: Collection[str]) -> str | None:
    """The known name that is most like this one; None where none is."""
    return next(iter(near(name, known, 1)), None)


def near(name: str, known: Collection[str], most: int = 3, how_near: float = _NEAR) -> list[str]:
    """The known names that are most like this one, the nearest first. The work does not grow with what is known."""
    from difflib import get_close_matches  # needed where something is wrong alone

    if len(name) > _LONGEST:
        return []
    names = frozenset(known)
    if len(names) > _FEW:
        shared: Counter[str] = Counter()
        pieces = _by_piece(names)
        for piece in _pieces(name):
            shared.update(pieces.get(piece, ()))
        names = frozenset(each for each, _ in shared.most_common(_FEW))
    return get_close_matches(name, sorted(each for each in names if len(each) <= _LONGEST), most, how_near)


@lru_cache(maxsize=8)
def _by_piece(names: frozenset[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        if len(name) <= _LONGEST:
            for piece in _pieces(name):
                found.setdefault(piece, []).append(name)
    return {piece: having for piece, having in found.items() if len(having) <= _COMMON}


def _pieces(name: str) -> set[str]:
    return {first + second for first, second in pairwise(f" {name} ")}

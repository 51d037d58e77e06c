"""Which known name an unknown one may be meant to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from difflib import get_close_matches
from functools import lru_cache

#: How near two names must be (`difflib`), and how long they may be to be compared.
_NEAR = 0.7
_LONGEST = 100
#: How many names are compared one by one. Of more, those that share most pieces of three letters; pieces that so many
#: names have tell nothing.
_FEW = 100
_COMMON = 1000


def nearest(name: str, known: Collection[str]) -> str | None:
    """The known name that is most like this one; None where none is. The work does not grow with what is known."""
    if len(name) > _LONGEST:
        return None
    names = frozenset(known)
    if len(names) > _FEW:
        shared: Counter[str] = Counter()
        pieces = _by_piece(names)
        for piece in _pieces(name):
            shared.update(pieces.get(piece, ()))
        names = frozenset(each for each, _ in shared.most_common(_FEW))
    close = get_close_matches(name, sorted(each for each in names if len(each) <= _LONGEST), 1, _NEAR)
    return close[0] if close else None


@lru_cache(maxsize=8)
def _by_piece(names: frozenset[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        if len(name) <= _LONGEST:
            for piece in _pieces(name):
                found.setdefault(piece, []).append(name)
    return {piece: having for piece, having in found.items() if len(having) <= _COMMON}


def _pieces(name: str) -> set[str]:
    return {name[at : at + 3] for at in range(max(len(name) - 2, 1))}

"""What a name that does not exist was most likely meant to be: in the message, and as a fix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise

from ..base.edits import FileEdit, TextEdit
from ..model.item_facts import Reference
from .finding import Fix
from .registry import Here

#: How near two names must be (`difflib`), and how long they may be to be compared.
_NEAR = 0.7
_LONGEST = 100
#: How many names are compared one by one. Of more, those that share most pairs of neighbouring letters, the ends
#: counting as one; pairs that so many names have tell nothing.
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
    return {first + second for first, second in pairwise(f" {name} ")}


def did_you_mean(near: str | None) -> str:
    """What a message says of it."""
    return f" (did you mean '{near}'?)" if near is not None else ""


def corrected(here: Here, reference: Reference, near: str | None) -> tuple[Fix, ...]:
    """The name replaced, written as the other was: with `::` before it, with capitals. Only its writer knows better."""
    if near is None:
        return ()
    parts = near.split("::")
    if reference.written.removeprefix("::")[:1].isupper():
        parts = [part[:1].upper() + part[1:] for part in parts]
    text = ("::" if reference.written.startswith("::") else "") + "::".join(parts)
    return (Fix(f"Replace by '{text}'", (FileEdit(here.path, TextEdit(reference.span, text)),)),)

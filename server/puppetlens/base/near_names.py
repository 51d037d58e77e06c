"""What a name that does not exist was most likely meant to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise

#: How near two names must be (`difflib`), and how long they may be to be compared. Those of hosts and of Hiera's keys must
#: be nearer: of one domain, or one class, they share most of their letters anyhow.
_NEAR = 0.7
NEARER = 0.8
#: What a person writes by heart, of few: settings and checks.
ROUGHLY = 0.6
_LONGEST = 100
#: How many names are compared one by one. Of more, those that share most pairs of neighbouring letters, the ends
#: counting as one; pairs that so many names have tell nothing.
_FEW = 100
_COMMON = 1000
#: Letters from which on one slip is looked for where something speaks for it, where nothing does, and two.
_SHORTEST, _SHORT, _LONG = 3, 4, 8
#: Letters that people forget at the front of a name.
_FRONT = 2
#: From which on a letter that is missing or too many is plainly a slip, and one that is another: `chop` and `chomp`, `lstrip`
#: and `rstrip` are names of their own.
_MIDDLING, _REPLACED = 6, 7


def nearest(name: str, known: Collection[str]) -> str | None:
    """The known name that is most like this one; None where none is."""
    return next(iter(near(name, known, 1)), None)


def near(name: str, known: Collection[str], most: int = 3, how_near: float = _NEAR) -> list[str]:
    """The known names that are most like this one, the nearest first. The work does not grow with what is known.

    Of names with a namespace what both begin and end with does not count: of one module, all names are alike.
    """
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
    alike = sorted(each for each in names if len(each) <= _LONGEST and _is_near(name, each, how_near))
    return get_close_matches(name, alike, most, how_near)


def meant(name: str, known: Collection[str], most: int = 3) -> list[str]:
    """The known names that end in this one, of which a person left out the namespace; where there are none, those near it."""
    return [each for each in known if f"::{each}".endswith(f"::{name}")][:most] or near(name, known, most)


def slip_of(name: str, known: Collection[str]) -> str | None:
    """The known name that this one most likely is a slip of: one letter is missing, too many, another or in another
    place, in longer names two. Digits are no slips, and short names are not compared."""
    allowed = 0 if len(name) < _SHORT else 1 if len(name) < _LONG else 2
    near = [(_edits(name, each, allowed), each) for each in known if each != name and _digits(each) == _digits(name)]
    return min((each for each in near if each[0] <= allowed), default=(0, None))[1]


def short_slip_of(name: str, known: Collection[str]) -> str | None:
    """The same of a name of three letters and more, where something else speaks for it: one letter is missing or too many, or two
    are swapped, behind the first; no plural."""
    alike = (each for each in sorted(known) if min(len(name), len(each)) >= _SHORTEST and each[:1] == name[:1])
    return next(
        (each for each in alike if _is_slip(name, each) and (len(each) != len(name) or sorted(each) == sorted(name))),
        None,
    )


def one_slip_of(title: str, known: Collection[str]) -> str | None:
    """The same of titles, which may be long and near each other: one slip at most, that is no plural."""
    if len(title) < _SHORT or len(title) > _LONGEST:
        return None
    near = (each for each in sorted(known) if abs(len(each) - len(title)) < 2 and each != title)
    return next((each for each in near if _is_slip(title, each)), None)


def is_plain_slip(name: str, meant: str, replaced: bool) -> bool:
    """Whether a name can hardly be anything but another one mistyped: two letters swapped; in longer names one missing or too
    many, or `replaced`, which words of their own may be, too (`roles`, `rules`). No plural, ending, digit or underscore is one.
    """
    shorter, longer = sorted((name, meant), key=len)
    if _digits(name) != _digits(meant) or name.count("_") != meant.count("_") or _edits(name, meant, 1) != 1:
        return False
    if len(shorter) != len(longer):
        return len(shorter) >= _MIDDLING and not longer.startswith(shorter)
    if sorted(name) == sorted(meant):
        return len(name) >= _SHORT
    return replaced and len(name) >= _REPLACED


def did_you_mean(near: str | None) -> str:
    """What a message says of it."""
    return f" (did you mean '{near}'?)" if near is not None else ""


def _is_near(name: str, known: str, how_near: float) -> bool:
    """Whether the segments in which two names differ are alike, where both have some that differ. A word that ends as another
    one does is not it: `user`, `seluser`."""
    from difflib import SequenceMatcher

    if "::" not in name:
        before = known.removesuffix(name)
        return len(before) <= _FRONT or len(before) == len(known) or before.endswith("_")
    ours, others = name.split("::"), known.split("::")
    while ours and others and ours[0] == others[0]:
        ours, others = ours[1:], others[1:]
    while ours and others and ours[-1] == others[-1]:
        ours, others = ours[:-1], others[:-1]
    if not ours or not others:
        return True
    one, other = "::".join(ours), "::".join(others)
    if SequenceMatcher(None, other, one).ratio() >= how_near:
        return True
    return _edits(one, other, 1) == 1 and (min(len(one), len(other)) >= _SHORT or sorted(one) == sorted(other))


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


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _is_slip(one: str, other: str) -> bool:
    return (
        _digits(one) == _digits(other)
        and {one, other} != {f"{min(one, other, key=len)}s", min(one, other, key=len)}
        and _edits(one, other, 1) == 1
    )


def _edits(one: str, other: str, most: int) -> int:
    """How many letters to remove, add, replace or swap with their neighbour; some number above `most` where more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        last, before, row = before, row, [at]
        for to, wanted in enumerate(other, 1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == wanted:
                cost = min(cost, last[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]

"""What a name that does not exist was most likely meant to be, in the message and as a fix."""

from __future__ import annotations

from ..base.edits import FileEdit, TextEdit
from ..model.item_facts import Reference
from .finding import Fix
from .registry import Here


def slip_of(name: str, known: Collection[str]) -> str | None:
    """The known name that this one most likely is a slip of: one letter is missing, too many, another or in another
    place, in longer names two. Digits are no slips, and short names are not compared."""
    allowed = 0 if len(name) < _SHORT else 1 if len(name) < _LONG else 2
    near = [(_edits(name, each, allowed), each) for each in known if each != name and _digits(each) == _digits(name)]
    return min((each for each in near if each[0] <= allowed), default=(0, None))[1]


def one_slip_of(title: str, known: Collection[str]) -> str | None:
    """The same of titles, which may be long and near each other: one slip at most, that is no plural."""
    if len(title) < _SHORT or len(title) > _LONGEST:
        return None
    near = (each for each in sorted(known) if abs(len(each) - len(title)) < 2 and each != title)
    return next((each for each in near if _is_slip(title, each)), None)


def _is_slip(one: str, other: str) -> bool:
    return (
        _digits(one) == _digits(other)
        and {one, other} != {f"{min(one, other, key=len)}s", min(one, other, key=len)}
        and _edits(one, other, 1) == 1
    )


#: Letters from which on one slip is looked for, and two.
_SHORT, _LONG = 4, 8


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


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


def did_you_mean(near: str | None) -> str:
    """What a message says of it."""
    return f" (did you mean '{near}'?)" if near is not None else ""


def corrected_title(here: Here, reference: Reference, near: str) -> tuple[Fix, ...]:
    """A title replaced, as it is."""
    return (Fix(f"Replace by '{near}'", (FileEdit(here.path, TextEdit(reference.span, near)),)),)


def corrected(here: Here, reference: Reference, near: str | None) -> tuple[Fix, ...]:
    """The name replaced, written as the other was: with `::` before it, with capitals. Only its writer knows better."""
    if near is None:
        return ()
    parts = near.split("::")
    if reference.written.removeprefix("::")[:1].isupper():
        parts = [part[:1].upper() + part[1:] for part in parts]
    text = ("::" if reference.written.startswith("::") else "") + "::".join(parts)
    return (Fix(f"Replace by '{text}'", (FileEdit(here.path, TextEdit(reference.span, text)),)),)

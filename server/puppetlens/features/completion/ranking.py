"""The order of candidates, declared: what speaks for a name, and how much.

A candidate's score is the sum of the weights of its signals, of the logarithm of how many files use it, of what habits
say (`habits.py`), and of how well it matches what is typed. Equal ones stand in the order of their names. The weights
were set on half of the places that `tests/features/completion_truth.py` draws, and measured on the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from heapq import nsmallest
from math import log1p

from .habits import habits
from .item import Item
from .place import Place

WEIGHTS: dict[str, float] = {
    "": 0,
    # What the place asks for.
    "expected": 3.0,  # the type or attribute names this value
    "other form": -2.0,  # it names it, but not as a string
    "required": 2.0,  # a parameter that must be given
    "ensure": 0.5,
    "opened": 2.0,  # a type of resources where a brace follows
    "called": 2.0,  # a function where a parenthesis follows
    "params": 2.0,
    "parent": 1.0,
    "same name": 4.0,  # `port => $port`
    "like its name": 1.5,  # a word of it
    "fits its type": 1.0,
    # How near it is.
    "same file": 1.0,
    "same module": 1.0,
    "inside": 0.3,
    "innermost": 1.0,
    "local": 0.5,
    "parameter": 0.5,
    "inherited": 0.0,
    "outer": -0.5,
    "not used yet": 0.7,
    "set later": -3.0,
    "given": -1.0,
    "everywhere": -0.5,
    "old fact": -2.0,
    "bare fact": -2.0,
    # What it is.
    "effects": 0.0,
    "result": 0.0,
    "data type": 0.5,
    "alias": 0.0,
    "reference": -1.0,
    "seldom here": -3.0,
    "template": 0.3,
    "module": -2.0,
    "definition": -1.0,
    "used already": -1.5,
    "told already": -3.0,
}
#: In how many files it is used, logarithmically.
USES = 0.25
#: What habits say.
HABITS = 1.0
#: How what is typed matches: the beginning of a name, that of one of its words, letters in it.
_BEGINS, _WORD, _LETTERS = 3.0, 1.0, -3.0
#: More, where capitals agree too.
_CASE = 4.0
#: Groups of items that only come where little else does.
_KINDS = {"metaparameter": -1.0, "keyword": -0.3}

MOST = 200


def ranked(place: Place, items: Iterable[Item]) -> tuple[list[Item], bool]:
    """The candidates that what is typed may become, best first; whether there were more than are told."""
    typed = place.typed
    said = habits(place)
    names = _names_wanted(place)
    scored: list[tuple[float, str, Item]] = []
    for item in items:
        match = _match(typed, item.filter or item.label) if typed else 0.0
        if match is None:
            continue
        score = match + _KINDS.get(item.kind, 0.0) + sum(WEIGHTS[signal] for signal in item.signals)
        score += USES * log1p(item.uses) + HABITS * said.get(item.spelling or item.label, 0.0)
        if names:
            score += _likeness(item.label.lstrip("$"), names)
        scored.append((-score, item.label, item))
    best = nsmallest(MOST, scored, key=lambda each: each[:2])
    return [item for _, _, item in best], len(scored) > MOST


def _match(typed: str, label: str) -> float | None:
    """How well a name goes on from what is typed; None where it does not."""
    low, name = typed.lower().lstrip("$"), label.lower().strip("$'")
    low, name = low.removeprefix("::"), name.removeprefix("::")
    if name.startswith(low):
        return _BEGINS + (_CASE if label.lstrip("$'").startswith(typed) else 0.0)
    if any(part.startswith(low) for part in re.split(r"[\W_]+", name)) or (len(low) > 1 and low in name):
        return _WORD
    at = iter(name)
    return _LETTERS if all(char in at for char in low) else None


def _names_wanted(place: Place) -> tuple[str, ...]:
    """What a value is called where it goes: the attribute, the variable, the setting in the title."""
    if place.kind not in ("variable", "value"):
        return ()
    names = [place.key.lower()] if place.key and place.key not in ("value", "content", "ensure") else []
    if place.hint and not place.owner.startswith("compared"):
        names.append(re.split(r"[/:.]+", place.hint)[-1].lower())
    return tuple(filter(None, names))


def _likeness(label: str, names: tuple[str, ...]) -> float:
    label = label.rpartition("::")[2]
    if label in names:
        return WEIGHTS["same name"]
    for name in names:
        if name.endswith(f"_{label}") or label.endswith(f"_{name}") or name.startswith(f"{label}_"):
            return WEIGHTS["like its name"]
    return 0.0

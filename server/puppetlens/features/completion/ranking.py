"""The order of candidates, declared: what speaks for a name, and how much.

A candidate's score is the sum of the weights of its signals, of the logarithm of how many files use it, of what habits
say (`habits.py`), of how well it fits what stands behind it and the words around it, and of how it matches what is
typed. Equal ones stand in the order of their names. The weights were set on places that
`tests/features/completion_truth.py` draws with one seed, and measured on those of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import log1p
from typing import NamedTuple

from .habits import habits
from .item import Item
from .likeness import likeness, names_wanted, shared, words_around
from .narrowing import going_on
from .place import Place

WEIGHTS: dict[str, float] = {
    "": 0,
    # What the place asks for.
    "expected": 5.8,  # the type or attribute names this value
    "after others": -0.7,  # of the values that it names
    "another word": -7.0,  # for a value that it names: `false` for `absent`
    "other form": -1.3,  # it names it, but not as a string
    "seen type": 5.0,  # a type, where others stand in places alike
    "seen": -0.1,  # a value that stands in places alike, or that the attribute has elsewhere
    "usual": -0.5,  # a value that the attribute often has anywhere
    "required": 2.7,  # a parameter that must be given
    "ensure": 0.4,
    "has an attribute": 1.3,  # resources of this type have what stands in the braces
    "lacks an attribute": -2.8,
    "takes a block": 2.5,  # a function, where a block stands
    "takes no block": -3.5,
    "takes the receiver": 1.5,  # a function that is for values such as stands before the dot
    "not a method": -3.5,  # a function that is called on names
    "params": 1.8,
    "parent": 1.6,
    "is read": 2.8,  # a class whose variables the file reads
    "has the title": 5.7,  # a reference, where a resource of this type has the title behind it
    "wanted reference": 3.0,
    "relation": 4.8,  # an attribute that takes references, where one stands behind it
    "word": 2.6,
    "word of many": 0.0,  # where any expression may stand
    "not called here": -0.9,  # a function as a value, where no arguments stand behind it
    "no value": -6.0,  # a function that is called for its effects, where a value is wanted
    "seldom begins": -2.5,  # what is called where a line begins, but mostly in a condition
    "next": 2.5,  # in the order in which parameters stand
    # How near it is.
    "same file": 1.7,
    "same module": 2.8,
    "inside": 0.6,
    "innermost": 0.9,
    "local": 0.4,
    "parameter": 0.3,
    "inherited": -2.1,
    "for a default": -2.6,  # which is written with its full name
    "outer": 0.8,
    "qualified": -1.8,
    "seldom": 1.6,
    "not used yet there": 2.7,  # a variable of the module's `params` that no file uses
    "has a short name": -4.0,
    "not used yet": 1.7,
    "set later": -3.2,
    "given": 0.4,
    "seldom given": -2.0,
    "is true or false": 2.0,  # where a condition is wanted
    "often asked for": 2.6,  # the facts, there
    "everywhere": -1.3,
    "old fact": -3.6,
    "bare fact": -2.0,
    "has parts": 0.3,  # a fact of today, which is a hash
    "common fact": 2.0,
    # What it is.
    "effects": 1.2,
    "result": -2.5,
    "data type": 2.4,
    "alias": 0.7,
    "reference": -3.8,
    "of its name": 1.6,  # parameters of this name have this type
    "called so": 4.0,  # a `Stdlib::Port` for `$port`
    "of its default": 3.1,  # so is the default
    "of its brackets": 3.9,
    "module": -2.5,
    "seldom here": -2.5,
    "template": 1.2,
    "definition": -1.0,
    "other level": 1.0,  # data of another level has the key
    "often in templates": 6.0,  # where little is declared
    "used already": -1.8,
    "told already": -4.9,
}


class Mix(NamedTuple):
    """What counts at a kind of place: what habits say; in how many files a name is used, logarithmically; that it is
    called as what it is for (`port => $port`), or a part of that; how many words it shares with what is around."""

    habits: float = 1.0
    uses: float = 0.25
    same: float = 4.0
    like: float = 1.5
    shared: float = 2.0


MIXES: dict[str, Mix] = {
    "attribute": Mix(habits=1.5, uses=1.3, same=4.2, shared=2.2),
    "class": Mix(habits=0.4, uses=0.9, shared=3.4),
    "method": Mix(habits=1.8, uses=0.9),
    "data key": Mix(shared=0.5, uses=1.6),
    "path": Mix(habits=0.3, uses=-4.6, shared=10.9),
    "resource_type": Mix(habits=0.5, uses=0.6, shared=3.0),
    "statement": Mix(habits=0.7, uses=0.7, shared=5.1),
    "title": Mix(habits=0.3, uses=-0.4, shared=4.5),
    "type": Mix(habits=0.8, uses=0.7),
    "value": Mix(habits=0.6, uses=0.6, same=2.0, like=1.3, shared=1.5),
    "variable": Mix(habits=0.7, uses=0.8, same=4.3, like=2.6, shared=5.0),
}
_ELSE = Mix()
#: How what is typed matches: the beginning of a name, that of one of its words, letters in it.
_BEGINS, _WORD, _LETTERS = 3.0, 1.0, -3.0
#: More, where capitals agree too; and where that is all of the name.
_CASE = 4.0
_WHOLE = 12.0
#: What comes where little else does.
_KINDS = {"metaparameter": -0.1, "keyword": -0.5}
#: What follows a name -> the kinds of names that fit, and by how much others do not.
_SHAPES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (re.compile(r"\s*\{\s*[a-z_]\w*\s*[=+]>"), frozenset(("resource_reference",))),
    (re.compile(r"\s*\{\s*\Z|\s*\{\s*['\"$\[@]|\s*\{\s*default\s*:"), frozenset(("resource_type", "define"))),
    (re.compile(r"\("), frozenset(("function",))),
    (re.compile(r"\[\s*['\"$\[a-z]|\s*<<?\|"), frozenset(("resource_reference",))),
    (re.compile(r"\["), frozenset(("data_type", "resource_reference"))),
)
_MISFIT = -6.0

#: More are not told: who looks further down types a letter.
MOST = 200


def ranked(place: Place, items: Iterable[Item]) -> tuple[list[Item], bool]:
    """The candidates that what is typed may become, best first; whether there were more than are told."""
    typed = place.typed
    weight = Scales(place).weight
    best: dict[str, tuple[float, str, Item]] = {}
    goes_on = going_on(typed)
    for item in items:
        if typed and not goes_on(item.filter or item.label):
            continue
        match = _match(typed, item.filter or item.label) if typed else 0.0
        score = -(match + weight(item))
        known = best.get(item.label)
        if known is None or score < known[0]:
            best[item.label] = score, item.label, item
    return [item for _, _, item in sorted(best.values())[:MOST]], len(best) > MOST


class Scales:
    """What speaks for a candidate at a place, whatever is typed."""

    def __init__(self, place: Place) -> None:
        self.said = habits(place)
        self.names, self.words = names_wanted(place), words_around(place)
        self.shape, self.mix = shape_of(place), MIXES.get(place.kind, _ELSE)

    def weight(self, item: Item) -> float:
        mix = self.mix
        score = _KINDS.get(item.kind, 0.0)
        score += _worth(item.signals)
        score += mix.habits * self.said.get(item.spelling or item.label, 0.0)
        if item.uses:
            score += mix.uses * log1p(item.uses)
        if self.shape and item.kind not in self.shape:
            score += _MISFIT
        if not self.names:
            score += mix.shared * shared(item.label, self.words)
        else:
            same, like, words = likeness(item.label, self.names, self.words)
            score += mix.same * same + mix.like * like + mix.shared * words
        return score


@lru_cache(maxsize=4096)
def _worth(signals: tuple[str, ...]) -> float:
    return sum(WEIGHTS[signal] for signal in signals)


def shape_of(place: Place) -> frozenset[str]:
    """The kinds of names that fit what stands behind the place; empty where any may."""
    if place.kind in ("statement", "value") and not place.quote:
        return next((kinds for shape, kinds in _SHAPES if shape.match(place.follows)), frozenset())
    return frozenset()


def _match(typed: str, label: str) -> float:
    """How well a name goes on from what is typed."""
    low, name = typed.lower().lstrip("$"), label.lower().strip("$'")
    low, name = low.removeprefix("::"), name.removeprefix("::")
    if name.startswith(low):
        return (_WHOLE if name == low else 0.0) + _BEGINS + (_CASE if label.lstrip("$'").startswith(typed) else 0.0)
    return _WORD if low in name else _LETTERS

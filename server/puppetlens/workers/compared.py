"""What separates two evaluated catalogs, told without their secrets. Whoever compares imports no evaluator with it.

Both come with all their secrets: what is secret on one side is in the texts of the other, too (`redaction`). So no face needs
a secret to say that it changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..catalog.difference import Difference, Hole, Side, difference, no_difference
from ..catalog.difference_text import Told
from ..catalog.incomplete import incompleteness, missing_reasons
from ..catalog.text import error_text
from .kept_comparisons import is_kept
from .redaction import redaction

Data = dict[str, Any]


class Evaluated(NamedTuple):
    """An answer of `jobs.preview` with all its secrets, and which texts are: for who takes them out."""

    answer: Data
    hidden: frozenset[str] = frozenset()
    decrypted: frozenset[str] = frozenset()

    def as_data(self) -> list[Any]:
        return [self.answer, sorted(self.hidden), sorted(self.decrypted)]

    @classmethod
    def from_data(cls, data: list[Any]) -> Evaluated:
        answer, hidden, decrypted = data
        return cls(answer, frozenset(hidden), frozenset(decrypted))


class Compared(NamedTuple):
    """The answers are those of `jobs.preview` without `reads`; there is a `difference` where both have a catalog."""

    before: Data
    after: Data
    difference: Difference | None


def compared(old: Evaluated, new: Evaluated, before: Data, after: Data) -> Compared:
    """`before` and `after` are the requests that they answer."""
    both = {"before": old.answer, "after": new.answer}
    shown = both
    if not (before.get("show_sensitive") and after.get("show_sensitive")):
        shown = redaction(old.decrypted | new.decrypted)(both, old.hidden | new.hidden)
    catalogs = [answer["catalog"] for answer in (*both.values(), *shown.values())]
    if any(catalog is None for catalog in catalogs):
        return Compared(shown["before"], shown["after"], None)
    old_root, new_root = before["environment_dir"], after["environment_dir"]
    old_side = Side(catalogs[0], catalogs[2], old_root, _holes(old.answer, old_root))
    new_side = Side(catalogs[1], catalogs[3], new_root, _holes(new.answer, new_root))
    return Compared(shown["before"], shown["after"], difference(old_side, new_side))


def _holes(answer: Data, root: str) -> Counter[Hole]:
    """How many there are of each."""
    start = f"{root}/"
    return Counter(
        Hole(
            each["reason"].replace(start, ""),
            str(each.get("file") or "").removeprefix(start),
            hides["code"],
            None if hides["types"] is None else tuple(hides["types"]),
        )
        for each in answer["holes"]
        for hides in each["hides"]
    )


def in_words(found: Compared, before: Data, after: Data) -> Told:
    """The same for people; files are named from the folders of their environments."""
    errors, holes = [], []
    for answer, request in ((found.before, before), (found.after, after)):
        error, incomplete = answer["error"], incompleteness(answer)
        text = None if error is None else f"Error: {error_text(error)}".replace(f"{request['environment_dir']}/", "")
        errors.append(text)
        holes.append(missing_reasons(incomplete) if incomplete is not None else ())
    notices = dict.fromkeys((*found.before.get("notices", ()), *found.after.get("notices", ())))
    return Told(found.difference, errors[0], errors[1], holes[0], holes[1], notices=tuple(notices))


def kept_answer(found: Compared, before: Data, after: Data, answers: Mapping[str, str]) -> Data:
    """What a job answers that compares: `{"told", "asked", "answers", "same"}`, what `KeptComparisons.keep` takes.

    `answers` are those that the files gave to the side after (`project.answers`, in hexadecimal); null where nothing is kept.
    """
    told = in_words(found, before, after).as_data()
    if not is_kept(after):
        return {"told": told, "asked": after, "answers": None, "same": None}
    same = in_words(_same(found, after), after, after).as_data()
    return {"told": told, "asked": after, "answers": dict(answers), "same": same}


def _same(found: Compared, after: Data) -> Compared:
    """The side after beside itself."""
    catalog = found.after["catalog"]
    side = None if catalog is None else Side(catalog, catalog, after["environment_dir"])
    return Compared(found.after, found.after, None if side is None else no_difference(side))

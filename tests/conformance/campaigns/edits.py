"""How a mistake is made in a text: a planter is a function from a text to edits, one for each place where it can be made."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Edit(NamedTuple):
    """Characters of a text, and what takes their place."""

    start: int
    end: int
    text: str


Plant = Callable[[str], Iterator[Edit]]


def slip(word: str) -> str:
    """Two letters of a name exchanged, or one said twice."""
    letters = [at for at in range(1, len(word) - 1) if word[at].isalpha() and word[at + 1].isalpha()]
    swapped = [at for at in letters if word[at] != word[at + 1]]
    if swapped and len(word) % 2:
        at = swapped[len(swapped) // 2]
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    at = letters[len(letters) // 2] if letters else len(word) - 1
    return word[: at + 1] + word[at:]


def replacing(pattern: str, with_: str | Callable[[re.Match[str]], str], group: int = 0) -> Plant:
    """What a pattern finds outside of comments (a group of it) becomes something else."""
    compiled = re.compile(pattern, re.MULTILINE)

    def plant(text: str) -> Iterator[Edit]:
        for match in compiled.finditer(text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.start(group)]
            if "#" not in line:
                yield Edit(*match.span(group), with_ if isinstance(with_, str) else with_(match))

    return plant


def slipping(pattern: str, group: int = 1) -> Plant:
    """A name in what a pattern finds is misspelt."""
    return replacing(pattern, lambda match: slip(match[group]), group)


def repeating(pattern: str) -> Plant:
    """What a pattern finds stands there twice: the second is too many."""
    plant = replacing(pattern, lambda match: match[0])
    return lambda text: (Edit(each.end, each.end, each.text) for each in plant(text))


def within(pattern: str, plant: Plant) -> Plant:
    """What a planter makes inside of what a pattern finds (over lines, too): the body of a declaration, a tag."""
    compiled = re.compile(pattern, re.MULTILINE | re.DOTALL)

    def planted(text: str) -> Iterator[Edit]:
        around = [match.span() for match in compiled.finditer(text)]
        for edit in plant(text):
            if any(start <= edit.start and edit.end <= end for start, end in around):
                yield edit

    return planted


def each_of(*plants: Plant) -> Plant:
    """The mistakes of several planters."""
    return lambda text: (edit for plant in plants for edit in plant(text))

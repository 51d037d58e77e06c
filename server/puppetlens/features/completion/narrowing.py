"""Which names of a long list are looked at: those that go on from what is typed; with nothing typed, those in use.

A site has thousands of classes, types and functions. Whatever a source does with a name it does with these alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from heapq import nlargest

from ...model.entity import Entity
from ...project.autoload import module_of
from .place import Place

#: So many names of other modules are looked at where nothing is typed, the most used.
_MOST = 250
#: Letters of a name may be left out from this length on.
_LETTERS = 3


def narrowed(place: Place, names: Collection[str], space: str) -> Iterable[tuple[str, int]]:
    """The names to look at, each with the number of files that use it (written as an entity of `space`)."""
    index = place.view.snapshot.index
    if place.typed:
        goes_on = going_on(place.typed)
        return [(name, len(index.used(Entity(space, name)))) for name in names if goes_on(name)]
    used = [(name, len(index.used(Entity(space, name)))) for name in names]
    if len(used) <= _MOST:
        return used
    own = place.view.module
    most = set(nlargest(_MOST, used, key=lambda each: (each[1], each[0])))
    return [each for each in used if each in most or module_of(each[0]) == own]


@lru_cache(maxsize=64)
def going_on(typed: str) -> Callable[[str], bool]:
    """Whether a name may be what was begun: it has the typed letters at the beginning of a word, or in their order."""
    low = typed.lower().lstrip("$").removeprefix("::")
    if not low:
        return lambda name: True
    pattern = rf"(?:\A|[\W_]){re.escape(low)}|{re.escape(low) if len(low) > 1 else '(?!)'}"
    if len(low) >= _LETTERS:
        pattern += "|" + ".*".join(map(re.escape, low))
    search = re.compile(pattern, re.IGNORECASE | re.DOTALL).search
    return lambda name: search(name) is not None

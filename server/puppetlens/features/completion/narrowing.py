"""Which names of a long list are looked at: those that go on from what is typed; with nothing typed, those in use.

A site has thousands of classes, types and functions. Whatever a source does with a name it does with these alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache

from ...model.entity import Entity
from .habits import habits
from .likeness import shared, words_around
from .place import Place

#: So many names of other modules are looked at where nothing is typed: the most used, and those that habits speak for.
_MOST = 80
#: ... and so many that share words with what is around the place.
_ALIKE = 40
#: Letters of a name may be left out from this length on.
_LETTERS = 3


def narrowed(
    place: Place, names: Collection[str], space: str, always: Collection[str] = ()
) -> Iterable[tuple[str, int]]:
    """The names to look at, each with the number of files that use it (written as an entity of `space`)."""
    index = place.view.snapshot.index
    if place.typed:
        goes_on = going_on(place.typed)
        names = [name for name in names if goes_on(name)]
    used = index.uses(_entities(space, tuple(names)))
    if place.typed or len(used) <= _MOST:
        return list(zip(names, used, strict=True))
    by_use = sorted(zip(used, names, strict=True), reverse=True)
    own, said, words = f"{place.view.module}::", habits(place), words_around(place)
    found = [(name, uses) for uses, name in by_use[:_MOST]]
    alike, kept = [], frozenset(always)
    for uses, name in by_use[_MOST:]:
        if name in said or name in kept or f"{name}::".startswith(own):
            found.append((name, uses))
        elif likeness := shared(name, words):
            alike.append((likeness, uses, name))
    return [*found, *((name, uses) for _, uses, name in sorted(alike, reverse=True)[:_ALIKE])]


@lru_cache(maxsize=32)
def _entities(space: str, names: tuple[str, ...]) -> tuple[Entity, ...]:
    return tuple(Entity(space, name) for name in names)


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

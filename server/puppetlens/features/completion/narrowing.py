"""Which names of a long list are looked at: those that go on from what is typed; with nothing typed, those in use.

A site has thousands of classes, types and functions. Whatever a source does with a name it does with these alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from .habits import habits
from .likeness import shared, words_around, words_of
from .place import Place

#: So many names of other modules are looked at where nothing is typed: the most used, and those that habits speak for.
_MOST = 80
#: ... and so many that share words with what is around the place.
_ALIKE = 40
_LETTER = re.compile(r"[A-Za-z]\Z")
#: The letters that words begin with.
_FIRST = re.compile(r"(?:\A|(?<=[\W_]))[a-z]")
#: Letters of a name may be left out from this length on.
_LETTERS = 3


def narrowed(
    place: Place, names: Collection[str], space: str, always: Collection[str] = ()
) -> Iterable[tuple[str, int]]:
    """The names to look at, each with the number of files that use it (written as an entity of `space`)."""
    every = tuple(names)
    in_use = place.view.snapshot.in_use(space, every)
    if place.typed:
        if _LETTER.match(place.typed):
            return [(name, in_use[name]) for name in _by_letter(every).get(place.typed.lower(), ())]
        goes_on = going_on(place.typed)
        return [(name, in_use[name]) for name in every if goes_on(name)]
    if len(every) <= _MOST:
        return list(in_use.items())
    found = list(islice(in_use, _MOST))
    looked_at, words = set(found), words_around(place)
    wanted = {name for name in (*habits(place), *always) if name in in_use}
    wanted.update(_of_module(every, place.view.module or ""))
    found += sorted(wanted - looked_at)
    looked_at |= wanted
    alike = {name for word in words for name in _by_word(every).get(word, ()) if name not in looked_at}
    found += sorted(alike, key=lambda name: (-shared(name, words), -in_use[name], name))[:_ALIKE]
    return [(name, in_use[name]) for name in found]


@lru_cache(maxsize=32)
def _of_module(names: tuple[str, ...], module: str) -> Sequence[str]:
    return [name for name in names if name.startswith(f"{module}::") or name == module]


@lru_cache(maxsize=32)
def _by_letter(names: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """The names of which a word begins with a letter: those that go on from it (`going_on`)."""
    found: dict[str, list[str]] = {}
    for name in names:
        for letter in dict.fromkeys(_FIRST.findall(name.lower())):
            found.setdefault(letter, []).append(name)
    return found


@lru_cache(maxsize=32)
def _by_word(names: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """The names that have a word in them."""
    found: dict[str, list[str]] = {}
    for name in names:
        for word in dict.fromkeys(words_of(name)):
            found.setdefault(word, []).append(name)
    return found


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

"""What names mean, kept from one snapshot to the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .entity import Entity
from .forking import ForkingDict, Relation
from .summary import SEARCHES, Lookup

#: The root of a site, and a name as written.
Key = tuple[str, Entity]

#: So many go over to the next snapshot: names that are half typed are asked for, too, and never again.
_MOST = 20_000
#: What each edit changes: content, and what it uses; `names` come with something else.
_OF_FILES = ("file", "folder", "names", "anything", *SEARCHES)


class Meaning(NamedTuple):
    """What a name means to most files of a site, and what that rests on."""

    entity: Entity
    lookups: frozenset[Lookup]


class Meanings:
    """Those that were asked for. Each snapshot has its own, forked from the one before."""

    def __init__(self) -> None:
        self._known: ForkingDict[Key, Meaning] = ForkingDict()
        #: What rests on a look-up, also what has been dropped since.
        self._resting: Relation[Lookup, Key] = Relation()
        self._size = 0
        #: Another object once anything changed that the meaning of any name may rest on.
        self.state = object()

    def get(self, key: Key) -> Meaning | None:
        return self._known.get(key)

    def put(self, key: Key, meaning: Meaning) -> None:
        self._known.put(key, meaning)
        self._size += 1
        for lookup in meaning.lookups:
            self._resting.add(lookup, key)

    def after(self, changed: Iterable[Lookup]) -> Meanings:
        """Those for the next snapshot: all that rest on none of these look-ups; none once they are too many."""
        other = Meanings()
        if self._size > _MOST:
            return other
        other._size = self._size
        other._known, other._resting, other.state = self._known.fork(), self._resting.fork(), self.state
        for lookup in changed:
            if lookup[0].space not in _OF_FILES:
                other.state = object()
            for key in other._resting.get(lookup):
                other.state = object()
                if key in other._known:
                    other._known.drop(key)
        return other

"""Dictionaries and relations that can be forked: each copy goes its own way, and shares what neither has changed.

A fork keeps the entries that both had and writes beside them what it changes; once that has grown, it makes a
dictionary of its own from both.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from copy import copy
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

#: How many changes are kept beside the shared entries: so many, and one for each sixteen entries.
_MANY = 256


class ForkingDict(Generic[K, V]):
    """A dictionary without None among its values."""

    def __init__(self) -> None:
        self._entries: dict[K, V] = {}
        #: What differs from `_entries` (None: gone), where these are shared.
        self._changes: dict[K, V | None] | None = None

    def fork(self) -> ForkingDict[K, V]:
        other = copy(self)
        if self._changes is None:
            self._changes = {}
        other._changes = dict(self._changes)
        return other

    def get(self, key: K) -> V | None:
        if self._changes and key in self._changes:
            return self._changes[key]
        return self._entries.get(key)

    def of(self, keys: Iterable[K]) -> Iterator[V | None]:
        """The values of many keys."""
        return map(self.get if self._changes else self._entries.get, keys)

    def __contains__(self, key: K) -> bool:
        return self.get(key) is not None

    def __iter__(self) -> Iterator[K]:
        return iter(self._settled())

    def put(self, key: K, value: V) -> None:
        if self._changes is None:
            self._entries[key] = value
        else:
            self._change(self._changes, key, value)

    def drop(self, key: K) -> None:
        if self._changes is None:
            del self._entries[key]
        else:
            self._change(self._changes, key, None)

    def own(self) -> dict[K, V] | None:
        """All entries, to be changed in place, where no fork shares them."""
        return self._entries if self._changes is None else None

    def _change(self, changes: dict[K, V | None], key: K, value: V | None) -> None:
        changes[key] = value
        if len(changes) > _MANY + len(self._entries) // 16:
            self._entries, self._changes = self._settled(), None

    def _settled(self) -> dict[K, V]:
        if not self._changes:
            return self._entries
        merged = self._entries.copy()  # a tenth of the time that a walk over all of them takes
        for key, value in self._changes.items():
            if value is None:
                merged.pop(key, None)
            else:
                merged[key] = value
        return merged


class _Members(set[V]):
    """Members beyond the first; written by `owner` alone."""

    def __init__(self, members: Collection[V], owner: object) -> None:
        super().__init__(members)
        self.owner = owner


class Relation(Generic[K, V]):
    """Key -> members. Most keys have one, which needs no set. Members are no sets themselves."""

    def __init__(self) -> None:
        self._of: ForkingDict[K, V | _Members[V]] = ForkingDict()
        self._owner = object()

    def fork(self) -> Relation[K, V]:
        other = copy(self)
        other._of = self._of.fork()
        self._owner, other._owner = object(), object()
        return other

    def get(self, key: K) -> Collection[V]:
        there = self._of.get(key)
        if there is None:
            return ()
        return there if isinstance(there, _Members) else (there,)

    def __contains__(self, key: K) -> bool:
        return key in self._of

    def keys(self) -> Collection[K]:
        return tuple(self._of)

    def sizes(self, keys: Iterable[K]) -> list[int]:
        """How many members each key has."""
        return [0 if there is None else len(there) if isinstance(there, _Members) else 1 for there in self._of.of(keys)]

    def add(self, key: K, member: V) -> None:
        there = self._of.get(key)
        if there is None:
            self._of.put(key, member)
        elif isinstance(there, _Members):
            if member not in there:
                self._writable(key, there).add(member)
        elif there != member:
            self._of.put(key, _Members((there, member), self._owner))

    def add_to_all(self, keys: Iterable[K], member: V) -> None:
        """Many at once."""
        entries, owner = self._of.own(), self._owner
        for key in keys:
            there = entries.get(key) if entries is not None else None
            if isinstance(there, _Members) and there.owner is owner:
                there.add(member)
            elif there is None and entries is not None:
                entries[key] = member
            else:
                self.add(key, member)

    def discard(self, key: K, member: V) -> None:
        there = self._of.get(key)
        if isinstance(there, _Members):
            if member in there:
                members = self._writable(key, there)
                members.discard(member)
                if len(members) == 1:
                    self._of.put(key, members.pop())
        elif there is not None and there == member:
            self._of.drop(key)

    def plain(self) -> dict[K, set[V]]:
        """All of it, to be compared."""
        return {key: set(self.get(key)) for key in self._of}

    def _writable(self, key: K, members: _Members[V]) -> _Members[V]:
        if members.owner is self._owner:
            return members
        own = _Members(members, self._owner)
        self._of.put(key, own)
        return own

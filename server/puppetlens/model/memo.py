"""What was computed for a file, kept until something it rests on changes.

A file's findings rest on its own text and on what it asked of others (its look-ups). Most of them rest on one
statement and on what that asked: a part. An edit leaves the parts of all other statements good, since their nodes are
the same objects; a definition that changes elsewhere drops the parts that asked for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..syntax import ast
from .summary import Lookup


class Part(NamedTuple):
    """What was computed for the statement `node`, which stood in `around`; positions in `value` count from it."""

    node: ast.Node
    around: object
    value: Any
    lookups: frozenset[Lookup]


class Memo:
    """Of one file. `value` is None until all of it is computed."""

    def __init__(self, parts: dict[int, Part] | None = None) -> None:
        self.value: Any = None
        #: What `value` rests on beyond the file; the parts' look-ups are among them.
        self.lookups: frozenset[Lookup] = frozenset()
        #: By the identity of the node, which a part keeps alive.
        self.parts = parts or {}

    def part(self, node: ast.Node, around: object) -> Part | None:
        found = self.parts.get(id(node))
        return found if found is not None and found.around == around else None

    def keep(self, part: Part) -> None:
        self.parts[id(part.node)] = part

    def finish(self, value: Any, lookups: frozenset[Lookup], parts: dict[int, Part]) -> None:
        """`parts` are those of the file as it is now; what is left of its older texts goes."""
        self.value, self.lookups, self.parts = value, lookups, parts

    def settled(self) -> Memo | None:
        """All of it without the parts, which hold the parsed file; None where not all is computed."""
        if self.value is None:
            return None
        other = Memo()
        other.value, other.lookups = self.value, self.lookups
        return other

    def asked(self) -> Iterator[Lookup]:
        """All look-ups that something here rests on."""
        yield from self.lookups
        if self.value is None:
            for part in self.parts.values():
                yield from part.lookups

    def after(self, touched: bool, changed: set[Lookup]) -> Memo | None:
        """What is still good once these look-ups have other answers; `touched`: the file's own text changed."""
        if self.value is not None and self.lookups.isdisjoint(changed):
            return Memo(self.parts) if touched else self
        parts = {key: part for key, part in self.parts.items() if part.lookups.isdisjoint(changed)}
        return Memo(parts) if parts else None

"""Holes: code that was not run and may have declared something, and the resources that it hides.

A hole hides resources of some types, or of any. Where all that its code could add is classes that the catalog gets by
another way later, it closes: what follows is as it would be without the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

import msgspec

from ..base.digest import blake2b
from ..base.errors import Location
from ..syntax import ast
from ..types.values import Unknown
from .origin import Origin

#: The types (in lower case; `class` for classes) of all resources that may be there and are not known.
Types: TypeAlias = frozenset[str] | None
NOTHING: Final[Types] = frozenset()
ANYTHING: Final[Types] = None


#: The parameters that code gives classes, by their name; None where not even their names are told.
Given: TypeAlias = Mapping[str, frozenset[str] | None]


#: Pieces of code; None stands for all of a file.
Code: TypeAlias = tuple[tuple[Origin, ast.Node | None], ...]


class Found(NamedTuple):
    """What code could add; `classes` are those that it may include: once they are evaluated, it adds less.

    `code` is what was read to know that.
    """

    types: Types
    classes: frozenset[str]
    given: Given
    code: Code = ()


class Hole(msgspec.Struct, eq=False):
    """`types` are those of the resources that it hides; `classes` those that, once evaluated, may hide less."""

    unknown: Unknown
    location: Location
    types: Types
    classes: frozenset[str] = frozenset()
    given: Given = msgspec.field(default_factory=dict)
    code: Code = ()
    ask: Callable[[], Found] | None = None

    @property
    def written(self) -> str:
        """A digest of the code: where it is another, another resource may be behind the hole."""
        texts = {origin.text.data if node is None else origin.source_of(node).encode() for origin, node in self.code}
        return blake2b(b"\0".join(sorted(texts)), digest_size=8).hexdigest()


class Holes:
    """Those of one compilation, in the order in which they were found."""

    def __init__(self) -> None:
        #: Those with code behind them that was not run.
        self.open: list[Hole] = []
        #: What else hides resources: those of another name, those of other nodes.
        self._others: list[Hole] = []
        #: What other nodes may export.
        self.exported: list[Hole] = []
        #: Why resources of a type (in lower case; None: of any) may be there that are not known: the last reason.
        self._hidden: dict[str | None, Unknown] = {}

    def add(self, hole: Hole) -> None:
        self.open.append(hole)
        self._hide(hole)

    def all(self) -> list[Hole]:
        return [*self.open, *self._others, *self.exported]

    def hide(self, unknown: Unknown, location: Location, types: Types) -> None:
        """What hides resources and is told elsewhere."""
        hole = Hole(unknown, location, types)
        self._others.append(hole)
        self._hide(hole)

    def of_class(self, name: str) -> Iterator[Hole]:
        """Those that may have declared the class before."""
        return (hole for hole in self.open if name in hole.classes)

    def class_evaluated(self, name: str) -> list[Hole]:
        """Ask again what may be behind the holes that wait for the class; those closed by it."""
        waiting = [hole for hole in self.open if name in hole.classes]
        closed = []
        for hole in waiting:
            assert hole.ask is not None
            hole.types, hole.classes, hole.given, hole.code = hole.ask()
            if hole.types == NOTHING:
                self.open.remove(hole)
                closed.append(hole)
        if waiting:
            self._hidden = {}
            for hole in (*self._others, *self.open):
                self._hide(hole)
        return closed

    def _hide(self, hole: Hole) -> None:
        for name in (None,) if hole.types is None else hole.types:
            self._hidden[name] = hole.unknown

    def of(self, type_name: str) -> Unknown | None:
        """Why there may be a resource of a type that is not known here."""
        return self._hidden.get(None) or self._hidden.get(type_name.lower())

    def of_any(self) -> Unknown | None:
        return next(reversed(self._hidden.values()), None)

"""What every node is."""

from __future__ import annotations

import msgspec

from ...base.span import Span


class Node(msgspec.Struct, frozen=True, eq=False, array_like=True, tag=True, gc=False):
    """Anything with a place in the text. Packed it is a list that begins with the name of its class."""

    start: int
    end: int
    anchor: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Expression(Node, frozen=True, eq=False):
    """Anything that has a value."""


class Item(msgspec.Struct, frozen=True, eq=False, array_like=True, gc=False):
    """A statement of a file or of a definition's body, placed. `node.start` is 0."""

    start: int
    node: Expression
    #: The comment lines right above, without their `#`; empty where there are none.
    doc: str = ""


Body = tuple[Expression, ...]
Items = tuple[Item, ...]

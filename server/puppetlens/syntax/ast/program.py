"""A file: its statements, and the faults that make Puppet reject it."""

from __future__ import annotations

import msgspec

from .node import Body, Expression, Items


class ErrorExpression(Expression, frozen=True, eq=False):
    """A stretch that does not parse; what could be made out inside it stays usable by the editor."""

    expressions: Body


class Mend(msgspec.Struct, frozen=True):
    """What mends a fault for certain: `text` in place of the bytes from `start` to `end` (absolute).

    `complete`: nothing else is wrong around it, as far as the next definition at the margin.
    """

    start: int
    end: int
    text: str
    complete: bool


class SyntaxFault(msgspec.Struct, frozen=True):
    """A fault that makes Puppet's parser reject the file. `start`/`end` are absolute byte offsets.

    `anchor` is the absolute offset of the line and column in the message. `said` is what Puppet says itself where
    its parser raises the error for something that it has read in full.
    """

    start: int
    end: int
    anchor: int
    message: str
    said: str | None = None
    mend: Mend | None = None


class Program(msgspec.Struct, frozen=True, eq=False):
    """A file. Item starts here are absolute byte offsets; `faults` are in order of place."""

    body: Items
    faults: tuple[SyntaxFault, ...] = ()

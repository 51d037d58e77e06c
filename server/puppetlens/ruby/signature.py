"""A signature of a function written in Ruby, and its text as `library.signature` reads it."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from ..base.span import Span
from .doc import NO_DOC, Doc


class RubyParameter(NamedTuple):
    """`type` is None where Ruby computes it. `mark`: `*` any number, `+` one or more, `&` the block."""

    name: str
    type: str | None
    mark: Literal["", "*", "+", "&"] = ""
    optional: bool = False
    #: As Puppet would write it, where the method gives a literal.
    default: str | None = None

    @property
    def text(self) -> str:
        default = f" = {self.default or '...'}" if self.optional and not self.mark else ""
        name = re.sub(r"\W", "_", self.name) or "_"
        return f"{self.type or 'Any'} {self.mark}${name}{default}"


class RubySignature(NamedTuple):
    """One `dispatch`. `span` is the name of the method in it, `method` the name in the method's definition."""

    method_name: str
    parameters: tuple[RubyParameter, ...] = ()
    returns: str | None = None
    doc: Doc = NO_DOC
    span: Span = Span(0, 0)
    method: Span | None = None
    #: True where the method says why arguments of this kind are wrong.
    is_mismatch: bool = False
    #: False where Ruby computes a type or a name.
    whole: bool = True

    @property
    def text(self) -> str:
        """In the syntax of `library.signature.Signature`; a type that is not known is Any."""
        parameters = ", ".join(parameter.text for parameter in self.parameters)
        return parameters + (f" >> {self.returns}" if self.returns else "")

    @property
    def low(self) -> int:
        """How many arguments there must be."""
        return sum(1 for each in self.parameters if not each.optional and each.mark not in ("*", "&"))

    @property
    def high(self) -> int | None:
        """How many there may be; None for any number."""
        positional = [each for each in self.parameters if each.mark != "&"]
        return None if any(each.mark for each in positional) else len(positional)

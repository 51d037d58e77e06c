"""What a check finds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from ..base.errors import Subject
from ..base.position import Text
from ..base.span import Span
from .near_names import nearest

Severity = Literal["error", "warning", "information", "hint"]
#: What editors show in a way of their own: faded out, struck through.
Tag = Literal["unnecessary", "deprecated"]


class Related(NamedTuple):
    """Another place that explains a finding; `span` counts in `text`."""

    path: str
    text: Text
    span: Span
    message: str


class Finding(NamedTuple):
    """`span` is what an editor underlines, `anchor` where Puppet counts line and column from (byte offsets).

    `code` is Puppet's issue code where Puppet reports the same fact, else one of our own. `subject` is what it is
    about, where an evaluation may report the same fact in other words.
    """

    path: str
    span: Span
    anchor: int
    severity: Severity
    code: str
    message: str
    related: tuple[Related, ...] = ()
    subject: Subject | None = None
    tags: tuple[Tag, ...] = ()

    def moved(self, by: int) -> Finding:
        """The same of a statement that stands `by` bytes further on."""
        return self._replace(span=self.span.shift(by), anchor=self.anchor + by)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """` (did you mean 'x'?)`, or nothing where no known name is close."""
    close = nearest(name, frozenset(known))
    return f" (did you mean '{close}'?)" if close is not None else ""

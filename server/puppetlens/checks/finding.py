"""What a check finds."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal, NamedTuple

from ..base.position import Text
from ..base.span import Span
from ..model.item_facts import Reference
from ..model.view import View

Severity = Literal["error", "warning", "information", "hint"]


class Related(NamedTuple):
    """Another place that explains a finding; `span` counts in `text`."""

    path: str
    text: Text
    span: Span
    message: str


class Finding(NamedTuple):
    """`span` is what an editor underlines, `anchor` where Puppet counts line and column from (byte offsets).

    `code` is Puppet's issue code where Puppet reports the same fact, else one of our own.
    """

    path: str
    span: Span
    anchor: int
    severity: Severity
    code: str
    message: str
    related: tuple[Related, ...] = ()


def finding_at(view: View, reference: Reference, base: int, severity: Severity, code: str, message: str) -> Finding:
    """What is wrong with a name that the file uses; its span counts from `base`."""
    return Finding(view.path, reference.span.shift(base), reference.anchor + base, severity, code, message)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """` (did you mean 'x'?)`, or nothing where no known name is close."""
    close = get_close_matches(name, sorted(known), 1, 0.7)
    return f" (did you mean '{close[0]}'?)" if close else ""

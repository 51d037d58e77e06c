"""What a check finds."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..base.edits import FileEdit, TextEdit
from ..base.errors import Subject
from ..base.position import Text
from ..base.span import Span

Severity = Literal["error", "warning", "information", "hint"]
#: What editors show in a way of their own: faded out, struck through.
Tag = Literal["unnecessary", "deprecated"]


class Related(NamedTuple):
    """Another place that explains a finding; `span` counts in `text`."""

    path: str
    text: Text
    span: Span
    message: str


class Fix(NamedTuple):
    """A way to mend what was found: edits that belong together, of one or several files. A line says what is done.

    A `safe` one does not change what the code does, but for what was wrong; it may be made without being looked at.
    A check whose fix edits another file reads that through the view: so the finding goes when its text changes.
    """

    title: str
    edits: tuple[FileEdit, ...]
    safe: bool = False

    def moved(self, path: str, by: int) -> Fix:
        return self._replace(
            edits=tuple(
                each._replace(edit=TextEdit(each.edit.span.shift(by), each.edit.text)) if each.path == path else each
                for each in self.edits
            )
        )


class Finding(NamedTuple):
    """`span` is what an editor underlines, `anchor` where Puppet counts line and column from (byte offsets).

    `code` is Puppet's issue code where Puppet reports the same fact, else one of our own. `subject` is what it is
    about, where an evaluation may report the same fact in other words. Of several `fixes` one is chosen.
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
    fixes: tuple[Fix, ...] = ()

    def moved(self, by: int) -> Finding:
        """The same of a statement that stands `by` bytes further on."""
        fixes = tuple(fix.moved(self.path, by) for fix in self.fixes)
        return self._replace(span=self.span.shift(by), anchor=self.anchor + by, fixes=fixes)

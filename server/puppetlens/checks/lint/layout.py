"""Indentation, tabs and blanks: where formatting would change them.

What it does: finds lines whose indentation is odd or another than formatting would give it, tabs, blanks at the ends of lines.
Why it is bad: code of one layout is read faster, and changes of it are smaller.
Instead: format the file; the fixes are what formatting does there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...model.view import View
from ..finding import Finding, Fix
from ..registry import on_file
from .rule import style
from .whitespace import gaps_of

SOFT_TABS = style("2sp_soft_tabs")
INDENT = style("strict_indent")
TABS = style("hard_tabs")
TRAILING = style("trailing_whitespace")

BAD = """\
#- manifests/site.pp
class web {
   $x = [
#= 2:1-4 hint 2sp_soft_tabs: two-space soft tabs not used
#= 2:1-4 hint strict_indent: indent should be 2 chars and is 3
    1,
  ]
	file { '/b': mode => '0644' }\x20
#= 5:1-2 hint 2sp_soft_tabs: two-space soft tabs not used
#= 5:1-2 hint hard_tabs: tab character found
#= 5:1-2 hint strict_indent: indent should be 2 chars and is 1
#                             ^ hint trailing_whitespace: trailing whitespace found
    # a comment
#= 6:1-5 hint strict_indent: indent should be 2 chars and is 4
  notice('b')
}
"""

FIXED = """\
#- manifests/site.pp
class web {
  $x = [
    1,
  ]
  file { '/b': mode => '0644' }
  # a comment
  notice('b')
}
"""

GOOD = """\
#- manifests/site.pp
class web {
  $x = [
    1,
  ]
  file { '/b': mode => '0644' } # so
# a comment
  notice('b')
}
"""


@on_file
def runs(view: View) -> Iterator[Finding]:
    gaps = gaps_of(view)
    for run in gaps.runs() if gaps is not None else ():
        assert gaps is not None
        span = Span(run.start, run.start + len(run.text))
        if run.begins_line and len(run.text) % 2:
            yield SOFT_TABS.of(view, span, span.start, "two-space soft tabs not used", fixes=gaps.fixes(view, span))
        if b"\t" in run.text:
            yield TABS.of(view, span, span.start, "tab character found", fixes=gaps.fixes(view, span))
        if run.ends_line:
            away = (Fix("Take the blanks away", (FileEdit(view.path, TextEdit(span, "")),), True),)
            fixes = gaps.fixes(view, span) or away
            yield TRAILING.of(view, span, span.start, "trailing whitespace found", fixes=fixes)


@on_file
def laid_out(view: View) -> Iterator[Finding]:
    gaps = gaps_of(view)
    for edit, token in gaps.edits() if gaps is not None else ():
        assert gaps is not None
        fixes = (Fix("Lay it out", (FileEdit(view.path, edit),), True),)
        if token is not None and token.begins_line:
            line = gaps.data.rfind(b"\n", 0, token.start) + 1
            wanted, is_there = len(edit.text) - edit.text.rfind("\n") - 1, token.start - line
            if wanted != is_there and (is_there or token.type != "comment"):
                message = f"indent should be {wanted} chars and is {is_there}"
                yield INDENT.of(view, Span(line, token.start), line, message, fixes=fixes)

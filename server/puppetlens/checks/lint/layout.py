"""Indentation, tabs, blanks and arrows: where formatting would change them.

What it does: finds lines whose indentation is odd or another than formatting would give it, tabs, blanks at the ends of lines, arrows that
are not in one column, or not one blank behind what they belong to, lists over several lines whose last element has no comma.
Why it is bad: code of one layout is read faster, and changes of it are smaller.
Instead: format the file; the fixes are what formatting does there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...model.view import View
from ...syntax import ast
from ...syntax.layout import Token
from ..finding import Finding, Fix
from ..registry import on_file
from .rule import style
from .whitespace import Gaps, gaps_of

SOFT_TABS = style("2sp_soft_tabs")
INDENT = style("strict_indent")
TABS = style("hard_tabs")
TRAILING = style("trailing_whitespace")
ALIGNMENT = style("arrow_alignment")
BEFORE_ARROW = style("space_before_arrow")
COMMA = style("trailing_comma")

BAD = """\
#- manifests/site.pp
class web {
   $x = [
#= 2:1-4 hint 2sp_soft_tabs: two-space soft tabs not used
#= 2:1-4 hint strict_indent: indent should be 2 chars and is 3
    1
#   ^ hint trailing_comma: missing trailing comma after last element
  ]
  file { '/a':
    ensure => present,
    mode => '0644',
#        ^^ hint arrow_alignment: indentation of => is not properly aligned (expected in column 12, but found it in column 10)
  }
	file { '/b': mode  => '0644' }\x20
#= 9:1-2 hint 2sp_soft_tabs: two-space soft tabs not used
#= 9:1-2 hint hard_tabs: tab character found
#= 9:1-2 hint strict_indent: indent should be 2 chars and is 1
#                 ^^^^ hint space_before_arrow: there should be a single space before '=>' on line 9, column 19
#                              ^ hint trailing_whitespace: trailing whitespace found
}
"""

FIXED = """\
#- manifests/site.pp
class web {
  $x = [
    1,
  ]
  file { '/a':
    ensure => present,
    mode   => '0644',
  }
  file { '/b': mode => '0644' }
}
"""

GOOD = """\
#- manifests/site.pp
class web {
  $x = [
    1,
  ]
  file { '/a':
    ensure => present,
    mode   => '0644',
  }
  file { '/b': mode => '0644' } # so
}
"""

_PIECES_WITH_COMMA = ("list", "hash", "resource_defaults", "resource_expression")


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
            if wanted != is_there and token.type != "comment":
                message = f"indent should be {wanted} chars and is {is_there}"
                yield INDENT.of(view, Span(line, token.start), line, message, fixes=fixes)


@on_file
def commas(view: View) -> Iterator[Finding]:
    gaps = gaps_of(view)
    for token in gaps.tokens if gaps is not None else ():
        assert gaps is not None
        closer = gaps.tokens[token.at + 1] if token.at + 1 < len(gaps.tokens) else None
        if token.comma_after and closer is not None and gaps.data[token.end : token.end + 2].lstrip(b"\r")[:1] == b"\n":
            kind = closer.closes.kind if closer.closes is not None else ""
            if kind in _PIECES_WITH_COMMA:
                span = Span(token.end, token.end)
                fixes = (Fix("Insert the comma", (FileEdit(view.path, TextEdit(span, ",")),), True),)
                message = "missing trailing comma after last element"
                yield COMMA.of(view, Span(token.start, token.end), token.end, message, fixes=fixes)


@on_file
def arrows(view: View) -> Iterator[Finding]:
    gaps, document = gaps_of(view), view.document
    if gaps is None or document is None or b"=>" not in gaps.data:
        return
    all_arrows = [token for token in gaps.tokens if token.type == "=>"]
    edited = {token.at: edit for edit, token in gaps.edits() if token is not None}
    for node, base in ast.walk(document.program.body):
        if isinstance(node, ast.ResourceBody) and node.operations:
            own = [each for each in all_arrows if base + node.start <= each.start < base + node.end]
            if own and own[0].row == own[-1].row:
                yield from _on_one_line(view, gaps, own)
            else:
                yield from _below_each_other(view, gaps, own, edited)


def _on_one_line(view: View, gaps: Gaps, own: list[Token]) -> Iterator[Finding]:
    for arrow in own:
        if gaps.text_before(arrow.at) != b" ":
            span = gaps.before(arrow.at)
            anchor = span.start if span.end > span.start else gaps.tokens[arrow.at - 1].start
            position = gaps_position(view, anchor)
            message = f"there should be a single space before '=>' on line {position[0]}, column {position[1]}"
            one = (Fix("One space", (FileEdit(view.path, TextEdit(span, " ")),), True),)
            fixes = gaps.fixes(view, span) or one
            yield BEFORE_ARROW.of(view, Span(anchor, arrow.end), anchor, message, fixes=fixes)


def gaps_position(view: View, at: int) -> tuple[int, int]:
    assert view.document is not None, "it has tokens"
    position = view.document.text.puppet_position(at)
    return position.line, position.column


def _below_each_other(view: View, gaps: Gaps, own: list[Token], edited: dict[int, TextEdit]) -> Iterator[Finding]:
    for arrow in own:
        edit = edited.get(arrow.at)
        if edit is not None and not arrow.begins_line:
            column = gaps_position(view, arrow.start)[1]
            wanted = column + len(edit.text) - (edit.span.end - edit.span.start)
            message = f"indentation of => is not properly aligned (expected in column {wanted}, but found it in column {column})"
            fixes = (Fix("Align it", (FileEdit(view.path, edit),), True),)
            yield ALIGNMENT.of(view, Span(arrow.start, arrow.end), arrow.start, message, fixes=fixes)

"""Arrows in resources, and the comma behind the last element of a list.

What it does: finds arrows of a resource that are not in one column, or in a resource of one line not one blank behind what they belong to,
and lists over several lines whose last element has no comma. As puppet-lint, it does not look into a `class { }` where a reference
(`Exec['a']`) is the last name before it, at lists that hold brackets, nor at hashes that are not the first in a call.
Why it is bad: code of one layout is read faster, and changes of it are smaller.
Instead: format the file; the fixes are what formatting does there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...model.view import View
from ...syntax import ast
from ...syntax.layout import Token
from ..finding import Finding, Fix
from ..registry import on_file
from .rule import style
from .whitespace import Gaps, gaps_of

ALIGNMENT = style("arrow_alignment")
BEFORE_ARROW = style("space_before_arrow")
COMMA = style("trailing_comma")

BAD = """\
#- manifests/site.pp
class web {
  $x = [
    1
#   ^ hint trailing_comma: missing trailing comma after last element
  ]
  file { '/a':
    ensure => present,
    mode => '0644',
#        ^^ hint arrow_alignment: indentation of => is not properly aligned (expected in column 12, but found it in column 10)
  }
  file { '/b': mode  => '0644' }
#                  ^^^^ hint space_before_arrow: there should be a single space before '=>' on line 9, column 20
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
  web::one { 'one': require => Exec['a'] }
  class { 'web::more':
    one => 1,
    another => 2,
  }
  merge($x, {
    'a' => 1
  })
}
"""

_WORDS = ("type_reference", "name", "attribute_name")
#: What stands before the braces of a hash whose last element wants a comma.
_BEFORE_HASH = ("=", "==", "=>", "(")


@on_file
def commas(view: View) -> Iterator[Finding]:
    gaps = gaps_of(view)
    for token in gaps.tokens if gaps is not None else ():
        assert gaps is not None
        if token.comma_after and gaps.data[token.end : token.end + 2].lstrip(b"\r")[:1] == b"\n":
            closer = next(each for each in islice(gaps.tokens, token.at + 1, None) if each.type != "comment")
            if _wants_comma(gaps.tokens, closer):
                span = Span(token.end, token.end)
                fixes = (Fix("Insert the comma", (FileEdit(view.path, TextEdit(span, ",")),), True),)
                message = "missing trailing comma after last element"
                yield COMMA.of(view, Span(token.start, token.end), token.end, message, fixes=fixes)


def _wants_comma(tokens: list[Token], closer: Token) -> bool:
    """Puppet-lint takes a list to end at the first bracket that closes, whichever it belongs to."""
    frame = closer.closes
    if frame is None:
        return False
    if frame.kind == "hash":
        return tokens[frame.opener - 1].type in _BEFORE_HASH
    if frame.kind == "list":
        return all(each.type != "]" for each in tokens[frame.opener : closer.at])
    return frame.kind in ("resource_defaults", "resource_expression")


@on_file
def arrows(view: View) -> Iterator[Finding]:
    gaps, document = gaps_of(view), view.document
    if gaps is None or document is None or b"=>" not in gaps.data:
        return
    edited = {token.at: edit for edit, token in gaps.edits() if token is not None}
    for node, base in ast.walk(document.program.body):
        if isinstance(node, ast.ResourceBody) and node.operations and node.title is not None:
            first, end = gaps.at(base + node.title.end), gaps.at(base + node.end)
            if _is_seen(gaps, first):
                own = [token for token in gaps.tokens[first:end] if token.type == "=>"]
                if own and own[0].row == own[-1].row:
                    yield from _on_one_line(view, gaps, own)
                else:
                    yield from _below_each_other(view, _in_columns(gaps.tokens[first:end]), edited)


def _is_seen(gaps: Gaps, colon: int) -> bool:
    """Puppet-lint takes a colon for that of a resource where a word stands before it sooner than a reference. `Class` and
    `class` are neither, nor is a name that is called."""
    for at in range(colon - 1, -1, -1):
        token = gaps.tokens[at]
        if token.type in _WORDS:
            text = gaps.data[token.start : token.end]
            if text.lower() != b"class" and gaps.data[token.end : token.end + 1] != b"(":
                return token.type != "type_reference"
    return True


def _in_columns(tokens: list[Token]) -> Iterator[Token]:
    """The arrows that share their braces with one in another line."""
    around: list[list[Token]] = [[]]
    for token in tokens:
        if token.type == "{":
            around.append([])
        elif token.type == "=>":
            around[-1].append(token)
        elif token.type == "}":
            yield from _if_many_rows(around.pop())
    yield from _if_many_rows(around.pop())


def _if_many_rows(arrows: list[Token]) -> list[Token]:
    return arrows if len({arrow.row for arrow in arrows}) > 1 else []


def _on_one_line(view: View, gaps: Gaps, own: list[Token]) -> Iterator[Finding]:
    for arrow in own:
        if gaps.text_before(arrow.at) != b" ":
            span = gaps.before(arrow.at)
            anchor = span.start if span.end > span.start else gaps.tokens[arrow.at - 1].start
            line, column = _position(view, anchor)
            message = f"there should be a single space before '=>' on line {line}, column {column}"
            one = (Fix("One space", (FileEdit(view.path, TextEdit(span, " ")),), True),)
            fixes = gaps.fixes(view, span) or one
            yield BEFORE_ARROW.of(view, Span(anchor, arrow.end), anchor, message, fixes=fixes)


def _position(view: View, at: int) -> tuple[int, int]:
    assert view.document is not None, "it has tokens"
    position = view.document.text.puppet_position(at)
    return position.line, position.column


def _below_each_other(view: View, own: Iterable[Token], edited: dict[int, TextEdit]) -> Iterator[Finding]:
    for arrow in own:
        edit = edited.get(arrow.at)
        if edit is not None and not arrow.begins_line:
            column = _position(view, arrow.start)[1]
            wanted = column + len(edit.text) - (edit.span.end - edit.span.start)
            message = f"indentation of => is not properly aligned (expected in column {wanted}, but found it in column {column})"
            fixes = (Fix("Align it", (FileEdit(view.path, edit),), True),)
            yield ALIGNMENT.of(view, Span(arrow.start, arrow.end), arrow.start, message, fixes=fixes)

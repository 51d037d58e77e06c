"""Blanks around brackets, braces, arrows and names, and empty lines: the plugin `manifest_whitespace`.

What it does: finds blanks that are missing or too many around `{ }`, `[ ]`, behind `=>`, around the name of a class, and empty lines
at the ends of a file and of blocks, or more than one after the other.
Why it is bad: see the style guide: the same code looks the same everywhere.
Instead: format the file; the fixes are what formatting does there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...model.view import View
from ...syntax import ast
from ...syntax.formatting.lines import newline_of
from ...syntax.layout import Token
from ..finding import Finding, Fix
from ..registry import Check, on_file
from .rule import definitions, style
from .whitespace import Gaps, gaps_of

AFTER_ARROW = style("manifest_whitespace_arrows_single_space_after")
BEFORE_PARENT = style("manifest_whitespace_inherits_name_single_space_before")
BEFORE_NAME = style("manifest_whitespace_class_name_single_space_before")
AFTER_NAME = style("manifest_whitespace_class_name_single_space_after")
BEFORE_CLOSING_BRACE = style("manifest_whitespace_closing_brace_before")
AFTER_CLOSING_BRACE = style("manifest_whitespace_closing_brace_after")
BEFORE_CLOSING_BRACKET = style("manifest_whitespace_closing_bracket_before")
AFTER_CLOSING_BRACKET = style("manifest_whitespace_closing_bracket_after")
BEFORE_OPENING_BRACE = style("manifest_whitespace_opening_brace_before")
AFTER_OPENING_BRACE = style("manifest_whitespace_opening_brace_after")
BEFORE_OPENING_BRACKET = style("manifest_whitespace_opening_bracket_before")
AFTER_OPENING_BRACKET = style("manifest_whitespace_opening_bracket_after")
EMPTY_LINES = style("manifest_whitespace_two_empty_lines")
FIRST_LINE = style("manifest_whitespace_newline_beginning_of_file")
NO_LAST_NEWLINE = style("manifest_whitespace_missing_newline_end_of_file")
LAST_LINES = style("manifest_whitespace_double_newline_end_of_file")

BAD = """\
#- manifests/site.pp

#= 1:1-1 hint manifest_whitespace_newline_beginning_of_file: there should not be a newline at the beginning of a manifest
class  web{
#    ^^^^^ hint manifest_whitespace_class_name_single_space_before: there should be a single space between the class or defined resource statement and the name
#      ^^^ hint manifest_whitespace_class_name_single_space_after: there should be a single space between the class or resource name and the next item
#         ^ hint manifest_whitespace_opening_brace_before: there should be a single space before an opening brace
#= 2:11-11 hint manifest_whitespace_opening_brace_after: there should be a single space or single newline after an opening brace

  $x = [ 1]
#      ^ hint manifest_whitespace_opening_bracket_after: there should be no whitespace or a single newline after an opening bracket
  $y = {'a'=>  1 }
#      ^ hint manifest_whitespace_opening_brace_after: there should be a single space or single newline after an opening brace
#          ^^ hint manifest_whitespace_arrows_single_space_after: there should be a single space after an arrow


#= 7:1-1 hint manifest_whitespace_two_empty_lines: there should be no two consecutive empty lines
  if $x { notice($y)}
#                   ^ hint manifest_whitespace_closing_brace_before: there should be a single space or newline before a closing brace
}

#= 10:1-1 hint manifest_whitespace_double_newline_end_of_file: there should be a single newline at the end of a manifest
"""

FIXED = """\
#- manifests/site.pp
class web {
#= 1:11-11 hint manifest_whitespace_opening_brace_after: there should be a single space or single newline after an opening brace

  $x = [1]
  $y = { 'a'=> 1 }

  if $x { notice($y) }
}
"""

GOOD = """\
#- manifests/site.pp
class web {
  $x = [1]
  $y = { 'a' => 1 }

  if $x { notice($y) }
  $z = "${x[0]}" ? { 'a' => [], default => {} }
}
"""

#: What may stand right behind a closing bracket.
_AFTER = ("]", ")", ";", ",", ":", ".", "[")
_AFTER_WORDS = (
    "there should be either a bracket, punctuation mark, closing quote or a newline after a closing {}, "
    "or whitespace and none of the aforementioned"
)


class _Around:
    """A token with what stands before and behind it."""

    def __init__(self, gaps: Gaps, token: Token) -> None:
        self.gaps, self.token = gaps, token
        self.before = gaps.text_before(token.at)
        self.behind = gaps.text_before(token.at + 1)
        self.previous = gaps.tokens[token.at - 1] if token.at else None
        self.next = gaps.tokens[token.at + 1] if token.at + 1 < len(gaps.tokens) else None

    @property
    def after_previous(self) -> int:
        return self.token.start - len(self.before)

    def piece_behind(self) -> int:
        """Where the second of two ends of line in a row begins, or what follows the token."""
        first = self.behind.find(b"\n") + 1 if self.behind.replace(b"\r", b"").startswith(b"\n") else 0
        return self.token.end + first


@on_file
def around_brackets(view: View) -> Iterator[Finding]:
    gaps = gaps_of(view)
    for token in gaps.tokens if gaps is not None else ():
        assert gaps is not None
        rules = _RULES.get(token.type)
        if rules is not None:
            around = _Around(gaps, token)
            for check, rule, message in rules:
                at = rule(around)
                if at is not None:
                    yield _finding(view, gaps, check, at, token, message)


def _finding(view: View, gaps: Gaps, check: Check, at: int, token: Token, message: str) -> Finding:
    span = Span(min(at, token.start), max(at, token.end))
    return check.of(view, span, at, message, fixes=gaps.fixes(view, Span(at, at)))


def _after_arrow(around: _Around) -> int | None:
    return None if around.behind == b" " else around.token.end


def _before_closing_brace(around: _Around) -> int | None:
    previous, before = around.previous, around.before
    if previous is None or (previous.type == "{" and not before):
        return None
    if before == b" " and previous.type != "{":
        return None
    return None if _is_one_line_end(before) else around.after_previous


def _is_one_line_end(gap: bytes) -> bool:
    """One end of line, behind which there is nothing but indentation."""
    text = gap.replace(b"\r", b"")
    return text.startswith(b"\n") and text.count(b"\n") == 1


def _after_closing(around: _Around) -> int | None:
    behind, following = around.behind, around.next
    if following is None or behind.replace(b"\r", b"").startswith(b"\n"):
        return None
    if not behind:
        return None if following.type in _AFTER else around.token.end
    return around.token.end if following.type in _AFTER and b"\n" not in behind else None


def _before_closing_bracket(around: _Around) -> int | None:
    return None if not around.before or _is_one_line_end(around.before) else around.after_previous


def _before_opening_brace(around: _Around) -> int | None:
    previous, before = around.previous, around.before
    if previous is None or previous.type in ("comment", ":"):
        return None
    if previous.type == "," and b"\n" in before:
        return None
    if previous.type in ("(", "["):
        wrong = bool(before) and b"\n" not in before
    elif previous.type == "{":
        wrong = b"\n" not in before and before != b" "
    else:
        wrong = before != b" "
    return around.token.start if wrong else None


def _after_opening_brace(around: _Around) -> int | None:
    behind, following = around.behind, around.next
    if behind == b" " or (not behind and following is not None and following.type in ("}", "[", "{")):
        return None
    text = behind.replace(b"\r", b"")
    if text.startswith(b"\n") and not text[1:].startswith(b"\n"):
        return None
    return around.piece_behind()


def _before_opening_bracket(around: _Around) -> int | None:
    previous, before = around.previous, around.before
    if previous is None or previous.type == "comment":
        return None
    kind, breaks = previous.type, b"\n" in before
    if not before and kind in ("variable", "name", "type_reference", *_CLOSING, *_OPENING):
        return None
    if breaks and kind in (";", ",", ":", "name", *_CLOSING, *_OPENING):
        return None
    if (
        kind != "variable"
        and kind not in _CLOSING
        and kind not in _OPENING
        and kind != "type_reference"
        and before == b" "
    ):
        return None
    if kind == "|" and before == b" ":
        return None
    if kind == "{" and before == b" " and around.gaps.tokens[previous.at - 1].type != "class":
        return None
    return around.token.start


_CLOSING = ("]", "}", ")")
_OPENING = ("(", "[", "{")


def _after_opening_bracket(around: _Around) -> int | None:
    text = around.behind.replace(b"\r", b"")
    if not text or (text.startswith(b"\n") and not text[1:].startswith(b"\n")):
        return None
    return around.piece_behind()


_EMPTY_LINES = re.compile(rb"\n\s*\n(?=\s*\n)")
_BRACE_WORDS = "there should be a single space or newline before a closing brace"
_RULES = {
    "=>": ((AFTER_ARROW, _after_arrow, "there should be a single space after an arrow"),),
    "}": (
        (BEFORE_CLOSING_BRACE, _before_closing_brace, _BRACE_WORDS),
        (AFTER_CLOSING_BRACE, _after_closing, _AFTER_WORDS.format("brace")),
    ),
    "]": (
        (
            BEFORE_CLOSING_BRACKET,
            _before_closing_bracket,
            "there should be no whitespace or a single newline before a closing bracket",
        ),
        (AFTER_CLOSING_BRACKET, _after_closing, _AFTER_WORDS.format("bracket")),
    ),
    "{": (
        (BEFORE_OPENING_BRACE, _before_opening_brace, "there should be a single space before an opening brace"),
        (
            AFTER_OPENING_BRACE,
            _after_opening_brace,
            "there should be a single space or single newline after an opening brace",
        ),
    ),
    "[": (
        (BEFORE_OPENING_BRACKET, _before_opening_bracket, "there should be a single space before an opening bracket"),
        (
            AFTER_OPENING_BRACKET,
            _after_opening_bracket,
            "there should be no whitespace or a single newline after an opening bracket",
        ),
    ),
}


@on_file
def around_names(view: View) -> Iterator[Finding]:
    gaps = gaps_of(view)
    if gaps is None:
        return
    by_start = {token.start: token for token in gaps.tokens}
    for node, base, _ in definitions(view):
        name = by_start.get(base + node.name_span.start)
        if name is None:
            continue
        if gaps.text_before(name.at) != b" ":
            at = gaps.before(name.at).start
            message = "there should be a single space between the class or defined resource statement and the name"
            yield _finding(view, gaps, BEFORE_NAME, at, name, message)
        if gaps.text_before(name.at + 1) != b" ":
            message = "there should be a single space between the class or resource name and the next item"
            yield AFTER_NAME.of(
                view,
                Span(name.start, name.end),
                name.start,
                message,
                fixes=gaps.fixes(view, Span(name.end, name.end)),
            )
        parent = getattr(node, "parent_span", None)
        token = by_start.get(base + parent.start) if parent is not None else None
        if isinstance(node, ast.HostClassDefinition) and token is not None and gaps.text_before(token.at) != b" ":
            at = gaps.before(token.at).start
            message = "there should be a single space between the inherits statement and the name"
            yield _finding(view, gaps, BEFORE_PARENT, at, token, message)


@on_file
def empty_lines(view: View) -> Iterator[Finding]:
    gaps = gaps_of(view)
    if gaps is None or not gaps.data:
        return
    data = gaps.data
    for at in sorted({gaps.at(found.start()) for found in _EMPTY_LINES.finditer(data)}):
        span = gaps.before(at)
        ends = [each for each in range(span.start, span.end) if data[each : each + 1] == b"\n"]
        for end in ends[2:]:
            message = "there should be no two consecutive empty lines"
            yield _at_line_end(view, gaps, EMPTY_LINES, end, message)
    first = 0
    while data[first : first + 1] == b"\n":
        message = "there should not be a newline at the beginning of a manifest"
        yield _at_line_end(view, gaps, FIRST_LINE, first, message)
        first += 1
    message = "there should be a single newline at the end of a manifest"
    if data[-1:] != b"\n":
        start = gaps.tokens[-1].start if gaps.tokens and gaps.tokens[-1].end == len(data) else len(data) - 1
        newline = TextEdit(Span(len(data), len(data)), newline_of(data).decode())
        fixes = (Fix("End the line", (FileEdit(view.path, newline),), True),)
        yield NO_LAST_NEWLINE.of(view, Span(start, len(data)), start, message, fixes=fixes)
    last = len(data) - 1
    while data[last - 1 : last + 1] == b"\n\n":
        yield _at_line_end(view, gaps, LAST_LINES, last, message)
        last -= 1


def _at_line_end(view: View, gaps: Gaps, check: Check, at: int, message: str) -> Finding:
    return check.of(view, Span(at, at + 1), at, message, fixes=gaps.fixes(view, Span(at, at)))

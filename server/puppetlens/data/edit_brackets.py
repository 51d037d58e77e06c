"""Members of a collection in brackets: JSON, YAML's flow style, HOCON (whose outermost braces may be missing).

Members are separated by commas; in HOCON the end of a line does too.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..base.edits import TextEdit
from ..base.span import Span
from .written import Value


class Syntax(NamedTuple):
    #: blanks, line ends and comments
    trivia: re.Pattern[bytes]
    #: the same up to the line's end
    rest_of_line: re.Pattern[bytes]
    lines_separate: bool = False


_YAML = Syntax(re.compile(rb"(?:\s|#[^\n]*)*"), re.compile(rb"[ \t]*(?:[ \t]#[^\r\n]*)?"))
_JSON = Syntax(
    re.compile(rb"(?:\s|/\*.*?\*/|//[^\n]*)*", re.DOTALL),
    re.compile(rb"(?:[ \t]|/\*(?:(?!\*/)[^\n])*\*/)*(?://[^\r\n]*)?"),
)
_HOCON = Syntax(
    re.compile(rb"(?:\s|(?:#|//)[^\n]*)*"), re.compile(rb"[ \t]*(?:(?:#|//)[^\r\n]*)?"), lines_separate=True
)
SYNTAX = {"yaml": _YAML, "json": _JSON, "hocon": _HOCON}


class Brackets:
    """One collection of a text."""

    def __init__(self, data: bytes, value: Value, syntax: Syntax) -> None:
        assert value.inside is not None
        self._data = data
        self._inside: Span = value.inside
        self._members = [member.span for member in value.members]
        self._syntax = syntax
        self._eol = "\r\n" if b"\r\n" in data else "\n"

    # What is there -----------------------------------------------------------------------------------

    def _skip(self, at: int) -> int:
        match = self._syntax.trivia.match(self._data, at, self._inside.end)
        return match.end() if match else at

    def _comma(self, at: int) -> int | None:
        """The comma that is next."""
        at = self._skip(at)
        return at if at < self._inside.end and self._data[at : at + 1] == b"," else None

    def _rest_of_line(self, at: int) -> int | None:
        """Where the line ends, if only a comment is on it."""
        match = self._syntax.rest_of_line.match(self._data, at, self._inside.end)
        end = match.end() if match else at
        return end if end == len(self._data) or self._data[end : end + 1] in (b"\n", b"\r") else None

    def _indent(self, at: int) -> str | None:
        """What stands before the first thing on a line; None for what is not the first."""
        line = self._data.rfind(b"\n", 0, at) + 1
        before = self._data[line:at]
        return before.decode() if not before.strip(b" \t") and line >= self._inside.start else None

    def indent_of(self, at: int) -> str | None:
        """That of a member that stands on its own line."""
        return self._indent(self._members[at].start)

    def indent_of_new(self) -> str | None:
        """That of a member to come; None where it will not get a line of its own."""
        if self._members:
            return self.indent_of(-1)
        closing = self._indent(self._inside.end)
        return None if closing is None or self._inside.end == len(self._data) else closing + "  "

    # Changes -----------------------------------------------------------------------------------------

    def insert(self, new: str) -> list[TextEdit]:
        """A member behind the last one."""
        if not self._members:
            return [self._first(new)]
        last = self._members[-1]
        comma = self._comma(last.end)
        after = last.end if comma is None else comma + 1
        indent = self.indent_of(-1)
        stop = self._rest_of_line(after)
        if indent is None or (stop is None and comma is None):
            gap = "" if self._is_dense() else " "
            return [_insertion(after, f",{gap}{new}" if comma is None else f"{gap}{new},")]
        at = after if stop is None else stop
        line = f"{self._eol}{indent}{new}" + ("" if comma is None else ",")
        if comma is not None or not self._needs_comma():
            return [_insertion(at, line)]
        return [_insertion(at, "," + line)] if at == last.end else [_insertion(last.end, ","), _insertion(at, line)]

    def _first(self, new: str) -> TextEdit:
        inner = self._data[self._inside.start : self._inside.end]
        if self._inside.end - self._inside.start == len(self._data):
            at_line_start = not inner or inner.endswith(b"\n")
            return _insertion(len(self._data), ("" if at_line_start else self._eol) + new + self._eol)
        at = self._inside.start + len(inner.rstrip())
        if b"\n" in self._data[at : self._inside.end]:
            closing = self._indent(self._inside.end) or ""
            return _insertion(at, f"{self._eol}{closing}  {new}")
        blank = "" if at == self._inside.start and not inner else " "
        return _insertion(at, blank + new)

    def _is_dense(self) -> bool:
        """`[1,2]`"""
        if len(self._members) < 2:
            return False
        comma = self._comma(self._members[-2].end)
        return comma is not None and comma + 1 == self._members[-1].start

    def _needs_comma(self) -> bool:
        if not self._syntax.lines_separate:
            return True
        return len(self._members) > 1 and self._comma(self._members[-2].end) is not None

    def remove(self, at: int) -> list[TextEdit]:
        """A member with its comma; if it is alone on its lines, with these, and the comment behind it."""
        member = self._members[at]
        comma = self._comma(member.end)
        before = self._comma(self._members[at - 1].end) if at and comma is None else None
        after = member.end if comma is None else comma + 1
        commas = [] if before is None else [_removal(before, before + 1)]
        stop = self._rest_of_line(after)
        if self._indent(member.start) is not None and stop is not None and self._is_blank(member.end, after):
            line = self._data.rfind(b"\n", 0, member.start) + 1
            end = self._data.find(b"\n", stop)
            return [*commas, _removal(line, len(self._data) if end < 0 else end + 1)]
        if comma is not None:
            if not self._is_blank(member.end, comma):
                return [_removal(*member), _removal(comma, after)]
            while self._data[after : after + 1] in (b" ", b"\t"):
                after += 1
            return [_removal(member.start, after)]
        if before is not None and not self._data[before + 1 : member.start].strip():
            return [_removal(before, member.end)]
        return [*commas, _removal(*member)]

    def _is_blank(self, start: int, end: int) -> bool:
        return b"\n" not in self._data[start:end] and not self._data[start:end].strip(b" \t,")


def _insertion(at: int, text: str) -> TextEdit:
    return TextEdit(Span(at, at), text)


def _removal(start: int, end: int) -> TextEdit:
    return TextEdit(Span(start, end), "")

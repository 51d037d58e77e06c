"""The white space of a text, line by line: indentation, blanks, columns, the ends of lines."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from ...base.edits import TextEdit
from ...base.span import Span
from ..layout import STEP, Frame, Token, layout_of
from ..margins import regions
from ..parse import ParsedFile
from ..pieces import Contained, Piece, contained
from ..tree import parse_tree
from .spacing import blanks

#: Lines without text that stay where there are more.
_EMPTY_LINES = 1
#: How often a text is laid out until what hangs from other tokens has come to rest.
_ROUNDS = 4
#: What people align in neighbouring lines, in the order of a line; `=>` is aligned always.
_COLUMNS = ("variable", "=", "assignment", "title", "relation", "comment")

_COMMENT_BEHIND = re.compile(rb"\s#[^'\"]*\Z")


class Lines:
    """`gaps[i]` is how many blanks stand before token i: its indentation, where it begins a line; None: left alone."""

    def __init__(self, parsed: ParsedFile) -> None:
        self.data = parsed.text.data
        self.template = parsed.dialect == "epp"
        self.tokens, self._frames = layout_of(self.data, parsed.tree)
        self.broken = parsed.tree.root_node.has_error
        contained = _contained(parsed, self.tokens) if self.broken and not self.template else None
        if contained is not None:
            self.tokens, self._frames = layout_of(self.data, parse_tree(contained.data, parsed.dialect))
        self.newline = newline_of(self.data)
        self._rows: dict[int, list[Token]] = {}
        #: What wants to stay aligned, by what it is aligned with.
        self._columns: dict[str, list[Token]] = {}
        for token in self.tokens:
            self._rows.setdefault(token.row, []).append(token)
            if token.column and not token.begins_line:
                self._columns.setdefault(token.column, []).append(token)
        #: The code below a comment, by the comment's number.
        self._below_comments: dict[int, Token] = {}
        code: Token | None = None
        for token in reversed(self.tokens):
            if token.type != "comment":
                code = token
            elif code is not None:
                self._below_comments[token.at] = code
        self._hung = {token.hangs.at for token in self.tokens if token.hangs is not None}
        #: Row -> the indentation of its code.
        self._indents: dict[int, int] = {}
        #: Where a token begins that others hang from.
        self._hooks: dict[int, int] = {}
        self.gaps: list[int | None] = []
        self._come_to_rest()
        if contained is not None and self._keep_bodies_of(contained.broken):
            self._come_to_rest()

    def _come_to_rest(self) -> None:
        for _ in range(_ROUNDS if self._hung and not self.template else 1):  # columns move what hangs from them
            before = self.gaps
            self._lay_out()
            if before == self.gaps:
                break

    def _lay_out(self) -> None:
        self._indents = {}
        self.gaps = list(map(self._gap, self.tokens, [None, *self.tokens[:-1]]))
        if not self.template:
            self._align_arrows()
        self._keep_columns()
        self._hooks = {at: self._column(self.tokens[at]) + (self.gaps[at] or 0) for at in self._hung}

    def _keep_bodies_of(self, pieces: Sequence[Piece]) -> bool:
        """Leave alone all of a body in which broken statements stand at another margin than they would have: they are told
        by standing in line with the others. Whether there is such a body."""
        found = False
        for start, end in pieces:
            margin = start - self.data.rfind(b"\n", 0, start) - 1
            after = bisect_left(self.tokens, end, key=lambda token: token.start)
            frame, closing = self._frame_around(start, after)
            if margin != self._inside(frame):
                found = True
                for token in self.tokens[frame.opener + 1 : closing]:
                    token.kept = True
        return found

    # Indentation and blanks ------------------------------------------------------------------------------

    def _gap(self, token: Token, before: Token | None) -> int | None:
        start = before.end if before is not None else 0
        if token.begins_line:
            gap = self.data[start : token.start]
            old = len(gap) - gap.rfind(b"\n") - 1
            indent = old if self.template or token.kept else self._indent(token)
            self._indents[token.row] = indent
            self._indents.setdefault(token.end_row, indent)
            return None if self.template or token.kept or token.type == "heredoc_body" else indent
        if token.end_row != token.row:
            self._indents.setdefault(token.end_row, self._indents.get(token.row, 0))
        if before is None or token.kept or before.kept:
            return None
        size = token.start - start
        if size and self.data[start : token.start].strip(b" \t"):
            return None
        if self.template and (token.type in _TEMPLATE or before.type in _TEMPLATE):
            in_tag = before.type in _TAGS if token.type not in _TEMPLATE else before.type not in _TEMPLATE
            return 1 if in_tag and "text" not in (token.type, before.type) else None
        return blanks(before, token, size)

    def _indent(self, token: Token) -> int:
        if token.type == "comment":
            return self._indent_of_comment(token)
        if token.closes is not None:
            return self._line(self.tokens[token.closes.line])
        if token.like is not None:
            return self._line(token.like)
        if token.hangs is not None and token.hangs.at in self._hooks:
            return self._hooks[token.hangs.at]
        frame, first = token.unit.frame, token.unit.first
        if first == token.at:
            return self._inside(frame)
        line = self._line(self.tokens[first])
        if frame.kind == "parenthesized_expression" and self.tokens[first].begins_line:
            return line
        return line + STEP

    def _inside(self, frame: Frame) -> int:
        return 0 if frame.line < 0 else self._line(self.tokens[frame.line]) + STEP * frame.levels

    def _indent_of_comment(self, token: Token) -> int:
        """That of the code below it; where that ends something, it is the last of what is ended."""
        below = self._below_comments.get(token.at)
        if below is None or below.kept:
            return self._inside(token.unit.frame)
        return self._inside(below.closes) if below.closes is not None else self._indent(below)

    def _line(self, token: Token) -> int:
        return self._indents.get(token.row, 0)

    # Columns ---------------------------------------------------------------------------------------------

    def _align_arrows(self) -> None:
        for frame in self._frames:
            arrows = [self.tokens[at] for at in frame.arrows]
            entries = [(a.entry, a) for a in arrows if a.entry is not None and a.entry.row == a.row]
            if len({entry.row for entry, _ in entries}) == len(entries):
                if not self._stand_in_column(entries):  # the first is behind the title
                    entries = [each for each in entries if each[0].begins_line]
                if self._stand_in_column(entries):
                    self._align([arrow for _, arrow in entries])

    def _stand_in_column(self, entries: list[tuple[Token, Token]]) -> bool:
        return len({self._column(entry) + (self.gaps[entry.at] or 0) for entry, _ in entries}) < 2

    def _keep_columns(self) -> None:
        """What a person has aligned stays aligned: in a list of parameters, else in neighbouring lines."""
        for column in _COLUMNS:
            for group in self._groups(column):
                gaps = [token.start - self.tokens[token.at - 1].end for token in group]
                if len(group) > 1 and max(gaps) > 1:
                    self._align(group, min(gaps))

    def _groups(self, column: str) -> Iterable[list[Token]]:
        groups: dict[object, list[Token]] = {}
        above: Token | None = None
        key: object = None
        for token in self._columns.get(column, ()):
            if self.gaps[token.at] is None:
                continue
            if token.parent == "parameter":
                key = (id(token.unit.frame), self._old_column(token.start))
            elif above is None or not self._beside(above, token):
                key = token.at
            groups.setdefault(key, []).append(token)
            above = token
        return groups.values()

    def _beside(self, above: Token, below: Token) -> bool:
        return below.row == above.row + 1 and self._old_column(above.start) == self._old_column(below.start)

    def _align(self, group: Iterable[Token], least: int = 1) -> None:
        """`least` is how many blanks the longest has before it."""
        ends = {token.at: self._column(token) for token in group if self.gaps[token.at] is not None}
        column = max(ends.values(), default=0) + least
        for at, end in ends.items():
            self.gaps[at] = column - end

    def _column(self, token: Token) -> int:
        """Where the token before one will end; of one that begins a line, the line's beginning."""
        row = self._rows[token.row]
        if row[0] is token:
            return 0 if token.begins_line or not token.at else self._old_column(self.tokens[token.at - 1].end)
        column = 0
        for other in row:
            if other is token:
                break
            gap = self.gaps[other.at]
            column = self._old_column(other.start) if gap is None else gap if other.begins_line else column + gap
            column += self._width(other)
        return column

    def _old_column(self, offset: int) -> int:
        return self._characters(self.data.rfind(b"\n", 0, offset) + 1, offset)

    def _width(self, token: Token) -> int:
        return self._characters(token.start, token.end)

    def _characters(self, start: int, end: int) -> int:
        text = self.data[start:end]
        return len(text) if text.isascii() else len(text.decode("utf-8", "replace"))

    # Edits -----------------------------------------------------------------------------------------------

    def edits(self, *, single_quotes: bool = False) -> Iterator[TextEdit]:
        before, kept = 0, False
        for token, blank in zip(self.tokens, self.gaps, strict=True):
            if not (kept or token.kept):
                gap = self.data[before : token.start]
                wanted = self._wanted(token, gap, blank)
                if wanted is not None and wanted != gap:
                    yield TextEdit(Span(before, token.start), wanted.decode())
            before, kept = token.end, token.kept
            if single_quotes and token.type == "interpolated_string" and not token.kept:
                yield from self._requoted(token)
            if token.comma_after and not token.kept and not self.template:
                yield TextEdit(Span(before, before), ",")
        yield from self._end(before)

    def _requoted(self, token: Token) -> Iterator[TextEdit]:
        inside = Span(token.start + 1, token.end - 1)
        if not set(b"$\\'") & set(self.data[inside.start : inside.end]):
            yield TextEdit(Span(token.start, inside.start), "'")
            yield TextEdit(Span(inside.end, token.end), "'")

    def indentation(self, offset: int) -> Iterator[TextEdit]:
        """That of an empty line, as what would stand there; in code that does not parse, by the line above."""
        start = self.data.rfind(b"\n", 0, offset) + 1
        end = self.data.find(b"\n", offset)
        row = Span(start, len(self.data) if end < 0 else end)
        above = next((token for token in reversed(self.tokens) if token.start < start), None)
        if self.template or above is None or above.end > start or self.data[start : row.end].strip():
            return
        indent = self._below(start) if self.broken else b" " * self._inside(self._around(row.end, above))
        if indent != self.data[row.start : row.end]:
            yield TextEdit(row, indent.decode())

    def _below(self, start: int) -> bytes:
        """That of the last line with code before an offset, and more where it opens something."""
        line = self.data[:start].rstrip().rpartition(b"\n")[2]
        code = _COMMENT_BEHIND.sub(b"", line).rstrip()
        opens = code.endswith((b"{", b"(", b"[", b"|")) or (code.endswith(b":") and not code.endswith(b"::"))
        return line[: len(line) - len(line.lstrip())] + (b"  " if opens else b"")

    def _around(self, offset: int, above: Token) -> Frame:
        """The innermost frame around an offset behind a token."""
        first = self._rows[above.row][0]
        if above.type == "," and first.unit.frame.kind == "resource_body":
            return first.unit.frame
        return self._frame_around(offset, above.at + 1)[0]

    def _frame_around(self, offset: int, after: int) -> tuple[Frame, int]:
        """The innermost frame around an offset, which is before the token with a number; the number of what closes it."""
        for token in self.tokens[after:]:
            if token.closes is not None and self.tokens[token.closes.opener].start < offset:
                return token.closes, token.at
        return Frame("source_file"), len(self.tokens)

    def _wanted(self, token: Token, gap: bytes, blank: int | None) -> bytes | None:
        """The white space before a token, in place of what there is."""
        lines = gap.count(b"\n")
        if not lines:
            return None if blank is None else b" " * blank
        if not token.begins_line or self.template or token.type == "heredoc_body" or gap.strip(b" \t\r\n"):
            return None
        kept = min(lines, _EMPTY_LINES + 1) if token.at else 0
        return self.newline * kept + b" " * (blank or 0)

    def _end(self, before: int) -> Iterator[TextEdit]:
        """A text ends with one newline."""
        rest = self.data[before:]
        if self.template or not self.tokens or self.tokens[-1].kept or rest.strip(b" \t\r\n"):
            return
        if rest != self.newline:
            yield TextEdit(Span(before, len(self.data)), self.newline.decode())


def newline_of(data: bytes) -> bytes:
    """What ends the lines of a text."""
    return b"\r\n" if b"\r\n" in data else b"\n"


def _contained(parsed: ParsedFile, tokens: Sequence[Token]) -> Contained | None:
    """The statements that are broken, where those around them would be left alone, too."""
    found = parsed.broken
    if found is None and any(token.kept and token.type in _DEFINING for token in tokens):
        found = contained(parsed.text, list(regions(parsed.text.data, parsed.dialect)), ())
    return found if found is not None and not found.unclosed else None


_DEFINING = frozenset(("class", "define", "function", "node", "plan"))
_TAGS = frozenset(("<%", "<%-", "<%=", "%>", "-%>"))
_TEMPLATE = _TAGS | {"text", "epp_comment"}

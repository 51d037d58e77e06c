"""Code that is being written -> the statements that are broken, so that what stands around them is read as if they were not.

A parser cannot know where a bracket or string that was opened a moment ago is to end, and takes what follows for a part
of it. A reader sees it by the indentation: in a body that a definition at the margin has, and in a file outside of
definitions, each line that is indented as the first one, and begins as a statement does, begins one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tree_sitter import Node as Tree

from ..base.position import Text
from .lexer import CLOSER_OF, Lexer, LexerError
from .margins import without_heredoc_texts
from .tree import parse_tree

#: What a definition at the margin that has a body begins with.
_DEFINING = re.compile(rb"(?:class|define|node|function|plan)\b")
_INDENTATION = re.compile(rb"\n([ \t]*)(?=[^\s#])")
#: What a statement begins with, at a margin that is put in. Not what goes on with one: `else`, operators, brackets.
_STATEMENT = rb"^%s(?=[a-zA-Z_:@$\[])(?!(?:else|elsif|and|or|in|default)\b)"
#: What ends a body: its brace, or a statement with braces outside of it, which says that the brace is missing.
_CLOSED = re.compile(rb"^(?:(})|(?:[a-z:][\w:]*[ \t]*|(?:[A-Z@]|if |unless |case )[^\n{]*)\{)", re.MULTILINE)
#: What goes on in the next line, whatever its margin is, and what may be written of it then.
_GOES_ON, _ATTRIBUTE = re.compile(rb"[:,]\s*\Z"), re.compile(rb"[a-z]\w*\Z")
_LEADS_ON = re.compile(rb"(?:[-~]>|<[-~])\s*\Z")
_NOTHING = re.compile(rb"(?:\s|#[^\n]*(?:\n|\Z))*")
#: Who has more of them is not writing one of them.
_MOST = 20

Piece = tuple[int, int]


class Contained(NamedTuple):
    """`data` is the text with the broken statements left blank, `closed` the same with their brackets closed instead, as
    far as there is room; `broken` is where they are, `ends` where the body around each of them ends. `unclosed`: a
    definition around one was never closed, either."""

    data: bytes
    closed: bytes
    broken: list[Piece]
    ends: list[int]
    unclosed: bool

    def around(self, data: bytes, offset: int) -> bytes:
        """`data`, which is the text, without the broken statements that are not at an offset; nor is there, of its body,
        what stands behind the one at the offset, for a parser would drop names of that one to read on."""
        at = bisect_left(self.broken, (offset + 1, 0)) - 1
        if at < 0:
            return self.data
        (start, end), last = self.broken[at], self.ends[at]
        if _ATTRIBUTE.match(data, end, offset) and _GOES_ON.search(data, start, end):
            end = max(offset, end)
            while at and self.broken[at - 1][1] == start and _GOES_ON.search(data, self.broken[at - 1][0], start):
                at -= 1
                start = self.broken[at][0]
        elif offset > end or (offset == end < last):
            return self.data
        return self.data[:start] + data[start:end] + _blank(self.data[end:last]) + self.data[last:]


def contained(text: Text, regions: Sequence[Piece], roots: Sequence[Tree]) -> Contained | None:
    """`roots`: what the parser has read; None where it has read all that is not broken.

    `regions`: from one definition at the margin to the next.
    """
    statements = list(_read(roots))
    read = frozenset(each.start_byte for each in statements)
    sound = {each.start_byte: each.end_byte for each in statements if not each.has_error}
    data, closed, unclosed = bytearray(text.data), bytearray(text.data), False
    found: list[Piece] = []
    ends: list[int] = []
    code = without_heredoc_texts(text.data)
    for start, end in regions:
        for body in _bodies(text, code, start, end):
            broken = _broken(text.data, body.pieces, sound)
            whole = [first for first, last in body.pieces if (first, last) not in broken]
            swallowed = len(broken) > 1 or any(first not in read for first in whole)
            if not broken or not swallowed:
                continue
            found += broken
            ends += [body.end - body.unclosed] * len(broken)
            if len(found) > _MOST:
                return None
            for first, last in broken:
                closers = _closers(text.data[first:last])
                room = first + len(text.data[first:last].rstrip())
                closed[room : room + len(closers)] = closers
                data[first:last] = _blank(data[first:last])
            if body.unclosed and data[body.end - 1 : body.end].isspace():
                data[body.end - 1] = ord("}")
            unclosed = unclosed or body.unclosed
    return Contained(bytes(data), bytes(closed), found, ends, unclosed) if found else None


def _blank(data: bytes | bytearray) -> bytes:
    return re.sub(rb"[^\r\n]", b" ", data)


def _closers(piece: bytes) -> bytes:
    """What closes the brackets that a statement leaves open, as much of it as there is blank room behind."""
    waiting: list[str] = []
    try:
        for token in Lexer(Text(piece).characters, True, "").tokens():
            if token.kind in CLOSER_OF:
                waiting.append(CLOSER_OF[token.kind])
            elif waiting and token.kind == waiting[-1]:
                waiting.pop()
    except LexerError:
        pass
    return "".join(reversed(waiting)).encode()[: len(piece) - len(piece.rstrip())]


def _read(roots: Sequence[Tree]) -> Iterator[Tree]:
    """The statements that stand in a file, or in the body of a definition."""
    for root in roots:
        for node in root.children:
            if node.type != "ERROR":
                yield node
                block = node.child_by_field_name("body")
                yield from (child for child in block.children if child.type != "ERROR") if block else ()


class _Body(NamedTuple):
    """`unclosed`: no brace at the margin ends it."""

    pieces: list[Piece]
    end: int
    unclosed: bool = False


def _bodies(text: Text, code: bytes, start: int, end: int) -> Iterator[_Body]:
    """The body of the definition that a region begins with, and what stands in the file behind it. `code`: the text without
    those of heredocs."""
    if _DEFINING.match(code, start):
        opened = _opened(text, start, end)
        indented = _INDENTATION.search(code, opened, end)
        if not opened or indented is None or not indented[1]:
            return
        closed = _CLOSED.search(code, opened, end)
        last = end if closed is None else closed.start()
        is_closed = closed is not None and closed[1] is not None
        yield _Body(_pieces(code, opened, last, indented[1]), last, not is_closed)
        start = last + is_closed
    yield _Body(_pieces(code, start, end, b""), end)


def _opened(text: Text, start: int, end: int) -> int:
    """Behind the brace that begins the body of a definition; 0 where there is none."""
    part = Text(text.data[start:end])
    depth = 0
    try:
        for token in Lexer(part.characters, True, "").tokens():
            if token.kind == "{" and not depth:
                return start + part.offset_of_character(token.end)
            depth += (token.kind in ("(", "[", "{")) - (token.kind in (")", "]", "}"))
    except LexerError:
        pass
    return 0


def _pieces(data: bytes, start: int, end: int, margin: bytes) -> list[Piece]:
    found = re.compile(_STATEMENT % margin, re.MULTILINE).finditer(data, start, end)
    starts = [each.end() for each in found]
    return list(zip(starts, [*starts[1:], end], strict=True)) if starts else []


def _broken(data: bytes, pieces: Sequence[Piece], sound: Mapping[int, int]) -> list[Piece]:
    """Halves are looked into as long as they do not parse: from the first piece on that the parser has not read as one
    statement without a fault (`sound`, start -> end), which most likely is the one."""
    found: list[Piece] = []
    doubtful = [at for at, piece in enumerate(pieces) if not _is_sound(data, piece, sound)]
    waiting = [(doubtful[0] + 1, doubtful[-1] + 1), (doubtful[0], doubtful[0] + 1)] if doubtful else []
    while waiting and len(found) <= _MOST:
        first, last = waiting.pop()
        if first < last and not _parses(data, pieces[first:last]):
            if last - first == 1:
                found.append(pieces[first])
            else:
                middle = (first + last) // 2
                waiting += ((middle, last), (first, middle))
    return [each for run in _runs(found) if not (len(run) > 1 and _parses(data, run)) for each in run]


def _is_sound(data: bytes, piece: Piece, sound: Mapping[int, int]) -> bool:
    """Whether a piece is one statement that was read, and what stands behind it nothing but comments."""
    end = sound.get(piece[0], piece[1] + 1)
    return end <= piece[1] and _NOTHING.fullmatch(data, end, piece[1]) is not None


def _runs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Those that stand together, as the lines of one string may."""
    runs: list[list[Piece]] = []
    for piece in pieces:
        if runs and runs[-1][-1][1] == piece[0]:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return runs


def _parses(data: bytes, pieces: Sequence[Piece]) -> bool:
    """By themselves: what an arrow at the end of a line leads to is the next piece."""
    code = _LEADS_ON.sub(b"", data[pieces[0][0] : pieces[-1][1]])
    return not parse_tree(code, "puppet").root_node.has_error

"""Text and the four ways to say where something is in it.

Everything inside puppetlens is a UTF-8 byte offset. This module alone converts:

===========  =====================================  ========================================
counted by   lines end at                           columns
===========  =====================================  ========================================
LSP          `\\n`, `\\r\\n`, `\\r`                    code units of the negotiated encoding, from 0
Puppet       `\\n`                                   code points, from 1 (lines too)
tree-sitter  `\\n`                                   bytes, from 0
===========  =====================================  ========================================
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple

from .span import Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_LSP_LINE_END = re.compile(rb"\r\n|\n|\r")


class Position(NamedTuple):
    """A line and a column; their base and unit depend on who counts."""

    line: int
    column: int


class Text:
    """An immutable text: its bytes, and its line tables built when first asked for."""

    def __init__(self, data: bytes | str) -> None:
        self.data: bytes = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)

    @cached_property
    def string(self) -> str:
        """The text as a string; bytes that are no UTF-8 become U+FFFD."""
        return self.data.decode("utf-8", "replace")

    @cached_property
    def characters(self) -> str:
        """The text as a string that encodes back to its bytes: those that are no UTF-8 are lone surrogates."""
        return self.data.decode("utf-8", "surrogateescape")

    def replaced(self, part: str) -> str:
        """A part of `characters` as `string` has it."""
        return part if self.not_utf_8 is None else part.encode("utf-8", "surrogateescape").decode("utf-8", "replace")

    @cached_property
    def not_utf_8(self) -> int | None:
        """The offset of the first byte that is no UTF-8; None where all are."""
        if self.is_ascii:
            return None
        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            return error.start
        return None

    def offset_of_character(self, at: int) -> int:
        """The byte offset of a character of `characters`, or of their end."""
        if self.is_ascii:
            return at
        places, more = self._wide
        return at + more[bisect_left(places, at)]

    def character_of_offset(self, offset: int) -> int:
        """The other way round: which of `characters` starts at a byte."""
        if self.is_ascii:
            return offset
        places, more = self._wide
        return offset - more[bisect_left(range(len(places)), offset, key=lambda at: places[at] + more[at])]

    @cached_property
    def _wide(self) -> tuple[list[int], list[int]]:
        """The characters that are no ASCII, and how many bytes more than characters there are up to each."""
        wide = list(_NOT_ASCII.finditer(self.characters))
        more = accumulate((len(match[0].encode("utf-8", "surrogateescape")) - 1 for match in wide), initial=0)
        return [match.start() for match in wide], list(more)

    @cached_property
    def is_ascii(self) -> bool:
        return self.data.isascii()

    @cached_property
    def _newline_starts(self) -> list[int]:
        lengths = map((1).__add__, map(len, self.data.split(b"\n")))
        return list(accumulate(lengths, initial=0))[:-1]

    @cached_property
    def _lsp_starts(self) -> list[int]:
        if b"\r" not in self.data:
            return self._newline_starts
        return [0, *(match.end() for match in _LSP_LINE_END.finditer(self.data))]

    # tree-sitter -------------------------------------------------------------------------------------

    def point(self, offset: int) -> tuple[int, int]:
        """The tree-sitter point (row, byte column) of a byte offset."""
        row = bisect_right(self._newline_starts, offset) - 1
        return row, offset - self._newline_starts[row]

    # Puppet ------------------------------------------------------------------------------------------

    def puppet_position(self, offset: int) -> Position:
        """Line and column as Puppet prints them."""
        row = bisect_right(self._newline_starts, offset) - 1
        start = self._newline_starts[row]
        if self.is_ascii:
            return Position(row + 1, offset - start + 1)
        return Position(row + 1, len(self.data[start:offset].decode("utf-8", "replace")) + 1)

    def puppet_offset(self, line: int, column: int) -> int:
        """The byte offset of what Puppet prints as `line` and `column`; at most the line's end."""
        start, end = self.line_span(line)
        return start + len(self.data[start:end].decode("utf-8", "replace")[: column - 1].encode("utf-8"))

    def line_span(self, line: int) -> Span:
        """A line by Puppet's number, without its end; past the last one the end of the text."""
        starts = self._newline_starts
        if line > len(starts):
            return Span(len(self.data), len(self.data))
        end = starts[line] - 1 if line < len(starts) else len(self.data)
        return Span(starts[line - 1], end)

    # LSP ---------------------------------------------------------------------------------------------

    def lsp_position(self, offset: int, encoding: Encoding) -> Position:
        """The LSP position of a byte offset."""
        starts = self._lsp_starts
        row = bisect_right(starts, offset) - 1
        start = starts[row]
        return Position(row, offset - start if self.is_ascii else self._units(start, offset, encoding))

    def lsp_places(self, spans: Iterable[tuple[int, int]], encoding: Encoding) -> Iterator[tuple[int, int, int]]:
        """Line, column and length of many spans, which are in order and none over several lines."""
        starts, row = [*self._lsp_starts, len(self.data) + 1], 0
        for start, end in spans:
            if start >= starts[row + 1]:
                row = bisect_right(starts, start, row) - 1
            yield row, self._units(starts[row], start, encoding), self._units(start, end, encoding)

    def _units(self, start: int, end: int, encoding: Encoding) -> int:
        """How long a part of a line is."""
        if encoding == "utf-8" or self.is_ascii:
            return end - start
        part = self.data[start:end]
        if part.isascii():
            return end - start
        characters = part.decode("utf-8", "replace")
        return len(characters) if encoding == "utf-32" else len(characters.encode("utf-16-le", "surrogatepass")) // 2

    def lsp_offset(self, line: int, character: int, encoding: Encoding) -> int:
        """The byte offset of an LSP position.

        As LSP asks, a character past the end of its line means the line's end, a line past the last one
        the end of the text; a position inside a surrogate pair falls back to the character's start.
        """
        starts = self._lsp_starts
        if line >= len(starts):
            return len(self.data)
        start = starts[line]
        end = starts[line + 1] if line + 1 < len(starts) else len(self.data)
        content = self.data[start:end].rstrip(b"\r\n")
        if encoding == "utf-8" or content.isascii():
            return start + min(character, len(content))
        units = 0
        taken = 0
        for char in content.decode("utf-8", "replace"):
            units += 2 if encoding == "utf-16" and ord(char) > 0xFFFF else 1
            if units > character:
                break
            taken += len(char.encode("utf-8"))
        return start + taken

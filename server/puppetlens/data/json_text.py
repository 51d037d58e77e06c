"""JSON as Ruby's parser (json 2.6) reads it, with positions and its words for what is wrong.

It takes comments and any escaped character, refuses control characters in strings and a nesting beyond 100. A
fault in an object is told of the whole object, one in an array of the element, each with the line of Ruby's own
source that noticed it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final, NoReturn

from ..base.position import Text
from .node import Mapping, Node, Scalar, Sequence

_SPACE = re.compile(r"(?:[ \t\r\n]|/\*.*?\*/|//[^\n]*\n)*", re.DOTALL)
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:[Ee][-+]?[0-9]+)?|[Ee][-+]?[0-9]+)(?![0-9Ee.-])")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)(?![0-9])")
_STRING = re.compile(r'"((?:[^"\\\x00-\x1f]|\\u[0-9a-fA-F]{4}|\\[^u\x00-\x1f])*)"')
_ESCAPE = re.compile(r"\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)|\\u(....)|\\(.)")
_ESCAPED: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS: Final = {"true": True, "false": False, "null": None}
_DEEPEST = 100
#: Lines of Ruby's parser.
_DOCUMENT, _ARRAY, _NAN, _INFINITY, _MINUS_INFINITY, _HALF = 859, 451, 225, 232, 249, 521
_ESCAPE_LENGTH = len("\\u0000")


class JsonError(Exception):
    """A text that is no JSON, in the words of Ruby's parser; `start` is the byte where it is none."""

    start = 0


class _NoValue(Exception):
    """There is no value at `start`; who holds it decides what is said."""

    def __init__(self, start: int) -> None:
        self.start = start


def parse_json(text: str | bytes) -> Node:
    """The document in a text; raises `JsonError`. Bytes that are no UTF-8 are U+FFFD in strings and messages."""
    return _Reader(Text(text)).document()


class _Reader:
    def __init__(self, text: Text) -> None:
        self._whole = text
        self._text = text.characters
        self._lines = [0, *(match.end() for match in re.finditer("\n", self._text))]

    def document(self) -> Node:
        start = self._skip(0)
        try:
            value, end = self._value(start, 1)
        except _NoValue as missing:
            self._fail(_DOCUMENT, start, missing.start)
        end = self._skip(end)
        if end < len(self._text):
            self._fail(_DOCUMENT, end)
        return value

    def _fail(self, line: int, at: int, problem: int | None = None) -> NoReturn:
        """`at` is what Ruby says, `problem` where it is."""
        self._refuse(
            f"{line}: unexpected token at '{self._whole.replaced(self._text[at:])}'", at if problem is None else problem
        )

    def _refuse(self, message: str, at: int) -> NoReturn:
        fault = JsonError(message)
        fault.start = at if self._whole.is_ascii else self._whole.offset_of_character(at)
        raise fault

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        return match.end() if match else at

    def _place(self, start: int, end: int) -> tuple[int, int, int, int]:
        """The line, the column and the bytes of a node."""
        line = bisect_right(self._lines, start)
        column = start - self._lines[line - 1] + 1
        if self._whole.is_ascii:
            return line, column, start, end
        return line, column, self._whole.offset_of_character(start), self._whole.offset_of_character(end)

    def _value(self, at: int, depth: int) -> tuple[Node, int]:
        """The value that starts at an offset, and where it ends."""
        first = self._text[at : at + 1]
        if first in ("{", "["):
            if depth > _DEEPEST:
                self._refuse(f"nesting of {depth} is too deep", at)
            return self._object(at, depth) if first == "{" else self._array(at, depth)
        if first == '"':
            text, end = self._string(at)
            return Scalar(*self._place(at, end), text), end
        for word, value in _WORDS.items():
            if self._text.startswith(word, at):
                return Scalar(*self._place(at, at + len(word)), value), at + len(word)
        if match := _FLOAT.match(self._text, at):
            return Scalar(*self._place(at, match.end()), float(match[0])), match.end()
        if match := _INTEGER.match(self._text, at):
            return Scalar(*self._place(at, match.end()), int(match[0])), match.end()
        if self._text.startswith("NaN", at):
            self._fail(_NAN, at)
        if self._text.startswith("-Infinity", at):
            self._fail(_MINUS_INFINITY, at)
        if self._text.startswith("Infinity", at):
            self._fail(_INFINITY, at - 1 if at else len(self._text))
        raise _NoValue(at)

    def _string(self, at: int) -> tuple[str, int]:
        match = _STRING.match(self._text, at)
        if match is None:
            raise _NoValue(at)
        if "\\u" in match[1]:
            self._check_pairs(match[1], at + 1)
        return _ESCAPE.sub(_unescaped, self._whole.replaced(match[1])), match.end()

    def _check_pairs(self, text: str, at: int) -> None:
        """Half a surrogate pair needs room for the other half behind it, whatever stands there."""
        for escape in _ESCAPE.finditer(text):
            code = int(escape[3], 16) if escape[3] is not None else 0
            if 0xD800 <= code < 0xDC00 and len(text) - escape.end() < _ESCAPE_LENGTH:
                rest = self._whole.replaced(self._text[at + escape.start() :])
                self._refuse(f"{_HALF}: incomplete surrogate pair at '{rest}'", at + escape.start())

    def _array(self, start: int, depth: int) -> tuple[Node, int]:
        items: list[Node] = []
        at = self._skip(start + 1)
        if self._text.startswith("]", at):
            return Sequence(*self._place(start, at + 1), ()), at + 1
        while True:
            try:
                item, end = self._value(at, depth + 1)
            except _NoValue as missing:
                self._fail(_ARRAY, at, missing.start)
            items.append(item)
            end = self._skip(end)
            if self._text.startswith("]", end):
                return Sequence(*self._place(start, end + 1), tuple(items)), end + 1
            if not self._text.startswith(",", end):
                self._fail(_ARRAY, end)
            at = self._skip(end + 1)

    def _object(self, start: int, depth: int) -> tuple[Node, int]:
        entries: list[tuple[Node, Node]] = []
        at = self._skip(start + 1)
        if self._text.startswith("}", at):
            return Mapping(*self._place(start, at + 1), ()), at + 1
        while True:
            text, end = self._string(at)
            key = Scalar(*self._place(at, end), text)
            end = self._expect(":", end)
            value, end = self._value(self._skip(end), depth + 1)
            entries.append((key, value))
            end = self._skip(end)
            if self._text.startswith("}", end):
                return Mapping(*self._place(start, end + 1), tuple(entries)), end + 1
            at = self._skip(self._expect(",", end))

    def _expect(self, mark: str, at: int) -> int:
        at = self._skip(at)
        if not self._text.startswith(mark, at):
            raise _NoValue(at)
        return at + 1


def _unescaped(match: re.Match[str]) -> str:
    high, low, code, char = match.groups()
    if high is not None:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if code is not None:
        number = int(code, 16)
        return "\ufffd" if 0xD800 <= number < 0xE000 else chr(number)
    return _ESCAPED.get(char, char)

"""What does not parse -> messages a person understands, several of a file.

A file is looked at region by region: a definition at the margin begins afresh, whatever is still open before it.
In each region that the tree has errors in, brackets come first: one that is never closed makes the parser fail far
from it (`open_brackets`). Else it is the token at which nothing fits any more that tells (`expectations`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

import msgspec
from tree_sitter import Node as Tree

from ..base.cancellation import check_cancelled
from ..base.errors import TookTooLong
from ..base.position import Text
from . import ast
from .expectations import CONFLICT, expectation
from .languages import Dialect
from .lexer import Lexer, LexerError, Token
from .margins import regions
from .open_brackets import is_balanced, open_brackets
from .stop import stop
from .tree import parse_tree

_DOES_NOT_PARSE = "this does not parse"
#: What opens a string.
_QUOTES = ("'", '"')
#: So many strings of several lines are tried as the one that was to end before.
_STRINGS = 10
_INTERPOLATED = re.compile(rb"\$\{(?:::)?[a-z_]\w*(?:::\w+)*(?![\w}\[.:])")
#: How git marks what two people have changed.
_MARKER = re.compile(rb"^(<{7}|={7}|>{7})(?![<=>])[^\r\n]*", re.MULTILINE)
#: The lexer's refusals in other words.
_LEXER = {
    "UNCLOSED_QUOTE": "this string is never closed",
    "UNCLOSED_MLCOMMENT": "this comment is never closed by `*/`",
    "HEREDOC_UNCLOSED_PARENTHESIS": "the `@(` of this heredoc is never closed by `)`",
    "HEREDOC_WITHOUT_TEXT": "the text of this heredoc is missing",
    "HEREDOC_WITHOUT_END_TAGGED_LINE": "the text of this heredoc is never ended by a line with its tag",
    "EPP_UNBALANCED_TAG": "this tag is never closed by `%>`",
    "EPP_UNBALANCED_EXPRESSION": "this tag is never closed by `%>`",
    "EPP_UNBALANCED_COMMENT": "this comment is never closed by `%>`",
}


#: Where a text is broken: in a tree, from here to there.
Part = tuple[Tree, int, int]


def all_faults(
    root: Tree,
    text: Text,
    dialect: Dialect,
    tasks: bool,
    lowered: Sequence[ast.SyntaxFault],
    parts: Sequence[Part] = (),
) -> list[ast.SyntaxFault]:
    """The faults of a tree that has errors, at least one; those found in lowering where the tree has none.

    `parts`: the statements in which all of them are, where that is known.
    """
    try:
        return _explained(root, text, dialect, tasks, lowered, parts)
    except TookTooLong:
        start = next(error_places(root), 0)
        return [ast.SyntaxFault(start, min(start + 1, len(text.data)), start, _DOES_NOT_PARSE)]


def _explained(
    root: Tree,
    text: Text,
    dialect: Dialect,
    tasks: bool,
    lowered: Sequence[ast.SyntaxFault],
    parts: Sequence[Part],
) -> list[ast.SyntaxFault]:
    found = [*_conflicts(text)] if dialect == "puppet" else []
    if found:
        return found
    for part, start, end in parts:
        found += Region(text, start, end, dialect, tasks, _missing_quotes(part)).faults()
    if found:
        inside = [fault for fault in lowered if not any(start <= fault.start < end for _, start, end in parts)]
        return _readable(text, [*found, *inside])
    broken, quotes = sorted(error_places(root)), _missing_quotes(root)
    for start, end in regions(text.data, dialect):
        check_cancelled()
        here: list[ast.SyntaxFault] = []
        at = bisect_left(broken, start)
        if at < len(broken) and (broken[at] < end or broken[at] == end == len(text.data)):
            here = Region(text, start, end, dialect, tasks, quotes).faults()
        # Where the tree is broken, what was lowered from it is no evidence.
        found += here or [fault for fault in lowered if start <= fault.start < end]
    found = found or Region(text, 0, len(text.data), dialect, tasks, quotes).faults() or [_whole(text)]
    return _readable(text, found)


def _conflicts(text: Text) -> Iterator[ast.SyntaxFault]:
    """Those of a merge, from one marker to the last, where code can stand: what else is wrong, nobody can tell."""
    begin, has_middle = -1, False
    for found in _MARKER.finditer(text.data):
        if found[1] == b"<<<<<<<":
            begin, has_middle = found.start(), False
        elif found[1] == b"=======":
            has_middle = begin >= 0
        elif has_middle:
            if _is_of_code(text, begin):
                yield ast.SyntaxFault(begin, found.end(), begin, CONFLICT)
            begin, has_middle = -1, False


def _is_of_code(text: Text, at: int) -> bool:
    """Whether a mark is one of code, in the middle of no string or comment."""
    with suppress(LexerError):
        for token in Lexer(text.characters, True, "").tokens():
            start = text.offset_of_character(token.start)
            if start >= at:
                return start == at and token.kind == "<<"
    return False


def _readable(text: Text, found: list[ast.SyntaxFault]) -> list[ast.SyntaxFault]:
    return found if text.not_utf_8 is None else [_in_utf_8(fault) for fault in found]


def _in_utf_8(fault: ast.SyntaxFault) -> ast.SyntaxFault:
    """A fault whose message shows a part of the text, for people to read."""
    return msgspec.structs.replace(fault, message=fault.message.encode("utf-8", "replace").decode())


def _whole(text: Text) -> ast.SyntaxFault:
    return ast.SyntaxFault(0, len(text.data), 0, _DOES_NOT_PARSE)


def error_places(root: Tree) -> Iterator[int]:
    """Where ERROR and MISSING nodes begin."""
    return (start for start, _ in error_spans(root))


def error_spans(root: Tree) -> Iterator[tuple[int, int]]:
    """Where ERROR and MISSING nodes begin and end."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_missing or node.type == "ERROR":
            yield node.start_byte, node.end_byte
        if node.has_error:
            stack.extend(node.children)


#: Where a string begins that the grammar ended with its line, where it did, and its quote.
_Quote = tuple[int, int, str]


def _missing_quotes(root: Tree) -> list[_Quote]:
    """Of all strings in a tree, in order of place."""
    found: list[_Quote] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_missing and node.type in ('"', "'") and node.parent is not None:
            found.append((node.parent.start_byte, node.start_byte, node.type))
        if node.has_error:
            stack.extend(node.children)
    return sorted(found)


class Region:
    """A part of a text that is looked at by itself. `quotes` are those that are missing in all of the text."""

    def __init__(
        self, text: Text, start: int, end: int, dialect: Dialect, tasks: bool, quotes: Sequence[_Quote]
    ) -> None:
        self.start, self.dialect, self.tasks, self.quotes = start, dialect, tasks, quotes
        self.data = text.data[start:end]
        self.text = Text(self.data)
        self.string = self.text.characters
        self.refused: LexerError | None = None
        self.tokens: list[Token] = []
        lexer = Lexer(self.string, tasks, "text" if dialect == "epp" else "")
        try:
            for token in lexer.tokens():
                self.tokens.append(token)
        except LexerError as error:
            self.refused = error

    def faults(self) -> list[ast.SyntaxFault]:
        strings = list(self._unclosed_strings())
        if strings:
            return strings
        if self.refused is not None and self.refused.offset is not None:
            told = self._open_interpolation() or self._string_of_lines()
            return [told or self._lexer_fault(self.refused, self.refused.offset)]
        ordered = sorted(self.tokens, key=lambda token: token.start)
        open_ = open_brackets(self.string, ordered)
        brackets = [self._fault(each.start, each.end, each.message) for each in open_]
        if brackets and not is_balanced(ordered) and not all(each.closes for each in open_):
            return brackets
        at = stop(self.data, self.dialect)
        if at is None:
            return brackets
        index = next((i for i, token in enumerate(ordered) if self._byte(token.end) > at), len(ordered))
        at_brackets = brackets and (
            index == len(ordered) or self.start + self._byte(ordered[index].start) >= brackets[0].start
        )
        found = expectation(ordered, index)
        if found is None:
            return brackets if at_brackets else []
        first, last = (found.last.end, found.last.end) if found.after else (found.first.start, found.last.end)
        fault = self._fault(first, last, found.message)
        if found.instead is not None:
            fault = self._mended(fault, at, found.instead)
        # Brackets that each have a partner are suspected by the margins alone: what makes sense of it all is surer.
        return brackets if at_brackets and not (fault.mend is not None and fault.mend.complete) else [fault]

    def _mended(self, fault: ast.SyntaxFault, at: int, text: str) -> ast.SyntaxFault:
        """A fault with a text in the place of what it is about, where the parser gets further with it."""
        first, last = fault.start - self.start, fault.end - self.start
        if text == "=>" and not self.data[first - 1 : first].isspace():
            text = " =>"
        data = self.data[:first] + text.encode() + self.data[last:]
        again = stop(data, self.dialect)
        if again is not None and again <= at + len(data) - len(self.data):
            return fault
        return msgspec.structs.replace(fault, mend=ast.Mend(fault.start, fault.end, text, again is None))

    def _byte(self, at: int) -> int:
        return self.text.offset_of_character(at)

    def _fault(self, first: int, last: int, message: str) -> ast.SyntaxFault:
        start, end = self.start + self._byte(first), self.start + self._byte(last)
        return ast.SyntaxFault(start, end, start, message)

    def _unclosed_strings(self) -> Iterator[ast.SyntaxFault]:
        """Strings that the grammar ended with their line."""
        first, behind = (bisect_left(self.quotes, (place,)) for place in (self.start, self.start + len(self.data)))
        for start, end, quote in self.quotes[first:behind]:
            yield self._closed(ast.SyntaxFault(start, end, start, _LEXER["UNCLOSED_QUOTE"]), quote)

    def _closed(self, fault: ast.SyntaxFault, quote: str) -> ast.SyntaxFault:
        """A string that ends with its line ends before what separates it from the next, where that makes sense of it all."""
        written = self.data[fault.start - self.start : fault.end - self.start]
        for length in dict.fromkeys(len(written.rstrip(behind)) for behind in (b" \t\r,;)]}", b" \t\r,;", None)):
            place = fault.start + length
            data = self.data[: place - self.start] + quote.encode() + self.data[place - self.start :]
            if length > 1 and not parse_tree(data, self.dialect).root_node.has_error:
                return msgspec.structs.replace(fault, mend=ast.Mend(place, place, quote, False))
        return fault

    def _string_of_lines(self) -> ast.SyntaxFault | None:
        """Of a quote that has no partner: the string before it that was meant to end with its first line, if it is one."""
        if self.refused is None or self.refused.code != "UNCLOSED_QUOTE":
            return None
        found = []
        for token in [each for each in self.tokens if "string" in each.kind and "\n" in each.value][:_STRINGS]:
            fault = self._fault(token.start, self._line_end(token.start), _LEXER["UNCLOSED_QUOTE"])
            closed = self._closed(fault, self.string[token.start])
            found += [closed] if closed.mend is not None else []
        return found[0] if len(found) == 1 else None

    def _lexer_fault(self, refused: LexerError, offset: int) -> ast.SyntaxFault:
        message = _LEXER.get(refused.code or "", refused.message[:1].lower() + refused.message[1:])
        first, last = offset, min(offset + 1, len(self.string))
        if refused.code == "UNCLOSED_QUOTE":
            first = self._quote_behind_tokens(offset)
            last = self._line_end(first)
        elif refused.code == "HEREDOC_WITHOUT_END_TAGGED_LINE":
            first = self.string.rfind("@(", 0, offset)
            last = self.string.find(")", first) + 1
        elif refused.code in ("HEREDOC_UNCLOSED_PARENTHESIS", "UNCLOSED_MLCOMMENT"):
            last = first + 2
        elif (refused.code or "").startswith("EPP_"):
            first = self.string.rfind("<%")
            last = self._line_end(first)
        else:
            last = next((i for i in range(first, len(self.string)) if self.string[i].isspace()), len(self.string))
        fault = self._fault(first, last, message)
        quote = self.string[first : first + 1]
        return self._closed(fault, quote) if refused.code == "UNCLOSED_QUOTE" and quote in _QUOTES else fault

    def _quote_behind_tokens(self, offset: int) -> int:
        """Where a string begins of which no token came. The last token, not the furthest: a heredoc's text stands below its line."""
        behind = self.tokens[-1].end if self.tokens else 0
        return next((i for i in range(behind, len(self.string)) if self.string[i] in _QUOTES), offset)

    def _open_interpolation(self) -> ast.SyntaxFault | None:
        """Of a quote that has no partner: the variable whose `}` is missing in a text before it, if it is one."""
        if self.refused is None or self.refused.code != "UNCLOSED_QUOTE":
            return None
        found = []
        for at in islice(_INTERPOLATED.finditer(self.data), _STRINGS):
            data = self.data[: at.end()] + b"}" + self.data[at.end() :]
            if not parse_tree(data, self.dialect).root_node.has_error:
                start, end = self.start + at.start(), self.start + at.end()
                mend = ast.Mend(end, end, "}", False)
                found.append(ast.SyntaxFault(start, end, start, "this `${` is never closed", mend=mend))
        return found[0] if len(found) == 1 else None

    def _line_end(self, at: int) -> int:
        end = self.string.find("\n", at)
        return end if end >= 0 else len(self.string)

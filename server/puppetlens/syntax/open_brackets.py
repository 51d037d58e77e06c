"""Which brackets have no partner, as a reader would tell it: a closing bracket that begins its line belongs to the line
indented alike; of a template, whose tags often stand at the margin, the text in a block is indented as it begins, and a block
that begins behind text ends in its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ..base.cancellation import check_cancelled
from .lexer import CLOSER_OF, Token

OPENER_OF = {closer: opener for opener, closer in CLOSER_OF.items()}
_DEFINITION = re.compile(r"(class|define|node|function|plan)\s+('[^'\n]*'|\"[^\"\n]*\"|[\w:.\-/]+)[^{}]*\Z")
_WORD_BEFORE = re.compile(r"([A-Za-z_][\w:]*)\s*\Z")
_CONTROL = {"if", "elsif", "else", "unless", "case"}
#: Behind which a `{` begins statements: a lambda's parameters, the values of an option of a `case`.
_BEFORE_BLOCK = ("|", ":")
_LINE_END = re.compile(r"[ \t]*\r?\n")
#: What stands before a bracket whose tag begins its line.
_TAG_BEFORE = re.compile(r"[ \t]*<%-?[ \t]*")
#: The indentation of each line of a text that has one: of those in which more than blanks stands before the next tag.
_INDENTATION = re.compile(r"(?:\A|\n)([ \t]*)(?=\S)")


class OpenBracket(NamedTuple):
    """Characters of the string. `closes`: it is a closing one that closes nothing."""

    start: int
    end: int
    message: str
    closes: bool = False


def open_brackets(string: str, tokens: Sequence[Token]) -> list[OpenBracket]:
    """Those of a string with these tokens; both in order of place."""
    found = _OpenBrackets(string, tokens, False).found
    if any(token.kind == "text" for token in tokens):
        by_text = _OpenBrackets(string, tokens, True).found
        return by_text if len(by_text) == len(found) == 1 else found
    return found


def is_balanced(tokens: Sequence[Token]) -> bool:
    """Whether each bracket has its partner, however the lines are indented. The tokens are in order of place."""
    stack: list[str] = []
    for token in tokens:
        if token.kind in CLOSER_OF:
            stack.append(token.kind)
        elif token.kind in OPENER_OF and (not stack or stack.pop() != OPENER_OF[token.kind]):
            return False
    return not stack


class _Waiting(NamedTuple):
    """An open bracket, and how the first line of a template's text in it is indented."""

    opener: Token
    text: int | None = None


def _is_indented_more(than: int, waiting: _Waiting) -> bool:
    return waiting.text is not None and waiting.text > than


class _OpenBrackets:
    """Goes through the tokens of a string once."""

    def __init__(self, string: str, tokens: Sequence[Token], by_text: bool) -> None:
        self._string, self._by_text = string, by_text
        #: Start of a line -> the indentation of the line where the bracket was opened that it closes first.
        self._margins: dict[int, int] = {}
        self._stack: list[_Waiting] = []
        found: list[OpenBracket] = []
        for token in tokens:
            check_cancelled()
            if token.kind in CLOSER_OF:
                self._stack.append(_Waiting(token))
            elif token.kind in OPENER_OF:
                found += self._closed(token)
            elif by_text and token.kind == "text":
                found += self._indented(token)
        found += self._never_closed(len(self._stack))
        self.found = sorted(found)

    def _closed(self, token: Token) -> Iterator[OpenBracket]:
        wanted = OPENER_OF[token.kind]
        if not self._string[self._line_start(token) : token.start].strip():
            margin = token.start - self._line_start(token)
            yield from self._never_closed(self._count(lambda each: self._indentation(each.opener) > margin))
        elif self._by_text and _TAG_BEFORE.fullmatch(self._string, self._line_start(token), token.start):
            yield from self._never_closed(self._count(self._is_behind_text))
        if any(each.opener.kind == wanted for each in self._stack):
            yield from self._never_closed(self._count(lambda each: each.opener.kind != wanted))
            # What opens behind `)` in its line belongs to where that one's partner stands.
            self._margins.setdefault(self._line_start(token), self._indentation(self._stack.pop().opener))
        else:
            yield OpenBracket(token.start, token.end, f"this `{token.kind}` closes nothing", True)

    def _is_behind_text(self, waiting: _Waiting) -> bool:
        """Whether a template's text stands before it in its line."""
        start = self._line_start(waiting.opener)
        return _TAG_BEFORE.match(self._string, start, waiting.opener.start) is None

    def _indented(self, token: Token) -> Iterator[OpenBracket]:
        """Text that is indented less than where a block began ends the block, were it written as its text is."""
        # `-%>` takes the end of its line out of the value, not out of the place
        is_line = token.start == 0 or _LINE_END.match(self._string, token.start) is not None
        for found in _INDENTATION.finditer(token.value):
            if found.start() or token.value.startswith("\n") or is_line:
                own = len(found[1])
                yield from self._never_closed(self._count(partial(_is_indented_more, own)))
                self._stack = [each if each.text is not None else each._replace(text=own) for each in self._stack]

    def _count(self, is_open: Callable[[_Waiting], bool]) -> int:
        """How many, from the innermost on."""
        return next((at for at, each in enumerate(reversed(self._stack)) if not is_open(each)), len(self._stack))

    def _never_closed(self, count: int) -> Iterator[OpenBracket]:
        """The innermost ones of the stack, which lose their place there. Those of one statement that is half written, and ends
        in the last of them, are told as one."""
        openers = [each.opener for each in self._stack[len(self._stack) - count :]]
        del self._stack[len(self._stack) - count :]
        statement: list[Token] = []
        for opener in openers:
            statement.append(opener)
            if self._begins_block(opener) or opener is openers[-1]:
                yield self._told(statement)
                statement = []

    def _told(self, statement: Sequence[Token]) -> OpenBracket:
        *around, last = statement
        message = f"this {self._named(last)} is never closed"
        if around:
            rest = f"is the {self._named(around[0])}" if len(around) == 1 else f"are the {len(around)} brackets"
            message += f", nor {rest} around it"
        return OpenBracket(last.start, last.end, message)

    def _named(self, opener: Token) -> str:
        """A bracket and whose it is, to be read after "this"."""
        block = self._block(opener)
        if block:
            return f"`{{` of {block}"
        word = _WORD_BEFORE.search(self._before(opener, 200))
        if word is None:
            return f"`{opener.kind}`"
        return f"`{{` of the resource `{word[1]}`" if opener.kind == "{" else f"`{opener.kind}` after `{word[1]}`"

    def _begins_block(self, opener: Token) -> bool:
        """Whether statements stand in it."""
        if opener.kind != "{":
            return False
        return self._before(opener).rstrip().endswith(_BEFORE_BLOCK) or self._block(opener) != ""

    def _block(self, opener: Token) -> str:
        """The definition or the `if` and the like whose brace it is; empty where it is neither's."""
        if opener.kind != "{":
            return ""
        definition = _DEFINITION.search(self._before(opener))
        if definition:
            kind, what = definition.groups()
            return f"{kind} {what}" if what[0] in "'\"" else f"{kind} '{what}'"
        start = max(self._line_start(opener), self._string.rfind("<%", 0, opener.start))
        first = self._string[start : min(start + 200, opener.start)].strip(" <%-=}").partition(" ")[0]
        return f"`{first}`" if first in _CONTROL else ""

    def _before(self, opener: Token, characters: int = 2000) -> str:
        return self._string[max(0, opener.start - characters) : opener.start]

    def _line_start(self, token: Token) -> int:
        return self._string.rfind("\n", 0, token.start) + 1

    def _indentation(self, opener: Token) -> int:
        start = self._line_start(opener)
        line = self._string[start : opener.start + 1]
        own = len(line) - len(line.lstrip(" \t"))
        return min(own, self._margins.get(start, own))

"""What every part of the lexer shares: the place in the text, and how to move on."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from .token import LexerError, Token

_BLANK = re.compile(r"[^\S\n\v\f\x1c-\x1f\x85\u2028\u2029]+")


class Quoted(NamedTuple):
    """What ends a text, or a part of it: behind any character but a backslash, and where the scan begins."""

    anywhere: re.Pattern[str]
    at_begin: re.Pattern[str]


def quoted(end: str) -> Quoted:
    """`end` behind any number of escaped backslashes. (In Puppet's `^` the scan begins, and each line.)"""
    escaped = rf"(?:\\{{2}})*{end}"
    return Quoted(re.compile(rf"(?:[^\\]|^){escaped}", re.MULTILINE), re.compile(escaped))


@dataclass
class Scanner:
    """Where the lexer is in `text`. `epp` tells in templates what a tag that is open is for."""

    text: str
    tasks: bool = False
    epp: Literal["", "text", "code", "expression"] = ""
    at: int = 0
    after: str = ""
    depth: int = 0
    #: Tokens that come before the text from `at` on.
    queue: list[Token] = field(default_factory=list)
    #: Where the text behind a line's heredocs goes on.
    jump: int | None = None
    #: The last match, which some messages quote.
    matched: str | None = None
    #: What Puppet warns of, in order: message, issue code and offset.
    warnings: list[tuple[str, str, int]] = field(default_factory=list)

    def match(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        self.matched = found[0] if found else None
        if found:
            self.at = found.end()
        return self.matched

    def skip_blank(self) -> bool:
        """Move behind blanks, line ends aside; whether there were any."""
        return self.match(_BLANK) is not None

    def until(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Scan to the end of the next match."""
        found = pattern.search(self.text, self.at)
        self.matched = found[0] if found else None
        if found:
            self.at = found.end()
        return found

    def until_quoted(self, end: Quoted) -> re.Match[str] | None:
        """Scan to the end of what ends a text. The rest of the text is not copied for it: there are thousands of strings."""
        text, at = self.text, self.at
        rest = end.anywhere.match(text, at) or end.at_begin.match(text, at) or end.anywhere.search(text, at + 1)
        self.matched = rest[0] if rest else None
        if rest:
            self.at = rest.end()
        return rest

    def followed_by(self) -> str:
        if self.at >= len(self.text):
            return "<eof>"
        following = self.text[self.at : self.at + 5] + "..."
        return following.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")

    def refuse(self, message: str, code: str, offset: int | None = None) -> LexerError:
        return LexerError(message, code, self.at if offset is None else offset)

    def next(self) -> Token | None:
        """The next token; None for white space, comments, and what went to the queue. The lexer knows how."""
        raise NotImplementedError

    def inside(self, start: int, end: int) -> Scanner:
        """A scanner of a part of the text, with the same offsets."""
        return type(self)(self.text[:end], self.tasks, at=start)

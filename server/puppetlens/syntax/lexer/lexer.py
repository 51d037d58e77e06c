"""Text -> tokens, one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.cancellation import check_cancelled
from .heredocs import lex_heredoc
from .scanner import Scanner
from .strings import lex_double_quoted, lex_single_quoted
from .templates import lex_template_text
from .token import Token
from .words import lex_number, lex_qualified, lex_type_name, lex_word

_COMMENT = re.compile(r"#[^\n]*")
_MULTILINE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_VARIABLE = re.compile(r"\$(?:::)?(?:\w+::)*\w+", re.ASCII)
_REGEX = re.compile(r"/[^/]*/")
_TAG_END = re.compile("-?%>")
_OPERATORS = re.compile(
    r"<<\||\|>>|=>|==|=~|\+=|\+>|->|-=|!=|!~|~>|<<|<=|<\||<-|<~|>>|>=|\|>|@@|[\[\]();?*%{}@|=+\-!~<>:/.,]"
)

#: After these a slash divides.
_OPERANDS = frozenset(
    (")", "]", "|>>", "|>", "name", "type", "number", "string", "boolean", "interpolated string", "end of string")
) | {"heredoc", "regex", "variable", "word"}


class Lexer(Scanner):
    """Lexes `text` from `at`."""

    def tokens(self) -> Iterator[Token]:
        """All tokens in the order in which the parser gets them; raises `LexerError`."""
        if self.epp:
            self.queue.append(Token("template", "", 0, 0))
            lex_template_text(self, False)
        else:
            self.skip_blank()
        while self.queue or self.at < len(self.text):
            check_cancelled()
            token = self.queue.pop(0) if self.queue else self.next()
            if token is not None:
                self.after = token.kind
                yield token
        if self.epp not in ("", "text"):
            raise self.refuse("Unbalanced epp tag, reached <eof> without closing tag.", "EPP_UNBALANCED_TAG")

    def next(self) -> Token | None:
        char, start = self.text[self.at], self.at
        if char == "\n":
            self.at = self.at + 1 if self.jump is None else self.jump
            self.jump = None
            return None
        if char == "#":
            self.match(_COMMENT)
            return None
        if char == "/":
            return self._slash()
        if char == '"':
            return lex_double_quoted(self)
        if char == "'":
            return Token("string", lex_single_quoted(self), start, self.at)
        if char == "$":
            variable = self.match(_VARIABLE)
            if variable is None:
                self.at += 1
            return Token("variable", (variable or "$")[1:], start, self.at)
        if char in "0123456789":
            return lex_number(self)
        if char == "_" or "a" <= char <= "z":
            return lex_word(self)
        if "A" <= char <= "Z":
            return lex_type_name(self, "Illegal class reference", "ILLEGAL_CLASS_REFERENCE", 1)
        if char == ":" and self.text.startswith("::", self.at):
            return lex_qualified(self)
        if char == "@" and self.text.startswith("@(", self.at):
            lex_heredoc(self)
            return None
        tag = _TAG_END.match(self.text, self.at) if self.epp else None
        if tag:
            if self.epp == "expression":
                self.queue.append(Token("end of tag", tag[0], start, tag.end()))
            self.at = tag.end()
            lex_template_text(self, tag[0] == "-%>")
            return None
        operator = _OPERATORS.match(self.text, self.at)
        if operator:
            self.at = operator.end()
            self.depth += {"{": 1, "}": -1}.get(operator[0], 0)
            return Token(operator[0], operator[0], start, self.at)
        if self.skip_blank():
            return None
        self.at += 1
        return Token("other", "", start, self.at)

    def _slash(self) -> Token | None:
        start = self.at
        if self.text.startswith("/*", start):
            if self.match(_MULTILINE_COMMENT) is None:
                raise self.refuse("Unclosed multiline comment", "UNCLOSED_MLCOMMENT")
            return None
        found = None if self.after in _OPERANDS else _REGEX.match(self.text, start)
        end = found.end() if found else None
        while end is not None and _escaped(self.text, end - 1):
            following = self.text.find("/", end)
            end = following + 1 if following >= 0 else None
        if end is None:
            self.at = start + 1
            return Token("/", "/", start, self.at)
        self.at = end
        return Token("regex", f"(?-mix:{self.text[start + 1 : end - 1]})", start, end)


def _escaped(text: str, at: int) -> bool:
    """Whether the character at an offset stands behind an odd number of backslashes."""
    count = 0
    while at > 0 and text[at - 1] == "\\":
        at, count = at - 1, count + 1
    return count % 2 == 1

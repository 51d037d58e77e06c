"""A token, and what the lexer refuses."""

from __future__ import annotations

from dataclasses import dataclass

KEYWORDS = frozenset(
    ("case", "class", "default", "define", "if", "elsif", "else", "inherits", "node", "and", "or", "undef", "false")
) | {"true", "in", "unless", "function", "type", "attr", "private"}
TASK_KEYWORDS = frozenset(("plan", "apply"))
#: The kinds of brackets.
CLOSER_OF = {"{": "}", "(": ")", "[": "]"}


@dataclass(frozen=True)
class Token:
    """`kind` is the text of punctuation and keywords, else what it is; `value` is what messages call it."""

    kind: str
    value: str
    start: int
    end: int


class LexerError(Exception):
    """What the lexer refuses, in its own words."""

    def __init__(self, message: str, code: str | None, offset: int | None) -> None:
        super().__init__(message)
        self.message, self.code, self.offset = message, code, offset

"""Puppet's own tokens, for its own words about a text that it refuses.

Nothing is parsed from these: they say at which token real Puppet stops, how it calls the token, and what its
lexer refuses before the parser sees it (Puppet's `lexer2.rb` and the support modules beside it decide).
Offsets are characters of the text.
"""

from __future__ import annotations

from .lexer import Lexer
from .token import CLOSER_OF, KEYWORDS, TASK_KEYWORDS, LexerError, Token

__all__ = ["CLOSER_OF", "KEYWORDS", "TASK_KEYWORDS", "Lexer", "LexerError", "Token"]

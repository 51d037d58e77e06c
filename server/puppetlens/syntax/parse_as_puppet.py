"""Files as the compiler reads them."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.position import Text
from .languages import Dialect
from .parse import ParsedFile, lower
from .tree import parse_tree


def parse_as_puppet(text: Text, dialect: Dialect = "puppet") -> ParsedFile:
    """As `parse` for what is no plan, but `plan` and `apply` are names, as they are to Puppet's parser then.

    To an editor they are keywords everywhere: what they begin is called a misplaced plan. Raises RecursionError,
    where `parse` has a fault.
    """
    file = lower(text, dialect, False, parse_tree(text.data, dialect), {})
    if not file.program.faults:
        return file
    masked = bytearray(text.data)
    for start in task_keywords(text, dialect):
        masked[start : start + 1] = b"q"
    if masked == text.data:
        return file
    return lower(text, dialect, False, parse_tree(bytes(masked), dialect), {})


def task_keywords(text: Text, dialect: Dialect) -> Iterator[int]:
    """The offsets of the names that are keywords in plans, as far as Puppet's lexer comes."""
    from .lexer import TASK_KEYWORDS, Lexer, LexerError  # here: most texts parse

    lexer = Lexer(text.characters, False, "text" if dialect == "epp" else "")
    try:
        for token in lexer.tokens():
            if token.kind == "name" and token.value in TASK_KEYWORDS:
                yield text.offset_of_character(token.start)
    except LexerError:
        return

"""Names, types and numbers."""

from __future__ import annotations

import re

from .scanner import Scanner
from .token import KEYWORDS, TASK_KEYWORDS, LexerError, Token

_TYPE_NAME = re.compile(r"(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*", re.ASCII)
_WORD = re.compile(r"(?:(?:::)?[a-z_](?:[\w-]*\w)?)+", re.ASCII)
_NAME = re.compile(r"(?:::)?[a-z]\w*(?:::[a-z]\w*)*", re.ASCII)
_NUMBER = re.compile(r"\b(?:0[xX][0-9A-Fa-f]+|0?\d+(?:\.\d+)?(?:[eE]-?\d+)?)\b", re.ASCII)
_TO_WORD_END = re.compile(r"[^\w]*\w+", re.ASCII)


def lex_word(scanner: Scanner) -> Token:
    start, value = scanner.at, scanner.match(_WORD)
    if value is None:
        scanner.at += 1
        if scanner.text.startswith("::", scanner.at):
            raise scanner.refuse("Illegal fully qualified name", "ILLEGAL_FULLY_QUALIFIED_NAME")
        raise scanner.refuse("Illegal name or bare word", "ILLEGAL_NAME_OR_BARE_WORD")
    if value in KEYWORDS or (scanner.tasks and value in TASK_KEYWORDS):
        return Token("boolean" if value in ("true", "false") else value, value, start, scanner.at)
    return Token("name" if _NAME.fullmatch(value) else "word", value, start, scanner.at)


def lex_type_name(scanner: Scanner, message: str, code: str, valid: int) -> Token:
    start, value = scanner.at, scanner.match(_TYPE_NAME)
    if value is None or scanner.text.startswith("::", scanner.at):
        scanner.at += valid
        raise scanner.refuse(message, code)
    return Token("type", value, start, scanner.at)


def lex_qualified(scanner: Scanner) -> Token:
    start, first = scanner.at, scanner.text[scanner.at + 2 : scanner.at + 3]
    if not first:
        # Ruby's own words: Puppet compares the letter that is not there.
        raise LexerError("undefined method `>=' for nil:NilClass", None, None)
    if "A" <= first <= "Z":
        message, code = "Illegal fully qualified class reference", "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE"
        return lex_type_name(scanner, message, code, 3)
    value = scanner.match(_WORD)
    if value is None:
        scanner.at += 2
        raise scanner.refuse("Illegal fully qualified name", "ILLEGAL_FULLY_QUALIFIED_NAME")
    return Token("name" if _NAME.fullmatch(value) else "word", value, start, scanner.at)


def lex_number(scanner: Scanner) -> Token:
    start, value = scanner.at, scanner.match(_NUMBER)
    if value is not None:
        _check_number(scanner, value, start)
        return Token("number", value, start, scanner.at)
    found = scanner.until(_TO_WORD_END)
    end = scanner.at
    invalid = scanner.text[start:end] if found else ""
    before = start
    if start > 1 and scanner.text[start - 1] == ".":
        at = start - 2
        while at >= 0 and scanner.text[at] in "0123456789":
            before, at = at, at - 1
        invalid = scanner.text[before:][: end - before] if before != start else invalid
    _check_number(scanner, invalid, before)
    raise scanner.refuse(f"Illegal number '{invalid}'", "ILLEGAL_NUMBER", before + 1)


def _check_number(scanner: Scanner, value: str, start: int) -> None:
    if re.match(r"0[xX]", value):
        if not re.fullmatch(r"0[xX][0-9A-Fa-f]+", value):
            raise scanner.refuse(f"Not a valid hex number {value}", "INVALID_HEX_NUMBER", start)
    elif re.match(r"0[^.]", value):
        if not re.fullmatch(r"0[0-7]+", value):
            raise scanner.refuse(f"Not a valid octal number {value}", "INVALID_OCTAL_NUMBER", start)
    elif re.match(r"[0-9]+[eE.]", value):
        if not re.fullmatch(r"[0-9]+(?:\.[0-9]+)?(?:[eE]-?[0-9]+)?", value):
            raise scanner.refuse(f"Not a valid decimal number {value}", "INVALID_DECIMAL_NUMBER", start)
    elif not re.fullmatch(r"[0-9]+", value):
        raise scanner.refuse(f"Illegal number '{value}'", "ILLEGAL_NUMBER", start)

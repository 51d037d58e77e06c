"""Strings and what is interpolated into them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from .scanner import Scanner, quoted
from .token import LexerError, Token

#: A variable's name right behind its `$`.
INTERPOLATED = re.compile(r"(?:::)?(?:\w+::)*\w+", re.ASCII)
_SINGLE_QUOTED = quoted("'")
_DOUBLE_QUOTED = quoted(r'("|\$\{?)')
_ESCAPE = re.compile(r"\\(\r?\n|.)", re.DOTALL)
_UNICODE = re.compile(r"((?:[^\\]|^)(?:\\{2})*)\\u(?:([\da-fA-F]{4})|\{([\da-fA-F]{1,6})\})", re.MULTILINE)
_CHARACTERS = {"r": "\r", "n": "\n", "t": "\t", "s": " ", "\n": "", "\r\n": ""}


def lex_single_quoted(scanner: Scanner) -> str:
    scanner.at += 1
    begin = scanner.at
    if scanner.until_quoted(_SINGLE_QUOTED) is None:
        raise _unclosed(scanner, '"\'"')
    return re.sub(r"\\([\\'])", r"\1", scanner.text[begin : scanner.at - 1])


def _unclosed(scanner: Scanner, quote: str) -> LexerError:
    return scanner.refuse(f"Unclosed quote after {quote} followed by '{scanner.followed_by()}'", "UNCLOSED_QUOTE")


def _slurp(scanner: Scanner) -> tuple[str, str]:
    """Text up to the next end or interpolation, and what ended it: `"`, `$` or `${`."""
    last, begin = scanner.matched, scanner.at
    found = scanner.until_quoted(_DOUBLE_QUOTED)
    if found is None:
        raise _unclosed(scanner, '"\'"' if last == "'" else f"'{last or ''}'")
    text = scanner.text[begin : scanner.at - len(found[1])]
    return _unescaped(text, "rnts$\"'", partial(_warn_of_escape, scanner)), found[1]


def _warn_of_escape(scanner: Scanner, letter: str) -> None:
    """Puppet names the place behind the text that it has read."""
    if letter == "u":
        message = "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff"
        scanner.warnings.append((message, "ILLEGAL_UNICODE_ESCAPE", scanner.at))
    else:
        message = f"Unrecognized escape sequence '\\{letter}'"
        scanner.warnings.append((message, "UNRECOGNIZED_ESCAPE", scanner.at))


def lex_double_quoted(scanner: Scanner) -> Token:
    start = scanner.at
    scanner.at, scanner.matched = scanner.at + 1, '"'
    _segment(scanner, start, "string", "interpolated string")
    return scanner.queue.pop(0)


def _segment(scanner: Scanner, start: int, whole: str, before: str) -> None:
    """Queue the string's text from `start` on, with all that is interpolated."""
    text, end = _slurp(scanner)
    while True:
        if end == '"':
            scanner.queue.append(Token(whole, text, start, scanner.at))
            return
        if end == "${":
            scanner.queue.append(Token(before, text, start, scanner.at))
            lex_interpolation(scanner)
            break
        dollar = scanner.at - 1
        if scanner.match(INTERPOLATED):
            scanner.queue.append(Token(before, text, start, dollar))
            scanner.queue.append(Token("variable", scanner.matched or "", dollar, scanner.at))
            break
        more, end = _slurp(scanner)
        text += "$" + more
    _segment(scanner, scanner.at, "end of string", "interpolated string")


def lex_interpolation(scanner: Scanner) -> None:
    """Queue the tokens up to the brace that closes the interpolation."""
    depth = scanner.depth
    scanner.depth += 1
    scanner.skip_blank()
    outer, scanner.queue = scanner.queue, []
    while scanner.at < len(scanner.text):
        token = scanner.next()
        if token is not None:
            scanner.after = token.kind
            if token.kind == "}" and scanner.depth == depth:
                break
            # A string in here has queued its other parts already.
            rest, scanner.queue = scanner.queue, []
            outer += [token, *rest]
        else:
            outer += scanner.queue
            scanner.queue = []
            scanner.skip_blank()
    scanner.queue = outer


def _unescaped(text: str, escapes: str, unknown: Callable[[str], None]) -> str:
    """The text with its escapes resolved; those that are `unknown` stay."""
    if "\\" not in text:
        return text
    before = ""
    while before != text:
        # What is adjacent shares the character between.
        before = text
        text = _UNICODE.sub(lambda found: found[1] + chr(min(int(found[2] or found[3], 16), 0x10FFFF)), text)

    def resolve(found: re.Match[str]) -> str:
        letter = found[1]
        if letter in _CHARACTERS:
            return _CHARACTERS[letter]
        if letter in escapes or letter == "\\":
            return letter
        unknown(letter)
        return found[0]

    return _ESCAPE.sub(resolve, text)

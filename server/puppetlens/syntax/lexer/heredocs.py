"""Heredocs: the tag where the code stands, the text on the lines below."""

from __future__ import annotations

import re

from .scanner import Quoted, Scanner, quoted
from .strings import INTERPOLATED, lex_interpolation
from .token import Token

_UNQUOTED = quoted(r"(\$\{?|\Z)")
_UNQUOTED_RAW = Quoted(*(re.compile(r"(\$\{?|\Z)"),) * 2)
_HEREDOC = re.compile(
    r"@\(([^:/\r\n)]+)(?::[^\S\r\n]*([a-z][a-zA-Z0-9_+]+)[^\S\r\n]*)?(?:/((?:\w|\$)*)[^\S\r\n]*)?\)", re.ASCII
)
#: Characters of the parentheses that a heredoc begins with.
_LONGEST = 1000


def lex_heredoc(scanner: Scanner) -> None:
    start = scanner.at
    closing = scanner.text.find(")", start)
    if closing < 0:
        message = f"Unclosed parenthesis after '@(' followed by '{scanner.followed_by()}'"
        raise scanner.refuse(message, "HEREDOC_UNCLOSED_PARENTHESIS")
    scanner.at = behind = closing + 1
    found = _HEREDOC.search(scanner.text[start : min(behind, start + _LONGEST)])
    if found is None:
        message = "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])"
        raise scanner.refuse(message, "HEREDOC_INVALID_SYNTAX")
    tag, syntax, escapes = found[1].strip(), found[2] or "", found[3]
    interpolated = re.fullmatch(r'"(.*)"', tag)
    if interpolated:
        tag = interpolated[1].strip()
    if not tag:
        raise scanner.refuse("Heredoc with an empty endtag", "HEREDOC_EMPTY_ENDTAG")
    letters = _escapes(scanner, escapes)
    scanner.queue.append(Token("heredoc", syntax, start, behind))
    if scanner.jump is not None:
        scanner.at = scanner.jump
    else:
        newline = scanner.text.find("\n", scanner.at)
        if newline < 0:
            raise scanner.refuse("Heredoc without any following lines of text", "HEREDOC_WITHOUT_TEXT")
        scanner.at = newline + 1
    _heredoc_text(scanner, tag, letters, bool(interpolated))
    scanner.at = behind


def _escapes(scanner: Scanner, given: str | None) -> str | None:
    if given is None:
        return None
    given = given or "trnsuL$"
    if len(set(given)) < len(given):
        shown = ", ".join(given)
        message = f"An escape char for @() may only appear once. Got '{shown}'"
        raise scanner.refuse(message, "HEREDOC_MULTIPLE_AT_ESCAPES")
    for letter in given:
        if letter not in "trnsuL$":
            message = f"Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{letter}'"
            raise scanner.refuse(message, "HEREDOC_INVALID_ESCAPE")
    return given


def _heredoc_text(scanner: Scanner, tag: str, letters: str | None, interpolated: bool) -> None:
    """Queue the tokens of the text up to the line with the tag."""
    begin = scanner.at
    last = re.compile(rf"[^\S\n]*(?:\|[^\S\n]*)?(?:-[^\S\n]*)?{re.escape(tag)}[^\S\n]*(?:\n|\Z)")
    at = begin
    while at < len(scanner.text):
        newline = scanner.text.find("\n", at)
        end = newline + 1 if newline >= 0 else len(scanner.text)
        if last.search(scanner.text[at:end]):
            scanner.jump = end
            if interpolated:
                inside = scanner.inside(begin, at)
                _unquoted(inside, letters)
                scanner.queue += inside.queue
            else:
                scanner.queue.append(Token("string", scanner.text[begin:at], begin, at))
            return
        at = end
    raise scanner.refuse("Heredoc without end-tagged line", "HEREDOC_WITHOUT_END_TAGGED_LINE", begin)


def _unquoted(scanner: Scanner, letters: str | None) -> None:
    """Queue the parts of a text without quotes around it."""
    pattern = _UNQUOTED if letters is not None and "$" in letters else _UNQUOTED_RAW
    start, begin = scanner.at, scanner.at
    whole, text = "string", ""
    while True:
        found = scanner.until_quoted(pattern)
        end = found[1] if found else ""
        text += scanner.text[begin : scanner.at - len(end)]
        if not end:
            scanner.queue.append(Token(whole, text, start, scanner.at))
            return
        dollar = scanner.at - 1
        if end == "${":
            scanner.queue.append(Token("interpolated string", text, start, scanner.at))
            lex_interpolation(scanner)
        elif scanner.match(INTERPOLATED):
            scanner.queue.append(Token("interpolated string", text, start, dollar))
            scanner.queue.append(Token("variable", scanner.matched or "", dollar, scanner.at))
        else:
            text += "$"
            begin = scanner.at
            continue
        whole, text, start, begin = "end of string", "", scanner.at, scanner.at

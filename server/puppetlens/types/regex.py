"""Ruby's regular expressions by the `regex` library; every match has a time limit."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from ..base.errors import PuppetError
from .values import Regexp

#: Seconds that one match may take.
TIME_LIMIT = 2.0

_RUBY_TOKENS = re.compile(r"\\(?:[AzZhHG]|.)|\(\?<(?![=!])|\(\?([mixMIX]*)(-[mix]+)?([:)])|\[\[:|.", re.S)


@lru_cache(maxsize=4096)
def compiled(source: str) -> regex.Pattern[str]:
    """The pattern of a Ruby source: `^` and `$` match at lines, `\\h` is a hex digit, `\\z` the end."""
    translated = _RUBY_TOKENS.sub(_translate, source)
    try:
        return regex.compile(translated, regex.MULTILINE | regex.VERSION1)
    except regex.error as error:
        raise PuppetError(f"Illegal regular expression: {error}: /{source}/", "RUNTIME_ERROR") from error


def _translate(match: re.Match[str]) -> str:
    token = match[0]
    if token == r"\z":
        return r"\Z"
    if token == r"\Z":
        return r"(?=\n?\Z)"
    if token == r"\h":
        return "[0-9a-fA-F]"
    if token == r"\H":
        return "[^0-9a-fA-F]"
    if token == "(?<":
        return "(?P<"
    if token.startswith("(?") and match[3] is not None:
        # Ruby's `m` lets `.` match a newline: `s` elsewhere.
        on, off = (match[1] or "").replace("m", "s"), (match[2] or "").replace("m", "s")
        return f"(?{on}{off}{match[3]}" if on or off else token
    return token


def search(pattern: Regexp, text: str, start: int = 0) -> regex.Match[str] | None:
    """The first match anywhere in `text` from `start` on."""
    try:
        return compiled(pattern.source).search(text, start, timeout=TIME_LIMIT)
    except TimeoutError as error:
        raise PuppetError(f"The regular expression /{pattern.source}/ took too long", "RUNTIME_ERROR") from error


def captures(match: regex.Match[str]) -> tuple[str | None, ...]:
    """`$0`, `$1`, ..."""
    return (match[0], *match.groups())

"""Ruby's regular expressions by the `regex` library; every match has a time limit."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from ..base.byte_text import ByteText, EncodingError, like
from ..base.errors import PuppetError
from ..syntax.regex_translation import Translation
from ..syntax.regex_tree import TooLarge
from .values import Regexp

#: Seconds that one match may take.
TIME_LIMIT = 2.0


@lru_cache(maxsize=4096)
def compiled(source: str) -> regex.Pattern[str]:
    """The pattern of a Ruby source: `^` and `$` match at lines, `.` stops at a line's end unless `m` is on."""
    try:
        return regex.compile(Translation(source).run(), regex.MULTILINE | regex.VERSION1)
    except TooLarge:
        raise PuppetError(f"The regular expression /{source[:100]}.../ is too large for puppetlens") from None
    except (regex.error, ValueError, OverflowError) as error:
        message = str(getattr(error, "msg", error))
        message = _RUBY_MESSAGES.get(message, message)
        name = next(filter(_unknown_property, _PROPERTY.findall(source)), None)
        if name is not None:
            message += f" {{{name}}}"
        raise PuppetError(f"{message}: /{escaped_slashes(source)}/") from error


_PROPERTY = re.compile(r"\\[pP]\{\^?([^}\\]*)\}")


def _unknown_property(name: str) -> bool:
    try:
        regex.compile(rf"\p{{{name}}}")
    except regex.error:
        return True
    return False


#: What `regex` says of a pattern it cannot read -> what Ruby says.
_RUBY_MESSAGES = {
    "unterminated character set": "premature end of char-class",
    "bad character range": "empty range in char class",
    "unknown property": "invalid character property name",
}


def search(pattern: Regexp, text: str, start: int = 0) -> regex.Match[str] | None:
    """The first match anywhere in `text` from `start` on."""
    if type(text) is ByteText:
        if not (text.isascii() or pattern.source.isascii()):
            raise EncodingError("incompatible encoding regexp match (UTF-8 regexp with ASCII-8BIT string)")
        return _search(pattern.source, text, start)
    # A time limit costs ten times the search of a short text, and the same texts (paths, names) come again and again.
    return _remembered(pattern.source, text, start) if len(text) <= _SHORT else _search(pattern.source, text, start)


def _search(source: str, text: str, start: int) -> regex.Match[str] | None:
    try:
        return compiled(source).search(text, start, timeout=TIME_LIMIT)
    except TimeoutError as error:
        raise PuppetError(f"The regular expression /{source}/ took too long") from error


#: Characters of a text that is worth remembering.
_SHORT = 256
_remembered = lru_cache(maxsize=16384)(_search)


def captures(match: regex.Match[str]) -> tuple[str | None, ...]:
    """`$0`, `$1`, ..."""
    found = (match[0], *match.groups())
    if type(match.string) is not ByteText:
        return found
    return tuple(None if each is None else like(match.string, each) for each in found)


_BARE_SLASH = re.compile(r"\\.|/", re.S)


def escaped_slashes(source: str) -> str:
    return _BARE_SLASH.sub(lambda found: found[0] if found[0] != "/" else "\\/", source)


_SPECIAL = {" ": r"\ ", "\t": r"\t", "\n": r"\n", "\r": r"\r", "\f": r"\f", "\v": r"\v"}


def escape(text: str) -> str:
    """`Regexp.escape`."""
    return "".join(_SPECIAL.get(char, f"\\{char}" if char in r"[]{}()|-*.\?+^$#" else char) for char in text)


def compiles(source: str) -> bool:
    """Whether a source is one of a regular expression."""
    try:
        compiled(source)
    except PuppetError:
        return False
    return True

"""Ruby's regular expressions by the `regex` library; every match has a time limit."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from ..base.errors import PuppetError
from .values import Regexp

#: Seconds that one match may take.
TIME_LIMIT = 2.0

_POSIX = [
    "alnum",
    "alpha",
    "ascii",
    "blank",
    "cntrl",
    "digit",
    "graph",
    "lower",
    "print",
    "punct",
    "space",
    "upper",
    "word",
    "xdigit",
]
_HEX = "0-9a-fA-F"
_FLAGS = re.compile(r"\(\?([mixaud]*)(-[mix]+)?([:)])")
_SCALAR = re.compile(r"u\{([0-9A-Fa-f ]+)\}|u([0-9A-Fa-f]{4})")


@lru_cache(maxsize=4096)
def compiled(source: str) -> regex.Pattern[str]:
    """The pattern of a Ruby source: `^` and `$` match at lines, `.` stops at a line's end unless `m` is on."""
    try:
        return regex.compile(_Translation(source).run(), regex.MULTILINE | regex.VERSION1)
    except (regex.error, ValueError, OverflowError) as error:
        message = str(getattr(error, "msg", error))
        raise PuppetError(f"{_RUBY_MESSAGES.get(message, message)}: /{source}/") from error


#: What `regex` says of a pattern it cannot read -> what Ruby says.
_RUBY_MESSAGES = {
    "unterminated character set": "premature end of char-class",
    "bad character range": "empty range in char class",
    "missing )": "end pattern with unmatched parenthesis",
    "unbalanced parenthesis": "unmatched close parenthesis",
    "nothing to repeat": "target of repeat operator is not specified",
    "unknown extension": "undefined group option",
}


class _Translation:
    """One pass over a Ruby source that writes the same for `regex`."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.out: list[str] = []
        #: Nested bracket classes.
        self.depth = 0

    def run(self) -> str:
        while self.at < len(self.source):
            self._step()
        return "".join(self.out)

    def _take(self, length: int, text: str) -> None:
        self.at += length
        self.out.append(text)

    def _step(self) -> None:
        source, at = self.source, self.at
        char = source[at]
        if char == "\\":
            self._escape()
        elif self.depth:
            self._in_class(char)
        elif char == "[":
            self._open_class()
        elif char == "(":
            self._group()
        elif char == "$":
            # Ruby's `$` is before any newline and at the very end.
            self._take(1, r"(?=\n|\Z)")
        elif char == "^":
            # Ruby's `^` is not at the end of a text that ends in a newline.
            self._take(1, r"(?:\A|(?<=\n)(?!\Z))")
        else:
            self._take(1, char)

    def _escape(self) -> None:
        source, at = self.source, self.at
        following = source[at + 1 : at + 2]
        if following == "":
            raise ValueError("too short escape sequence")
        scalar = _SCALAR.match(source, at + 1)
        if scalar:
            codes = (scalar[1] or scalar[2]).split()
            self._take(1 + len(scalar[0]), "".join(f"\\U{int(code, 16):08x}" for code in codes))
            return
        replacement = _IN_CLASS.get(following) if self.depth else _OUTSIDE.get(following)
        if replacement is not None:
            self._take(2, replacement)
        elif following in "kg" and source[at + 2 : at + 3] in ("<", "'"):
            self._reference(following)
        elif following.isascii() and following.isalnum() and following not in _SHARED:
            self._take(2, following)
        else:
            self._take(2, source[at : at + 2])

    def _reference(self, kind: str) -> None:
        close = ">" if self.source[self.at + 2] == "<" else "'"
        end = self.source.find(close, self.at + 3)
        if end < 0:
            raise ValueError("invalid group name <>")
        name = self.source[self.at + 3 : end]
        text = f"(?&{name})" if kind == "g" and not name.isdigit() else f"(?{name})"
        self._take(end + 1 - self.at, text if kind == "g" else f"\\g<{name}>")

    def _open_class(self) -> None:
        self.depth += 1
        text = "["
        at = self.at + 1
        if self.source.startswith("^", at):
            text, at = "[^", at + 1
        if self.source.startswith("]", at):
            text, at = text + r"\]", at + 1
        self._take(at - self.at, text)

    def _in_class(self, char: str) -> None:
        source, at = self.source, self.at
        if char == "[":
            posix = re.compile(r"\[:(\^?)(\w+):\]").match(source, at)
            if posix and posix[2] in _POSIX:
                self._take(len(posix[0]), posix[0] if posix[2] != "ascii" else r"\x00-\x7f")
            else:
                self._open_class()
        elif char == "]":
            self.depth -= 1
            self._take(1, "]")
        elif char in "-|~&" and source[at + 1 : at + 2] == char and char != "&":
            # Set operations of the library that Ruby does not know.
            self._take(2, f"\\{char}\\{char}")
        else:
            self._take(1, char)

    def _group(self) -> None:
        source, at = self.source, self.at
        flags = _FLAGS.match(source, at)
        if source.startswith("(?<", at) and source[at + 3 : at + 4] not in ("=", "!"):
            self._take(3, "(?P<")
        elif source.startswith("(?#", at):
            end = source.find(")", at)
            self._take((end + 1 if end >= 0 else len(source)) - at, "")
        elif flags and (flags[1] or flags[2]):
            on = "".join(sorted(set(flags[1].replace("m", "s")) - set("aud")))
            off = (flags[2] or "").replace("m", "s")
            if flags[3] == ")" and not on and not off:
                self._take(len(flags[0]), "")
            else:
                self._take(len(flags[0]), f"(?{on}{off}{flags[3]}")
        else:
            self._take(1, "(")


_OUTSIDE = {
    "z": r"\Z", "Z": r"(?=\n?\Z)", "h": f"[{_HEX}]", "H": f"[^{_HEX}]", "R": r"(?>\r\n|[\n-\r\x85\u2028\u2029])",
    "e": r"\x1b", "d": "[0-9]", "D": "[^0-9]", "s": r"[ \t\r\n\f\v]", "S": r"[^ \t\r\n\f\v]",
    "w": "[A-Za-z0-9_]" if False else r"\w", "W": r"\W",
}  # fmt: skip
_IN_CLASS = {"h": _HEX, "H": f"[^{_HEX}]", "e": r"\x1b", "d": "0-9", "D": "[^0-9]", "s": r" \t\r\n\f\v",
             "S": r"[^ \t\r\n\f\v]", "b": r"\x08", "R": "R", "z": "z", "Z": "Z", "A": "A", "B": "B"}  # fmt: skip
#: Letters and digits after a backslash that mean the same in both.
_SHARED = frozenset("AbBGKXpPnrtfvaxwWdDsS0123456789")


def search(pattern: Regexp, text: str, start: int = 0) -> regex.Match[str] | None:
    """The first match anywhere in `text` from `start` on."""
    try:
        return compiled(pattern.source).search(text, start, timeout=TIME_LIMIT)
    except TimeoutError as error:
        raise PuppetError(f"The regular expression /{pattern.source}/ took too long") from error


def captures(match: regex.Match[str]) -> tuple[str | None, ...]:
    """`$0`, `$1`, ..."""
    # With a named group Ruby captures by the named ones alone, which count from 1.
    return (match[0], *match.groups())


_SPECIAL = {" ": r"\ ", "\t": r"\t", "\n": r"\n", "\r": r"\r", "\f": r"\f", "\v": r"\v"}


def escape(text: str) -> str:
    """`Regexp.escape`."""
    return "".join(_SPECIAL.get(char, f"\\{char}" if char in r"[]{}()|-*.\?+^$#" else char) for char in text)

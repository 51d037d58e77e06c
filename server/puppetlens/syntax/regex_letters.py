"""What single characters, escapes and named classes of Ruby's regular expressions are in the syntax of the `regex` library."""

from __future__ import annotations

import re

import msgspec

_HEX = "0-9a-fA-F"
POSIX = {
    "alnum": r"[:alpha:]\p{Nd}", "alpha": "[:alpha:]", "ascii": r"\x00-\x7f", "blank": "[:blank:]",
    "cntrl": "[:cntrl:]", "digit": r"\p{Nd}", "graph": "[:graph:]", "lower": "[:lower:]", "print": "[:print:]",
    "punct": "[:punct:]", "space": "[:space:]", "upper": "[:upper:]", "word": r"\w", "xdigit": _HEX,
}  # fmt: skip
_POSIX_ASCII = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": r"\x00-\x7f", "blank": r" \t", "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9", "graph": r"\x21-\x7e", "lower": "a-z", "print": r"\x20-\x7e", "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\r\n\f\v", "upper": "A-Z", "word": "A-Za-z0-9_", "xdigit": _HEX,
}  # fmt: skip
_SHORTHANDS = {"d": "0-9", "s": r" \t\r\n\f\v", "w": "A-Za-z0-9_", "h": _HEX}
OUTSIDE = {"z": r"\Z", "Z": r"(?=\n?\Z)", "R": r"(?>\r\n|[\n-\r\x85\u2028\u2029])", "e": r"\x1b"}
IN_CLASS = {"e": r"\x1b", "b": r"\x08", "R": "R", "z": "z", "Z": "Z", "A": "A", "B": "B", "G": "G", "X": "X"}
#: Letters and digits after a backslash that mean the same in both.
SHARED = frozenset("AbBGKXnrtfvaxwWdDsS0123456789")
SCALAR = re.compile(r"u(?:\{([^}]*)\}|([0-9A-Fa-f]{4})|)")
HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
#: One character of a bracket class, written as such or by its code.
_ONE = r"(\\x[0-9A-Fa-f]{1,2}|\\u[0-9A-Fa-f]{4}|[^\\\[\]])"
_CHARACTER = re.compile(_ONE)
_RANGE = re.compile(rf"{_ONE}-{_ONE}\Z")
#: Characters of two such with a hyphen between them.
_LONGEST_RANGE = 13
_LAST = re.compile(rf"(?<!\\){_ONE}\Z")


class Options(msgspec.Struct, frozen=True):
    """`ascii_words` for `\\w`, `ascii_classes` for the POSIX ones, `extended` where white space is none."""

    ascii_words: bool = True
    ascii_classes: bool = False
    extended: bool = False

    def with_flags(self, on: str, off: str) -> Options:
        changed = self
        for flag in on:
            if flag in "aud":
                changed = msgspec.structs.replace(changed, ascii_words=flag != "u", ascii_classes=flag == "a")
        extended = ("x" in on or changed.extended) and "x" not in off
        return msgspec.structs.replace(changed, extended=extended)

    def posix(self, name: str) -> str:
        return (_POSIX_ASCII if self.ascii_classes else POSIX)[name]

    def shorthand(self, letter: str, inside: bool) -> str | None:
        """`\\d`, `\\s`, `\\w`, `\\h` and their opposites, which mean ASCII unless `(?u)` is on; `inside` a class they need no brackets."""
        chars = _SHORTHANDS.get(letter.lower())
        if chars is None:
            return None
        if not self.ascii_words and letter.lower() != "h":
            return rf"\{letter}"
        if letter.isupper():
            return f"[^{chars}]"
        return chars if inside else f"[{chars}]"


def scalars(match: re.Match[str]) -> list[str]:
    """The characters that `\\u` (`SCALAR`) stands for; ValueError where there are none."""
    if match[1] is None and match[2] is None:
        raise ValueError("invalid Unicode escape")
    codes = (match[1] or match[2] or "").split()
    if not codes:
        raise ValueError("invalid Unicode list")
    if any(int(code, 16) > 0x10FFFF for code in codes):
        raise ValueError("invalid Unicode range")
    return [f"\\U{int(code, 16):08x}" for code in codes]


def hyphen(source: str, at: int) -> str:
    """The hyphen at a place in a class: a range's, or a plain one at either end or behind another range."""
    first = max(at - _LONGEST_RANGE, 0)
    before = source[first:at]
    if re.search(r"\\[dDwWsShH]\Z", before) and not source.startswith("]", at + 1):
        raise ValueError("unmatched range specifier in char-class")
    if re.compile(r"-\\[dDwWsShH]").match(source, at) and not re.search(r"\[\^?\Z", before):
        raise ValueError("char-class value at end of range")
    plain = source[at + 1 : at + 2] in ("]", "-", "&") or re.search(r"\[\^?\Z", before)
    low, high = _LAST.search(source, first, at), _CHARACTER.match(source, at + 1)
    ended = _RANGE.search(source, first, at)
    if not (plain or ended) and low and high and _code(low[1]) > _code(high[1]):
        raise ValueError("empty range in char class")
    return r"\-" if plain else "-"


def _code(text: str) -> int:
    return int(text[2:], 16) if text[0] == "\\" else ord(text)

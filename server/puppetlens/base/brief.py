"""Texts that are told to people: of one that somebody made endless the beginning and the end are enough, and none does anything to
who reads it."""

from __future__ import annotations

import re

#: Characters of a message that is told whole; the longest that Puppet has for code of people are a few hundred.
_LONGEST = 4000
_END = 500


def brief(text: str) -> str:
    """The text; in the place of the middle of a very long one, how much that is."""
    left_out = len(text) - _LONGEST
    if left_out <= 0:
        return text
    return f"{text[: _LONGEST - _END]} ... ({left_out} characters more) ... {text[-_END:]}"


#: What a terminal takes for commands, what turns the direction of what follows, and bytes that are no UTF-8.
_UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """The text, with what nobody sees as Puppet writes it in double quotes (`\\r`, `\\u{1b}`), a lone byte as `\\x80`."""
    return _UNSEEN.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    if 0xDC80 <= number <= 0xDCFF:
        return f"\\x{number - 0xDC00:02x}"
    return "\\r" if found[0] == "\r" else f"\\u{{{number:x}}}"

"""Texts that are told to people: of one that somebody made endless the beginning and the end are enough."""

from __future__ import annotations

#: Characters of a message that is told whole; the longest that Puppet has for code of people are a few hundred.
_LONGEST = 4000
_END = 500


def brief(text: str) -> str:
    """The text; in the place of the middle of a very long one, how much that is."""
    left_out = len(text) - _LONGEST
    if left_out <= 0:
        return text
    return f"{text[: _LONGEST - _END]} ... ({left_out} characters more) ... {text[-_END:]}"

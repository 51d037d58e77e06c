"""What keeps Ruby from compiling a regular expression, as far as its brackets and repetitions tell."""

from __future__ import annotations

import re

#: Groups with `#` are comments; of others what opens them is passed, so that `?` there repeats nothing.
_GROUP = re.compile(r"\(\?(?:#(?:[^\\)]|\\.)*\)|[imxdau-]*[:)]|<?[=!]|>|~|<\w+>|'\w+')|\(", re.DOTALL)
_INTERVAL = re.compile(r"\{(?:\d+(?:,\d*)?|,\d+)\}")
_POSIX = re.compile(r"\[:\^?\w+:\]")


def regex_fault(pattern: str) -> str | None:
    """Ruby's words for the first thing wrong, or None."""
    at, depth, repeatable = 0, 0, False
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at, repeatable = at + 2, True
        elif char == "[":
            end = _class_end(pattern, at)
            if isinstance(end, str):
                return end
            at, repeatable = end, True
        elif char == "(":
            opening = _GROUP.match(pattern, at)
            assert opening
            depth += not opening[0].endswith(")")
            at, repeatable = opening.end(), False
        elif char == ")":
            if not depth:
                return "unmatched close parenthesis"
            at, depth, repeatable = at + 1, depth - 1, True
        elif char in "*+?":
            if not repeatable:
                return "target of repeat operator is not specified"
            at += 1
        else:
            interval = _INTERVAL.match(pattern, at)
            at = interval.end() if interval else at + 1
            repeatable = char != "|"
    return "end pattern with unmatched parenthesis" if depth else None


def _class_end(pattern: str, start: int) -> int | str:
    """Behind the `]` of the class that begins here, or what is wrong with it."""
    at = start + 1
    if pattern.startswith("^", at):
        at += 1
    first = at
    while at < len(pattern):
        char = pattern[at]
        posix = _POSIX.match(pattern, at)
        if posix:
            at = posix.end()
        elif char == "\\":
            at += 2
        elif char == "[" or (char == "&" and pattern.startswith("&&[", at)):
            inner = _class_end(pattern, at if char == "[" else at + 2)
            if isinstance(inner, str):
                return inner
            at = inner
        elif char == "]" and (at > first or "]" not in pattern[at + 1 :]):
            return "empty char-class" if at == first else at + 1
        else:
            at += 1
    return "premature end of char-class"

"""What Ruby's strings do with regular expressions: `sub`, `gsub`, `split`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..base.byte_text import joined, like
from ..types.regex import search
from ..types.values import Hash, Regexp

#: A match of the `regex` library.
Match = Any

_REFERENCE: Final = re.compile(r"\\(?:(\d)|k<(\w+)>|([&`'\\]))")


def matches(pattern: Regexp, text: str) -> Iterator[Match]:
    """All matches in turn; behind an empty one the search goes on a character later."""
    at = 0
    while at <= len(text):
        found = search(pattern, text, at)
        if found is None:
            return
        yield found
        at = found.end() + (found.end() == found.start())


def substitute(text: str, pattern: Regexp, replacement: str | Hash, everywhere: bool) -> str:
    """`gsub` (everywhere) or `sub`; a hash maps the matched text to what replaces it."""
    replace = _replacer(replacement)
    parts: list[str] = []
    at = 0
    for found in matches(pattern, text):
        parts += (like(text, text[at : found.start()]), replace(found))
        at = found.end()
        if not everywhere:
            break
    return joined([*parts, like(text, text[at:])])


def _replacer(replacement: str | Hash) -> Callable[[Match], str]:
    if isinstance(replacement, Hash):
        return lambda found: str(replacement.get(found[0], ""))
    return lambda found: like(replacement, _REFERENCE.sub(lambda reference: _referred(reference, found), replacement))


def _referred(reference: re.Match[str], found: Match) -> str:
    """What `\\1`, `\\k<name>`, `\\&` and the like stand for."""
    number, name, mark = reference.groups()
    if mark == "\\":
        return "\\"
    if mark == "`":
        return str(found.string[: found.start()])
    if mark == "'":
        return str(found.string[found.end() :])
    if mark == "&":
        return str(found[0])
    try:
        return found[name if name is not None else int(number)] or ""
    except IndexError:
        return ""


def split(text: str, pattern: Regexp) -> tuple[str, ...]:
    """`split`: groups of the pattern are kept, empty strings at the end are not."""
    parts: list[str] = []
    begin = start = 0
    after_empty = False
    while start <= len(text):
        found = search(pattern, text, start)
        if found is None:
            break
        if found.start() == start and found.end() == found.start():
            if not text:
                break
            if not after_empty:
                start += 1
                after_empty = True
                continue
            parts.append(text[begin : begin + 1])
            begin = start
        else:
            parts.append(text[begin : found.start()])
            begin = start = found.end()
        after_empty = False
        parts += [group for group in found.groups() if group is not None]
    if text:
        parts.append(text[begin:])
    while parts and not parts[-1]:
        parts.pop()
    return tuple(like(text, each) for each in parts)

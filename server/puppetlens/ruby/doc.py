"""Docs in the comments above a declaration, as YARD and Puppet Strings read them.

A line that begins with `@tag` begins a tag; lines behind it go on with it that are indented, none less than the first;
any other line is text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from .source import Source

_TAG = re.compile(r"( *)@(\w+)(?!\S) *(.*)")
#: Comments for programs, not for people.
_MAGIC = re.compile(
    r"\s*(?:-\*-.*-\*-|(?:frozen_string_literal|encoding|coding|warn_indent):.*|!.*|rubocop:.*|vim:.*)\s*"
)
#: The tags that are read; others (and `@` in an example) are text.
_TAGS = frozenset(
    ("api", "author", "deprecated", "example", "note", "option", "overload", "param", "private", "raise", "return",
     "see", "since", "summary", "todo", "version", "yield", "yieldparam", "yieldreturn")
)  # fmt: skip


class Tag(NamedTuple):
    """`name` is a parameter's, an option's, an example's title or an overload's signature; `types` stood in brackets."""

    kind: str
    name: str
    types: str
    text: str


class Doc(NamedTuple):
    """What a comment says: its text (without tags) and its tags in order."""

    text: str = ""
    tags: tuple[Tag, ...] = ()

    def of(self, kind: str) -> tuple[Tag, ...]:
        return tuple(tag for tag in self.tags if tag.kind == kind)

    def first(self, kind: str) -> str:
        """The text of the first tag of a kind."""
        return next((tag.text for tag in self.tags if tag.kind == kind), "")

    @property
    def overloads(self) -> tuple[tuple[str, Doc], ...]:
        """Ways to call that the doc alone tells: signature and doc of each."""
        return tuple((tag.name, parse_doc(tag.text)) for tag in self.of("overload"))

    @property
    def parameters(self) -> Mapping[str, str]:
        return {tag.name: tag.text for tag in self.tags if tag.kind == "param"}


NO_DOC = Doc()


def doc_above(source: Source, row: int) -> Doc:
    """The doc of what stands in a row: the comment right above it, or with one empty line between."""
    last = next((at for at in (row - 1, row - 2) if at in source.comments), None)
    if last is None or (last == row - 2 and row - 1 in source.comments):
        return NO_DOC
    first = last
    while first - 1 in source.comments:
        first -= 1
    lines = [_stripped(source.comments[at]) for at in range(first, last + 1)]
    return parse_doc("\n".join(line for line in lines if not _MAGIC.fullmatch(line)))


def _stripped(line: str) -> str:
    line = line.strip()
    if line in ("=begin", "=end"):
        return ""
    return line.lstrip("#").removeprefix(" ") if line.startswith("#") else line


def parse_doc(text: str) -> Doc:
    """A comment's text without its `#`, or the `@doc` of a type."""
    said: list[str] = []
    tags: list[tuple[str, list[str]]] = []
    margin, first = -1, -1  # of the tag that goes on, and of the first line behind it
    for line in text.expandtabs().split("\n"):
        found = _TAG.fullmatch(line)
        indent = len(line) - len(line.lstrip())
        if found is not None and found[2] in _TAGS and (margin < 0 or indent <= margin):
            margin, first = indent, -1
            tags.append((found[2], [found[3]]))
        elif margin >= 0 and (not line.strip() or (indent > margin and indent >= first)):
            if line.strip() and first < 0:
                first = indent
            tags[-1][1].append(line)
        else:
            margin = -1
            said.append(line)
    return Doc(_closed("\n".join(said)), tuple(_tag(kind, lines) for kind, lines in tags))


def _closed(text: str) -> str:
    """Without empty lines at the ends and more than one between."""
    return re.sub(r"\n(?:[ \t]*\n){2,}", "\n\n", text).strip("\n").rstrip()


def _tag(kind: str, lines: list[str]) -> Tag:
    first, *rest = lines
    margins = [len(line) - len(line.lstrip()) for line in rest if line.strip()]
    margin = min(margins, default=0)
    body = "\n".join(line[margin:] for line in rest).strip("\n").rstrip()
    if kind == "overload":
        return Tag(kind, first.strip(), "", body)
    if kind == "example":
        return Tag(kind, first.strip().rstrip(":"), "", body)
    text = "\n".join(filter(None, (first.strip(), body)))
    if kind in ("param", "option"):
        types, text = _types(text)
        name, _, more = text.partition(" ") if " " in text.partition("\n")[0] else text.partition("\n")
        if not types:
            types, more = _types(more.lstrip())
        return Tag(kind, name.lstrip("*&:"), types, more.strip())
    if kind in ("return", "raise"):
        return Tag(kind, "", *_types(text))
    return Tag(kind, "", "", text)


def _types(text: str) -> tuple[str, str]:
    """What stands in the brackets that a text begins with, and the rest."""
    depth = 0
    for at, char in enumerate(text if text.startswith("[") else ""):
        depth += (char == "[") - (char == "]")
        if depth == 0:
            return text[1:at].strip(), text[at + 1 :].strip()
    return "", text

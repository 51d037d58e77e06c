"""The text of strings, symbols and heredocs, as Ruby reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tree_sitter import Node

from .source import LARGEST, Source, text_of

_SIMPLE = {"n": "\n", "t": "\t", "s": " ", "e": "\x1b", "a": "\a", "b": "\b", "r": "\r", "f": "\f", "v": "\v"}
#: Quotes between which a backslash escapes nothing but itself and the quote.
_RAW = ("'", "%q", "%w", "%i", ":'", "%s")

#: Texts that become longer than this (by `#{...}` in each other) are not known.
LONGEST = LARGEST

#: Gives the text of what stands in `#{...}`; None where it is not known.
Interpolated = Callable[[Node], str | None]


def string_text(node: Node, interpolated: Interpolated) -> str | None:
    """The text of a string, symbol, or element of `%w[...]`; None where a part of it is not known."""
    if node.type in ("bare_string", "bare_symbol"):
        raw = node.parent is not None and text_of(node.parent).startswith(_RAW)
    else:
        raw = text_of(node).startswith(_RAW)
    return _joined(_part(child, interpolated, raw) for child in node.named_children)


def heredoc_text(source: Source, beginning: Node, interpolated: Interpolated, for_people: bool = False) -> str | None:
    """The text of the heredoc that begins at `<<EOT`, `<<-'EOT'` or `<<~EOT`; None where a part is not known.

    `for_people`: in a doc `\\n` hardly means the end of a line, so it stays as it is written.
    """
    body = source.heredocs.get(beginning.start_byte)
    if body is None:
        return None
    mark = text_of(beginning)
    indent = _indent(body) if mark.startswith("<<~") else 0

    def dedented(child: Node) -> str | None:
        if for_people and child.type == "escape_sequence" and text_of(child)[1:2] in _SIMPLE:
            return text_of(child)
        part = _part(child, interpolated, "'" in mark, in_heredoc=True)
        if part is None or not indent or child.type != "heredoc_content":
            return part
        return re.sub(rf"(?<=\n)[ \t]{{1,{indent}}}", "", part)

    text = _joined(dedented(child) for child in body.named_children if child.type != "heredoc_end")
    if text is None:
        return None
    # The body's node begins with the end of the line before it and ends with the margin of the closing word.
    return text[text.find("\n") + 1 : text.rfind("\n") + 1]


def _joined(parts: Iterable[str | None]) -> str | None:
    found: list[str] = []
    length = 0
    for part in parts:
        length += len(part or "")
        if part is None or length > LONGEST:
            return None
        found.append(part)
    return "".join(found)


def _part(node: Node, interpolated: Interpolated, raw: bool, in_heredoc: bool = False) -> str | None:
    if node.type == "interpolation":
        return interpolated(node)
    text = text_of(node)
    if node.type == "escape_sequence":
        return unescape(text)
    return re.sub(r"\\(['\\])", r"\1", text) if raw and not in_heredoc else text


def _indent(body: Node) -> int:
    """The least margin of a heredoc's lines that hold anything."""
    content = b"".join(
        child.text or b"" if child.type == "heredoc_content" else b"x" * max(child.end_byte - child.start_byte, 1)
        for child in body.named_children
        if child.type != "heredoc_end"
    )
    lines = content.split(b"\n")[1:-1]
    return min((len(line) - len(line.lstrip(b" \t")) for line in lines if line.strip()), default=0)


def unescape(text: str) -> str:
    """What an escape sequence of a double-quoted string stands for."""
    kind, rest = text[1:2], text[2:]
    if kind == "\n":
        return ""
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    try:
        if kind == "u":
            return "".join(chr(int(each, 16)) for each in rest.strip("{}").split())
        if kind == "x" and rest:
            return chr(int(rest, 16))
        if kind.isdigit():
            return chr(int(text[1:], 8))
    except (ValueError, OverflowError):
        return text
    return text[1:]


def scrubbed(text: str) -> str:
    """A text without the margin that its lines have in common, as Puppet shows docs: the first line is not asked."""
    text = text.strip("\n") if "\n" in text.strip() else text.strip()
    rest = text.partition("\n")[2]
    margins = [re.match(r"[ \t]*", line) for line in rest.split("\n") if line.strip()]
    margin = min((found[0] for found in margins if found), default="", key=len)
    lines = [line.removeprefix(margin).rstrip() for line in text.split("\n")]
    return "\n".join([lines[0].lstrip() if not margin else lines[0], *lines[1:]]).strip()

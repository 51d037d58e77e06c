"""Strings, interpolation and heredocs."""

from __future__ import annotations

import re

from tree_sitter import Node as Tree

from .. import ast
from .core import EXTRAS, NOT_UTF_8, Lowerer, lowers

_SINGLE_QUOTED_ESCAPE = re.compile(r"\\([\\'])")
_SIMPLE_ESCAPES = {"\\": "\\", "$": "$", "'": "'", '"': '"', "r": "\r", "n": "\n", "t": "\t", "s": " "}
_HEREDOC_ESCAPES = {"t": "\t", "r": "\r", "n": "\n", "s": " ", "$": "$", "\\": "\\"}
#: What ends a heredoc, at the end of a line: the margin, `|` and `-`, the tag.
_END_LINE = r"([^\S\n]*)(?:(\|)[^\S\n]*)?(?:(-)[^\S\n]*)?{}\s*\Z"
_UNICODE = re.compile(r"\\u(?:([0-9A-Fa-f]{4})|\{([0-9A-Fa-f]{1,6})\})")
#: What an escape stands for that no character has the code of; those of half a surrogate pair are such, too.
_NO_CHARACTER = "\ud800"
_SURROGATE = re.compile("[\ud800-\udfff]")


@lowers("string")
def single_quoted(lowerer: Lowerer, node: Tree) -> ast.Expression:
    text = lowerer.text(node)[1:-1]
    value = _SINGLE_QUOTED_ESCAPE.sub(r"\1", text) if "\\" in text else text
    return ast.LiteralString(*lowerer.at(node), value)


def unicode_escape(match: re.Match[str]) -> str:
    code = int(match[1] or match[2], 16)
    return chr(code) if code <= 0x10FFFF else _NO_CHARACTER


def double_quoted_escape(text: str) -> str:
    """The value of one escape of a double-quoted string; one that Puppet does not know stays as text."""
    if text in ("\\\n", "\\\r\n"):
        return ""
    if text.startswith("\\u"):
        return _UNICODE.sub(unicode_escape, text)
    return _SIMPLE_ESCAPES.get(text[1:], text)


class Segments:
    """Collects the segments of a string; text in a row becomes one of them."""

    def __init__(self, lowerer: Lowerer, anchor: int) -> None:
        self._lowerer = lowerer
        self._anchor = anchor
        self._texts: list[str] = []
        self._start = self._end = 0
        self.done: list[ast.Expression] = []

    def text(self, node: Tree, value: str) -> None:
        if not self._texts:
            self._start = self._lowerer.offset(node.start_byte)
        self._end = self._lowerer.offset(node.end_byte)
        if not value.isascii() and _SURROGATE.search(value):
            self._lowerer.fault(node, "no character has the code of an escape here", said=NOT_UTF_8)
            value = _SURROGATE.sub("\ufffd", value)
        self._texts.append(value)

    def flush(self) -> None:
        value = "".join(self._texts)
        if value:
            # Puppet's first text begins at the quote.
            anchor = self._start if self.done else self._anchor
            self.done.append(ast.LiteralString(self._start, self._end, anchor, value))
        self._texts = []

    def expression(self, node: Tree) -> None:
        """`$name` or `${...}`; Puppet anchors the segment where the string is anchored."""
        self.flush()
        lowerer = self._lowerer
        inner = node if node.type == "variable" else node.child_by_field_name("expression")
        start, end, _ = lowerer.at(node)
        self.done.append(ast.TextExpression(start, end, self._anchor, lowerer.expression(inner, node)))

    def value(self, start: int, end: int) -> ast.Expression:
        if all(isinstance(segment, ast.LiteralString) for segment in self.done):
            texts = [segment.value for segment in self.done if isinstance(segment, ast.LiteralString)]
            return ast.LiteralString(start, end, self._anchor, "".join([*texts, *self._texts]))
        self.flush()
        return ast.ConcatenatedString(start, end, self._anchor, tuple(self.done))


@lowers("interpolated_string")
def double_quoted(lowerer: Lowerer, node: Tree) -> ast.Expression:
    start, end, anchor = lowerer.at(node)
    segments = Segments(lowerer, anchor)
    for child in node.named_children:
        if child.type == "string_text":
            segments.text(child, lowerer.text(child))
        elif child.type == "escape_sequence":
            text = lowerer.text(child)
            value = double_quoted_escape(text)
            lowerer.odd_escapes = lowerer.odd_escapes or value == text
            segments.text(child, value)
        elif child.type not in EXTRAS:
            segments.expression(child)
    return segments.value(start, end)


# Heredocs --------------------------------------------------------------------------------------------------


def heredoc_bodies(root: Tree) -> dict[int, Tree]:
    """Which text belongs to which `@(tag)`, by the id of the heredoc's node: texts come in the tags' order."""
    tags: list[Tree] = []
    bodies: dict[int, Tree] = {}
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type == "heredoc":
            tags.append(node)
        elif node.type == "heredoc_body" and tags:
            bodies[tags.pop(0).id] = node
        stack.extend(reversed(node.named_children))
    return bodies


@lowers("heredoc")
def heredoc(lowerer: Lowerer, node: Tree) -> ast.Expression:
    syntax = node.child_by_field_name("syntax")
    body = lowerer.heredoc_bodies.get(node.id)
    if body is None:
        lowerer.fault(node, f"the text of this heredoc is never ended by a line with its tag: {lowerer.text(node)}")
        text: ast.Expression = ast.LiteralString(*lowerer.at(node), "")
    else:
        text = heredoc_text(lowerer, body, heredoc_tag(lowerer, node), heredoc_escapes(lowerer, node))
    return ast.HeredocExpression(*lowerer.at(node), text, None if syntax is None else lowerer.text(syntax).strip())


def heredoc_escapes(lowerer: Lowerer, node: Tree) -> frozenset[str]:
    """The escapes that are switched on: all by a bare `/`, none without it."""
    if not any(child.type == "/" for child in node.children):
        return frozenset()
    escapes = node.child_by_field_name("escapes")
    letters = "" if escapes is None else lowerer.text(escapes)
    if len(set(letters)) < len(letters):
        lowerer.fault(escapes or node, f"an escape may appear only once: '{letters}'")
    return frozenset(letters or "trnsuL$") | {"\\"}


def heredoc_tag(lowerer: Lowerer, node: Tree) -> str:
    tag = node.child_by_field_name("tag")
    text = "" if tag is None else lowerer.text(tag)
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text


def heredoc_text(lowerer: Lowerer, body: Tree, tag: str, escapes: frozenset[str]) -> ast.Expression:
    parts = [child for child in body.named_children if child.type not in EXTRAS]
    end_line = lowerer.text(parts[-1]) if parts and parts[-1].type == "heredoc_end" else ""
    found = re.search(_END_LINE.format(re.escape(tag)), end_line)
    margin, trims = (found[1] if found[2] else "", found[3] is not None) if found else ("", False)
    start, end, anchor = lowerer.at(body)
    segments = Segments(lowerer, anchor)
    texts = [part for part in parts if part.type != "heredoc_end"]
    at_line_start = True
    for index, part in enumerate(texts):
        if part.type != "heredoc_text":
            segments.expression(part)
            at_line_start = False
            continue
        value = without_margin(lowerer.text(part), margin, at_line_start)
        if trims and index == len(texts) - 1:
            value = re.sub(r"\r?\n\Z", "", value)
        at_line_start = value.endswith("\n")
        segments.text(part, unescape_heredoc(value, escapes))
    return segments.value(start, end)


def without_margin(text: str, margin: str, at_line_start: bool) -> str:
    """Strip exactly `margin` from the lines that begin with it."""
    if not margin:
        return text
    stripped = text.replace("\n" + margin, "\n")
    return stripped.removeprefix(margin) if at_line_start else stripped


def unescape_heredoc(text: str, escapes: frozenset[str]) -> str:
    if not escapes or "\\" not in text:
        return text
    simple = {key: value for key, value in _HEREDOC_ESCAPES.items() if key in escapes}

    def replace(match: re.Match[str]) -> str:
        mark = match[1]
        if mark in simple:
            return simple[mark]
        if mark.endswith("\n"):
            return "" if "L" in escapes else match[0]
        if mark.startswith("u") and "u" in escapes:
            return _UNICODE.sub(unicode_escape, match[0])
        return match[0]

    return re.sub(r"\\(u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}|\r?\n|.)", replace, text)

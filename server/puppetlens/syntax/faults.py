"""ERROR and MISSING nodes -> messages a person understands.

Brackets are looked at first: one that is never closed makes the parser fail far from it. Which one it is tells
the indentation, as a reader would: a closing bracket that begins its line belongs to the line indented alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node as Tree

from ..base.position import Text
from . import ast

_CLOSER_OF = {"{": "}", "(": ")", "[": "]", "${": "}", "@(": ")"}
_OPENER_OF = {"}": ("{", "${"), ")": ("(", "@("), "]": ("[",)}
_DEFINITION = re.compile(rb"(class|define|node|function|plan)\s+('[^'\n]*'|\"[^\"\n]*\"|[\w:.\-/]+)[^{}]*\Z")
_WORD_BEFORE = re.compile(rb"([A-Za-z_][\w:]*)\s*\Z")
_CONTROL = {"if", "elsif", "else", "unless", "case"}


def tree_faults(root: Tree, text: Text) -> list[ast.SyntaxFault]:
    """The faults of a tree that has errors; at least one."""
    brackets = bracket_faults(root, text)
    first = min((fault.start for fault in brackets), default=len(text.data) + 1)
    others = [fault for fault in error_faults(root, text) if fault.end <= first]
    return brackets + others or [_fault(root, root, "this does not parse")]


def _fault(node: Tree, anchor: Tree, message: str) -> ast.SyntaxFault:
    end = max(node.end_byte, node.start_byte)
    return ast.SyntaxFault(node.start_byte, end, anchor.start_byte, message)


def leaves(node: Tree) -> Iterator[Tree]:
    stack = [node]
    while stack:
        current = stack.pop()
        children = current.children
        if children:
            stack.extend(reversed(children))
        else:
            yield current


# Brackets --------------------------------------------------------------------------------------------------


def bracket_faults(root: Tree, text: Text) -> list[ast.SyntaxFault]:
    found: list[ast.SyntaxFault] = []
    stack: list[Tree] = []

    def unclosed(opener: Tree) -> None:
        found.append(_fault(opener, opener, f"this `{opener.type}`{owner(text, opener)} is never closed"))

    for leaf in leaves(root):
        kind = leaf.type
        if leaf.is_missing or leaf.start_byte == leaf.end_byte:
            continue
        if kind in ("class", "define", "node") and leaf.start_point[1] == 0:
            # A definition at the margin begins afresh, whatever is still open.
            while stack:
                unclosed(stack.pop())
        elif kind in _CLOSER_OF:
            stack.append(leaf)
        elif kind in _OPENER_OF:
            if begins_line(text, leaf):
                while stack and indentation(text, stack[-1]) > leaf.start_point[1]:
                    unclosed(stack.pop())
            if stack and stack[-1].type in _OPENER_OF[kind]:
                stack.pop()
            elif any(opener.type in _OPENER_OF[kind] for opener in stack):
                while stack[-1].type not in _OPENER_OF[kind]:
                    unclosed(stack.pop())
                stack.pop()
            else:
                found.append(_fault(leaf, leaf, f"this `{kind}` closes nothing"))
    for opener in reversed(stack):
        unclosed(opener)
    return found


def line_start(text: Text, node: Tree) -> int:
    return node.start_byte - node.start_point[1]


def begins_line(text: Text, node: Tree) -> bool:
    return not text.data[line_start(text, node) : node.start_byte].strip()


def indentation(text: Text, node: Tree) -> int:
    start = line_start(text, node)
    line = text.data[start : node.start_byte + 1]
    return len(line) - len(line.lstrip(b" \t"))


def owner(text: Text, brace: Tree) -> str:
    """Whose bracket it is, to be read after "this `{`"."""
    before = text.data[max(0, brace.start_byte - 2000) : brace.start_byte]
    word = _WORD_BEFORE.search(before)
    name = word[1].decode("utf-8", "replace") if word else ""
    if brace.type == "{":
        definition = _DEFINITION.search(before)
        if definition:
            kind, what = (part.decode("utf-8", "replace") for part in definition.groups())
            return f" of {kind} {what}" if what[0] in "'\"" else f" of {kind} '{what}'"
        line = text.data[line_start(text, brace) : brace.start_byte].decode("utf-8", "replace").strip(" }")
        first = line.split(" ")[0] if line else ""
        if first in _CONTROL:
            return f" of `{first}`"
        return f" of the resource `{name}`" if name else ""
    return f" after `{name}`" if name and brace.type != "${" else ""


# Everything else -------------------------------------------------------------------------------------------


def error_faults(root: Tree, text: Text) -> list[ast.SyntaxFault]:
    found: list[ast.SyntaxFault] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_missing:
            found.append(missing(node, text))
        elif node.type == "ERROR":
            found.append(unexpected(node, text))
        elif node.has_error:
            stack.extend(reversed(node.children))
    return found


def missing(node: Tree, text: Text) -> ast.SyntaxFault:
    if node.type == '"':
        opener = node.parent or node
        return _fault(opener, opener, "this string is never closed")
    if node.type == "heredoc_end":
        return _fault(node, node, "the text of a heredoc is never ended by a line with its tag")
    what = f"`{node.type}`" if not node.is_named else node.type.replace("_", " ")
    return _fault(node, node, f"{what} is missing here")


def unexpected(node: Tree, text: Text) -> ast.SyntaxFault:
    """An ERROR node: its first word that could not be used."""
    parts = list(leaves(node))
    for quote in parts:
        if quote.type == '"':
            return _fault(quote, quote, "this string is never closed")
    first = parts[0] if parts else node
    shown = text.data[first.start_byte : first.end_byte].decode("utf-8", "replace").split("\n")[0][:40]
    if shown.startswith("'"):
        return _fault(first, first, "this string is never closed")
    return _fault(node, first, f"unexpected `{shown}`" if shown else "something is missing here")

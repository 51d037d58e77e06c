"""What stands to the left of a place, by the tree: the open brackets around it, and between them what precedes it.

A tree-sitter tree keeps what it could read as nodes, also in a text that is broken: around the fault stands an `ERROR`
node whose children are the tokens and nodes that belong to nothing. Seen from a place, both look alike: going from it
to the left and outwards one meets whole nodes and loose tokens, and an opening bracket that nothing closed. So one
walk gives the same answer for code that parses and for code that does not yet. Of what tree-sitter has skipped there is
no node at all: words and signs in the gaps of an `ERROR` node are read here (`Loose`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from tree_sitter import Node

__all__ = ["Frame", "Loose", "Node", "Part", "frames", "right_of"]

_OPENERS = frozenset(("{", "(", "[", "${", "<|", "<<|"))
_CLOSERS = frozenset(("}", ")", "]", "|>", "|>>"))
#: What stands anywhere and means nothing to a parser.
_EXTRAS = frozenset(("comment", "heredoc_body"))
#: Nodes that are one word, whatever they consist of.
_WHOLE = frozenset(("string", "interpolated_string", "name", "variable", "type_reference"))
#: So many elements are collected between a bracket and the place; a body may have thousands of statements before it.
_MOST = 200


_LOOSE = re.compile(
    rb"(?P<comment>#[^\n]*)|(?P<string>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")|(?P<variable>\$(?:::)?\w+(?:::\w+)*)"
    rb"|(?P<type_reference>(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)|(?P<name>(?:::)?[a-z_]\w*(?:::\w+)*)|(?P<number>\d\w*)"
    rb"|=>|\+>|->|~>|==|!=|=~|!~|<\||\|>|[^\s\w]"
)
_KEYWORDS = frozenset(
    ("if", "elsif", "else", "unless", "case", "class", "define", "function", "node", "type", "plan", "inherits", "in",
     "and", "or")
)  # fmt: skip


class Part(Protocol):
    """What is asked of a node."""

    @property
    def type(self) -> str: ...
    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...
    @property
    def is_named(self) -> bool: ...
    @property
    def parent(self) -> Node | None: ...
    def child_by_field_name(self, name: str, /) -> Node | None: ...


class Loose(NamedTuple):
    """A word or sign that is in no node but the `ERROR` around it."""

    type: str
    start_byte: int
    end_byte: int
    parent: Node | None

    @property
    def is_named(self) -> bool:
        return self.type in ("string", "variable", "type_reference", "name", "number")

    def child_by_field_name(self, name: str, /) -> Node | None:
        return None


class Frame(NamedTuple):
    """`left` are the nodes and tokens from the place (or the bracket inside) to the opening bracket, nearest first."""

    opener: Part | None
    left: Sequence[Part]

    @property
    def around(self) -> str:
        """The type of the node that the bracket belongs to; `ERROR` where none could be made, empty at the top."""
        parent = self.opener.parent if self.opener is not None else None
        return parent.type if parent is not None else ""

    @property
    def kind(self) -> str:
        return self.opener.type if self.opener is not None else ""


def frames(node: Node, at: int, data: bytes) -> Iterator[Frame]:
    """The brackets around a node, innermost first; the last has no opener: the file, or the tag of a template.

    A token that nothing could be made of has no node: `node` is then the one around it, and `at` where it begins.
    """
    left: list[Part] = []
    depth = 0
    for each in _to_the_left(node, at, data):
        kind = each.type
        if kind in _CLOSERS:
            depth += 1
        elif kind in _OPENERS:
            if depth:
                depth -= 1
                continue
            yield Frame(each, left)
            left = []
        elif not depth and kind not in _EXTRAS and len(left) < _MOST:
            left.append(each)
    yield Frame(None, left)


def right_of(node: Node, at: int, data: bytes) -> list[Part]:
    """The nodes and tokens from a node (the place is at `at`) to the bracket that closes what is around it."""
    found: list[Part] = []
    depth = 0
    for each in _to_the_right(node, at, data):
        if each.type in _OPENERS:
            depth += 1
        elif each.type in _CLOSERS:
            depth -= 1
            if depth < 0:
                break
        elif not depth and each.type not in _EXTRAS:
            found.append(each)
            if len(found) >= _MOST:
                break
    return found


def _to_the_right(node: Node, at: int, data: bytes) -> Iterator[Part]:
    if node.type not in _WHOLE:
        yield from (each for each in _flat(node, data, True) if each.start_byte > at)
    here: Node | None = node
    while here is not None and here.parent is not None:
        siblings = here.parent.children
        parent, end = here.parent, here.end_byte
        for each in siblings[_index(siblings, here) + 1 :]:
            yield from _between(parent, end, each.start_byte, data)
            yield from _flat(each, data)
            end = each.end_byte
        yield from _between(parent, end, parent.end_byte, data)
        here = here.parent


def _to_the_left(node: Node, at: int, data: bytes) -> Iterator[Part]:
    if node.type not in _WHOLE:
        yield from reversed([each for each in _flat(node, data, True) if each.end_byte <= at])
    here: Node | None = node
    while here is not None and here.parent is not None:
        siblings = here.parent.children
        parent, start = here.parent, here.start_byte
        for each in reversed(siblings[: _index(siblings, here)]):
            yield from reversed(list(_between(parent, each.end_byte, start, data)))
            yield from reversed(list(_flat(each, data)))
            start = each.start_byte
        yield from reversed(list(_between(parent, parent.start_byte, start, data)))
        here = here.parent


def _flat(node: Node, data: bytes, opened: bool = False) -> Iterator[Part]:
    """A node; of one that is none, and of the body of a resource, what is in it."""
    if opened or node.type in ("ERROR", "resource_body"):
        at = node.start_byte
        for child in node.children:
            yield from _between(node, at, child.start_byte, data)
            yield from _flat(child, data)
            at = child.end_byte
        yield from _between(node, at, node.end_byte, data)
    else:
        yield node


def _between(parent: Node, start: int, end: int, data: bytes) -> Iterator[Part]:
    """What stands in an `ERROR` and in no child of it."""
    if parent.type == "ERROR" and start < end:
        for found in _LOOSE.finditer(data, start, end):
            kind = found.lastgroup or found[0].decode("latin-1")
            if kind == "name" and found[0].decode() in _KEYWORDS:
                kind = found[0].decode()
            yield Loose(kind, found.start(), found.end(), parent)


def _index(siblings: Sequence[Node], node: Node) -> int:
    return next(n for n, each in enumerate(siblings) if each == node)

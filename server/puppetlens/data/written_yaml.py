"""YAML as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.position import Text
from ..base.span import Span
from .node import Mapping, Node, Scalar, Sequence, key_text
from .psych import Alias, parse_as_written
from .written import Member, Value

_TRIVIA = re.compile(rb"(?:[ \t\r\n]|#[^\n]*)*")
_PROPERTY = re.compile(rb"!<[^>]*>|[&!][^\s,\[\]{}]*")
_EXPLICIT = re.compile(rb"(?:^|[\s,\[{])\?\s+\Z")


def written_yaml(text: Text) -> Value | None:
    """The first document; None where the text has none. Raises `YamlError`."""
    root = parse_as_written(text)
    return None if root is None else _Reader(text.data, root).value(root, in_flow=False)


class _Reader:
    def __init__(self, data: bytes, root: Node) -> None:
        self._data = data
        #: nodes that aliases stand for
        self._targets = {id(node.target) for node in _nodes(root) if isinstance(node, Alias)}

    def value(self, node: Node, in_flow: bool) -> Value:
        properties, start = self._properties(node)
        span = Span(start, node.end)
        if isinstance(node, Alias):
            return Value("scalar", span, properties, not_through="an alias stands for what is elsewhere")
        through = whole = "an alias elsewhere means it" if id(node) in self._targets else None
        first = self._data[start : start + 1]
        column = 0 if in_flow or first in (b"[", b"{") else self._column(start)
        if isinstance(node, Sequence):
            if b"omap" in self._data[properties.start : properties.end]:
                through = through or "its tag makes another thing of it"
            inside = Span(start + 1, node.end - 1) if first == b"[" else None
            items = tuple(self._items(node, start, in_flow or inside is not None))
            return Value("sequence", span, properties, column, items, inside, frozenset(), through, whole)
        if isinstance(node, Mapping):
            inside = Span(start + 1, node.end - 1) if first == b"{" else None
            if inside is None and in_flow:
                whole = whole or "it is a pair without braces"
            entries = tuple(self._entries(node, in_flow or inside is not None))
            merged = frozenset(_merged(node))
            return Value("mapping", span, properties, column, entries, inside, merged, through, whole)
        return Value("scalar", span, properties, not_through=through, not_whole=whole)

    def _properties(self, node: Node) -> tuple[Span, int]:
        """The anchor and the tag of a node, and where it starts behind them."""
        start = end = node.start
        # what stands on the line of the first key is that key's
        stop = node.entries[0][0].start if isinstance(node, Mapping) and node.entries else node.end
        while start < stop and (match := _PROPERTY.match(self._data, start, stop)):
            end = match.end()
            trivia = _TRIVIA.match(self._data, end, stop)
            start = trivia.end() if trivia else end
        return Span(node.start, end), start

    def _column(self, at: int) -> int:
        line = self._data.rfind(b"\n", 0, at) + 1
        return len(self._data[line:at].decode("utf-8", "replace").lstrip("\ufeff"))

    def _items(self, node: Sequence, start: int, in_flow: bool) -> Iterator[Member]:
        end = start
        for item in node.items:
            value = self.value(item, in_flow)
            match = _TRIVIA.match(self._data, end)
            begin = item.start if in_flow or match is None else match.end()
            yield Member(None, Span(begin, begin), Span(begin, item.end), value)
            end = item.end

    def _entries(self, node: Mapping, in_flow: bool) -> Iterator[Member]:
        for key, item in node.entries:
            _, start = self._properties(key)
            refusal = None
            if not isinstance(key, (Scalar, Alias)) or self._is_explicit(key, in_flow):
                refusal = "its key is no simple one"
            elif id(key) in self._targets:
                refusal = "an alias elsewhere means its key"
            name = key_text(key.target if isinstance(key, Alias) else key)
            span = Span(key.start, max(key.end, item.end))
            yield Member(name, Span(start, key.end), span, self.value(item, in_flow), refusal)

    def _is_explicit(self, key: Node, in_flow: bool) -> bool:
        """`? key`"""
        before = self._data[max(0, key.start - 100) : key.start]
        return bool(_EXPLICIT.search(before if in_flow else before.rpartition(b"\n")[2]))


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in _children(node):
        yield from _nodes(child)


def _children(node: Node) -> Iterator[Node]:
    if isinstance(node, Sequence):
        yield from node.items
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield from entry


def _merged(node: Mapping) -> Iterator[str]:
    """The keys that merge keys bring, theirs too."""
    for key, value in node.entries:
        if isinstance(key, Scalar) and key.value == "<<":
            yield from _brought(value)


def _brought(value: Node) -> Iterator[str]:
    if isinstance(value, Alias):
        yield from _brought(value.target)
    elif isinstance(value, Sequence):
        for item in value.items:
            yield from _brought(item)
    elif isinstance(value, Mapping):
        yield from (key_text(key) for key, _ in value.entries)
        yield from _merged(value)

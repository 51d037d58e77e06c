"""The tree that YAML, JSON and HOCON become.

A node knows its `line` and `column`, which count from 1 (columns in code points), and the bytes of the file from
`start` to `end`, as `base/position.Text` counts them. Anchors and tags are part of their node. A collection in
YAML's block style ends with its last child, a block scalar with the line break of its last line. An alias stands
as the node that it means, which is elsewhere in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

#: The way to a node: keys, as `to_data` has them, and indexes.
Path = tuple[str | int, ...]


class Symbol(msgspec.Struct, frozen=True):
    """A Ruby symbol, which Puppet turns into a string where it is a key and refuses elsewhere."""

    name: str


class FromEnvironment(msgspec.Struct, frozen=True):
    """A value that is made with these variables of the environment of the process that reads the file."""

    names: tuple[str, ...]


ScalarValue = bool | int | float | str | Symbol | FromEnvironment | None


class Node(msgspec.Struct, frozen=True, eq=False):
    line: int
    column: int
    start: int
    end: int


class Scalar(Node, frozen=True, eq=False):
    value: ScalarValue


class Sequence(Node, frozen=True, eq=False):
    items: tuple[Node, ...]


class Mapping(Node, frozen=True, eq=False):
    """The entries as written, duplicates and all, with merge keys (`<<`) already replaced."""

    entries: tuple[tuple[Node, Node], ...]


class NodeAt(NamedTuple):
    """A node and the way to it; for a key, the way to its value."""

    path: Path
    node: Node


def to_data(node: Node | None) -> Any:
    """A document as JSON data: keys become strings, as Ruby's `to_s` makes them, symbols too.

    What hangs on the environment is None.
    """
    if isinstance(node, Scalar):
        value = node.value
        return value.name if isinstance(value, Symbol) else None if isinstance(value, FromEnvironment) else value
    if isinstance(node, Sequence):
        return [to_data(item) for item in node.items]
    if isinstance(node, Mapping):
        return {key_text(key): to_data(value) for key, value in node.entries}
    return None


def key_text(key: Node) -> str:
    """A key as `to_data` has it."""
    data = to_data(key)
    return "" if data is None else str(data).lower() if isinstance(data, bool) else str(data)


def step(node: Node | None, segment: str | int) -> tuple[Node, Node] | None:
    """One step into a collection: the key's node (an item is its own) and the value's; of equal keys the last."""
    if isinstance(node, Sequence) and isinstance(segment, int) and 0 <= segment < len(node.items):
        return node.items[segment], node.items[segment]
    if isinstance(node, Mapping):
        wanted = str(segment)
        return next((entry for entry in reversed(node.entries) if key_text(entry[0]) == wanted), None)
    return None


def dig(node: Node | None, path: Iterable[str | int]) -> Node | None:
    """The node that a path leads to; None where it leads nowhere."""
    for segment in path:
        entry = step(node, segment)
        if entry is None:
            return None
        node = entry[1]
    return node


def scalars(root: Node | None) -> Iterator[tuple[Scalar, bool]]:
    """All scalars, keys too, in order; whether each is a key. What aliases repeat comes once."""
    seen: set[int] = set()
    rest: list[tuple[Node | None, bool]] = [(root, False)]
    while rest:
        node, is_key = rest.pop()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Scalar):
            yield node, is_key
        elif isinstance(node, Sequence):
            rest += [(item, False) for item in reversed(node.items)]
        elif isinstance(node, Mapping):
            rest += [each for key, value in reversed(node.entries) for each in ((value, False), (key, True))]


def node_at(root: Node | None, offset: int) -> NodeAt | None:
    """The innermost node that has a byte of the file, or that ends there."""
    if root is None or not root.start <= offset <= root.end:
        return None
    place = NodeAt((), root)
    while True:
        inner = next((each for each in _children(place) if each.node.start <= offset <= each.node.end), None)
        if inner is None:
            return place
        place = inner


def _children(place: NodeAt) -> Iterator[NodeAt]:
    path, node = place
    if isinstance(node, Sequence):
        yield from (NodeAt((*path, at), item) for at, item in enumerate(node.items))
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            below = (*path, key_text(key))
            yield NodeAt(below, key)
            yield NodeAt(below, value)

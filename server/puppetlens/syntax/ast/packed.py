"""A tree as bytes, for the next process (MessagePack; reading them runs nothing).

Each node is a list: the name of its class, then its fields in their order. Reading tells the kinds of lists apart by
what they begin with, and asks nothing of the fields: who wrote the bytes is trusted to have written what was packed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ...base.span import Span
from .node import Item, Items, Node

_DECODER = msgspec.msgpack.Decoder(list[tuple[int, list[Any], str]])


class NotPacked(Exception):
    """These bytes are no tree, or this tree has no bytes."""


def pack(body: Items) -> bytes:
    """Raises `NotPacked` for a number, a text or a depth that MessagePack has not."""
    try:
        return msgspec.msgpack.encode(body)
    except (msgspec.EncodeError, OverflowError, UnicodeError, RecursionError) as failure:
        raise NotPacked from failure


def unpack(data: bytes) -> Items:
    """Raises `NotPacked` where this is another shape."""
    try:
        return tuple(map(_item, _DECODER.decode(data)))
    except (msgspec.DecodeError, LookupError, TypeError, ValueError, RecursionError) as failure:
        raise NotPacked from failure


def _item(value: Sequence[Any]) -> Item:
    start, node, doc = value
    return Item(start, _built(node), doc)


def _built(value: list[Any]) -> Any:
    """A node, a tuple of them, or a span."""
    if not value:
        return ()
    first = value[0]
    if type(first) is str:
        return _KINDS[first](*[_built(each) if type(each) is list else each for each in value[1:]])
    if type(first) is list:
        return tuple([_built(each) for each in value])
    return Span(*value) if len(value) == 2 else _item(value)


def _kinds(base: type[Node]) -> Iterator[type[Node]]:
    yield base
    for kind in base.__subclasses__():
        yield from _kinds(kind)


_KINDS = {kind.__name__: kind for kind in _kinds(Node)}

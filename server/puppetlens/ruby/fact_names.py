"""The keys of `@facts` and `@trusted` that an ERB template asks for, where they are written out.

`@facts['os']['family']`, `@facts.dig('os', 'family')`, `@facts.fetch('kernel')`, and the same of `scope['facts']` and
`scope.lookupvar('::facts')`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .kept import kept
from .names import content_of, looked_up, ruby_of
from .source import everything, parse, span_of, text_of

#: What a key is asked for by.
By = Literal["[]", "dig", "fetch"]
_HASHES = ("facts", "trusted")


class FactKey(NamedTuple):
    """`name` is None for what is computed or no text; `span` is that of the text, and `written` that with its quotes.

    `end` is where the expression ends that gives the value.
    """

    name: str | None
    span: Span
    written: Span
    by: By
    end: int


class FactAsked(NamedTuple):
    """`root` is `facts` or `trusted`; `hash_` where the expression stands that gives all of them; `keys`, outer ones first."""

    root: str
    hash_: Span
    keys: tuple[FactKey, ...]


@kept
def facts_in_template(template: bytes) -> tuple[FactAsked, ...]:
    """In order of place."""
    source = parse(ruby_of(template)) if b"facts" in template or b"trusted" in template else None
    found: list[FactAsked] = []
    inner: set[int] = set()
    for node in everything(source.root) if source is not None else ():
        if node.id not in inner and _receiver(node) is not None:
            asked = _asked(node, inner)
            if asked is not None:
                found.append(asked)
    return tuple(sorted(found, key=lambda each: each.hash_))


def _asked(outermost: Node, inner: set[int]) -> FactAsked | None:
    """What a whole chain of keys asks for; `inner` gets the nodes that it goes on from."""
    keys: list[FactKey] = []
    node, root = outermost, _hash(outermost)
    while root is None:
        receiver = _receiver(node)
        if receiver is None:
            return None
        keys += reversed([*_keys(node)])
        node, root = receiver, _hash(receiver)
        inner.add(node.id)
    return FactAsked(root, span_of(node), tuple(reversed(keys))) if keys else None


def _receiver(node: Node) -> Node | None:
    """What a node takes a key of."""
    if node.type == "element_reference":
        return node.child_by_field_name("object")
    if node.type == "call" and _method(node) in ("dig", "fetch"):
        return node.child_by_field_name("receiver")
    return None


def _keys(node: Node) -> Iterator[FactKey]:
    method = _method(node) if node.type == "call" else "[]"
    given = node.child_by_field_name("arguments") if node.type == "call" else None
    arguments = given.named_children if given is not None else node.named_children[1:]
    for argument in arguments if method == "dig" else arguments[:1]:
        content = content_of(argument)
        span = span_of(content) if content is not None else span_of(argument)
        by: By = "dig" if method == "dig" else "fetch" if method == "fetch" else "[]"
        yield FactKey(text_of(content) if content is not None else None, span, span_of(argument), by, node.end_byte)


def _hash(node: Node) -> str | None:
    """`facts` for an expression that gives all facts."""
    if node.type == "instance_variable":
        name = text_of(node)[1:]
    else:
        content = looked_up(node)
        name = text_of(content).removeprefix("::") if content is not None else ""
    return name if name in _HASHES else None


def _method(node: Node) -> str:
    method = node.child_by_field_name("method")
    return text_of(method) if method is not None else ""

"""What stands around a place in a text, from inside out: how a selection grows, what folds, what is a heredoc."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node, Tree

from ..base.span import Span

#: Nodes with quotes or brackets at both ends, whose inside is a step of its own.
_QUOTED = frozenset(("string", "interpolated_string"))
_BRACKETS = (("{", "}"), ("(", ")"), ("[", "]"), ("|", "|"))


def spans_around(tree: Tree, offset: int) -> Iterator[Span]:
    """The spans of the nodes that touch an offset, each inside the next, the smallest first."""
    node: Node | None = _touching(tree.root_node, offset)
    last: Span | None = None
    while node is not None:
        for span in (*_inside(node, offset), Span(node.start_byte, node.end_byte)):
            if last is None or (span != last and span.start <= last.start and last.end <= span.end):
                yield span
                last = span
        node = node.parent


def _touching(root: Node, offset: int) -> Node:
    """The smallest node at an offset; a word that ends there before what begins there."""
    found = root.descendant_for_byte_range(offset, offset) or root
    if offset and not found.is_named:
        before = root.descendant_for_byte_range(offset - 1, offset)
        if before is not None and before.is_named and not before.child_count:
            return before
    return found


def _inside(node: Node, offset: int) -> Iterator[Span]:
    """What stands between the quotes or brackets of a node."""
    if node.type in _QUOTED and node.end_byte - node.start_byte > 1:
        inner = Span(node.start_byte + 1, node.end_byte - 1)
        if inner.start <= offset <= inner.end:
            yield inner
        return
    opened: Node | None = None
    for child in node.children:
        if not child.is_named:
            if opened is not None and (opened.type, child.type) in _BRACKETS:
                if opened.end_byte <= offset <= child.start_byte:
                    yield Span(opened.end_byte, child.start_byte)
                opened = None
            elif opened is None and child.type in ("{", "(", "[", "|"):
                opened = child


def in_heredoc(tree: Tree, offset: int) -> bool:
    """Whether the text of a heredoc is at an offset, or ends there."""
    return any(_is_in_heredoc(tree, at) for at in {offset, max(offset - 1, 0)})


def _is_in_heredoc(tree: Tree, offset: int) -> bool:
    cursor = tree.walk()  # `Node.first_child_for_byte` (0.26) ends the process where there is none
    while cursor.goto_first_child_for_byte(offset) is not None:
        node = cursor.node
        if node is None or node.start_byte > offset:
            return False
        if node.type == "heredoc_body":
            return True
    return False

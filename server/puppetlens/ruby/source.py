"""A Ruby file as a syntax tree, within limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import NamedTuple

from tree_sitter import Language, Node, Parser

from ..base.span import Span

#: Files of more bytes are not read. The greatest of a type that is known has 100,000.
LARGEST = 256 * 1024


class Source(NamedTuple):
    """A parsed file. `heredocs` maps where a `<<~EOT` begins to its body; `comments` has the text of whole lines."""

    root: Node
    heredocs: Mapping[int, Node]
    comments: Mapping[int, str]


@cache
def _ruby() -> Language:
    """The grammar, without the Python package around it, which loads a good part of Python's own library to find the
    queries that come with it (ten thousandths of a second)."""
    package = find_spec("tree_sitter_ruby")
    binding = PathFinder.find_spec("_binding", package.submodule_search_locations) if package is not None else None
    if binding is None or binding.loader is None:
        raise ImportError("this installation of puppetlens has no grammar of Ruby")
    module = module_from_spec(binding)
    binding.loader.exec_module(module)
    return Language(module.language())


def parse(data: bytes) -> Source | None:
    """The tree of a file; None for one that is too large."""
    if len(data) > LARGEST:
        return None
    root = Parser(_ruby()).parse(data).root_node
    beginnings: list[Node] = []
    bodies: list[Node] = []
    comments: dict[int, str] = {}
    for node in everything(root):
        if node.type == "heredoc_beginning":
            beginnings.append(node)
        elif node.type == "heredoc_body":
            bodies.append(node)
        elif node.type == "comment" and _begins_its_line(data, node):
            for row, line in enumerate(text_of(node).split("\n"), node.start_point.row):
                comments[row] = line
    beginnings.sort(key=lambda node: node.start_byte)
    bodies.sort(key=lambda node: node.start_byte)
    # Bodies come in the order of their beginnings.
    heredocs = {begin.start_byte: body for begin, body in zip(beginnings, bodies, strict=False)}
    return Source(root, heredocs, comments)


def everything(root: Node) -> Iterator[Node]:
    """All named nodes, without recursion: files may nest as deep as they are long."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.named_children


def _begins_its_line(data: bytes, node: Node) -> bool:
    line = data.rfind(b"\n", 0, node.start_byte) + 1
    return not data[line : node.start_byte].strip()


def text_of(node: Node) -> str:
    """A node as it is written."""
    return (node.text or b"").decode("utf-8", "replace")


def span_of(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def inside(node: Node | None) -> list[Node]:
    """What a block, a body or an array holds, without comments; a block's parameters are no part of it."""
    if node is None:
        return []
    if node.type in ("do_block", "block"):
        return inside(node.child_by_field_name("body"))
    return [child for child in node.named_children if child.type not in ("comment", "heredoc_body")]

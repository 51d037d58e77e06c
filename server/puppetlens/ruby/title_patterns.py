"""How a resource type written in Ruby takes its title apart, where literals say it."""

from __future__ import annotations

import re

from tree_sitter import Node

from .literals import elements, hash_entries, regex_source

TitlePatterns = tuple[tuple[str, tuple[str, ...]], ...]
_NAMED_GROUP = re.compile(r"\(\?<([a-z_]\w*)>")


def read_title_patterns(block: Node | None) -> TitlePatterns | None:
    """What `def self.title_patterns` of a type's block returns: `[[/regex/, [[:attribute], ...]], ...]`.

    () where there is no such method, None where it computes anything.
    """
    method = _method(block)
    if method is None:
        return ()
    body = method.child_by_field_name("body")
    statements = [child for child in body.named_children if child.type != "comment"] if body is not None else []
    patterns = elements(statements[0]) if len(statements) == 1 else None
    found = [_pattern(elements(each)) for each in patterns or ()]
    return tuple(each for each in found if each is not None) if found and None not in found else None


def registered_title_patterns(node: Node | None) -> TitlePatterns | None:
    """Those of the Resource API, whose named groups are attributes: `[{ pattern: /(?<name>...)/ }, ...]`."""
    if node is None:
        return ()
    sources = [regex_source(hash_entries(each).get("pattern")) for each in elements(node) or ()]
    found = tuple((each, tuple(_NAMED_GROUP.findall(each))) for each in sources if each)
    return found if found and None not in sources else None


def _method(block: Node | None) -> Node | None:
    nodes = [block] if block is not None else []
    while nodes:
        node = nodes.pop()
        name = node.child_by_field_name("name")
        if node.type == "singleton_method" and name is not None and name.text == b"title_patterns":
            return node
        if node.type in ("do_block", "block", "body_statement", "block_body", "singleton_class"):
            nodes += node.named_children
    return None


def _pattern(parts: list[Node] | None) -> tuple[str, tuple[str, ...]] | None:
    """`[/regex/, [[:a], [:b]]]`; with a block that makes the value there is a third, which is not read."""
    if parts is None or len(parts) != 2:
        return None
    source, groups = regex_source(parts[0]), elements(parts[1])
    names: list[str] = []
    for group in groups or ():
        name = elements(group)
        if name is None or len(name) != 1 or name[0].type != "simple_symbol":
            return None
        names.append((name[0].text or b"").decode().removeprefix(":"))
    return (source, tuple(names)) if source is not None else None

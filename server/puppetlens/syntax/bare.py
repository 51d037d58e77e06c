"""A large text without what nobody looks into: its definitions, with parameters and what they assign, stay where they are.

All else is blank, so that to lower it takes a hundredth of the time.
"""

from __future__ import annotations

from tree_sitter import Node, Query, QueryCursor, Tree

from ..base.cancellation import check_cancelled
from .languages import LANGUAGES, Dialect

_DEFINITIONS = (
    *("class_definition", "defined_type_definition", "function_definition", "plan_definition", "node_definition"),
    "type_definition",
)
_QUERY = f"""
[{" ".join(f"({kind})" for kind in _DEFINITIONS)}] @definition
(type_alias) @whole
(assignment_expression left: [(variable) (list)]) @assignment
"""
#: Bytes in which nodes are sought at a time: nothing else runs meanwhile.
_PART = 256 * 1024


def bare(data: bytes, tree: Tree, dialect: Dialect) -> bytes:
    """As long as the text. Assignments give a number; some more than a scope has may stand in it, those of lambdas."""
    left = bytearray(b" " * len(data))
    assignments: dict[int, Node] = {}
    definitions: dict[int, Node] = {}
    cursor = QueryCursor(Query(LANGUAGES[dialect], _QUERY))
    for start in range(0, len(data), _PART):
        cursor.set_byte_range(start, start + _PART)
        found = cursor.captures(tree.root_node)
        assignments.update((node.id, node) for node in found.get("assignment", ()))
        definitions.update((node.id, node) for kind in ("definition", "whole") for node in found.get(kind, ()))
        check_cancelled()
    for node in assignments.values():
        _assignment(left, data, node)
    for node in definitions.values():
        _definition(left, data, node)
    return bytes(left)


def _assignment(left: bytearray, data: bytes, node: Node) -> None:
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.end_byte < node.end_byte:
        left[node.start_byte : operator.end_byte] = data[node.start_byte : operator.end_byte]
        left[operator.end_byte] = ord("0")


def _definition(left: bytearray, data: bytes, node: Node) -> None:
    body = node.child_by_field_name("body")
    opened = node.end_byte if body is None else body.start_byte + 1
    left[node.start_byte : opened] = data[node.start_byte : opened]
    if body is not None and data[node.end_byte - 1 : node.end_byte] == b"}":
        left[node.end_byte - 1] = ord("}")

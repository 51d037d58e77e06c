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
#: Nodes between two questions whether to go on.
_STEP = 5000


def bare(data: bytes, tree: Tree, dialect: Dialect) -> bytes:
    """As long as the text. Assignments give a number; some more than a scope has may stand in it, those of lambdas."""
    left = bytearray(b" " * len(data))
    found = QueryCursor(Query(LANGUAGES[dialect], _QUERY)).captures(tree.root_node)
    for number, node in enumerate(found.get("assignment", ())):
        if number % _STEP == 0:
            check_cancelled()
        _assignment(left, data, node)
    for number, node in enumerate((*found.get("definition", ()), *found.get("whole", ()))):
        if number % _STEP == 0:
            check_cancelled()
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

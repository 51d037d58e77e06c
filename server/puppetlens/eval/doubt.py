"""Changes of resources that may have been made, or not: by code that was not run, or of a resource that is not known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from ..base.errors import Location
from ..syntax import ast
from ..types.references import capitalize_segments
from ..types.values import Unknown
from .definitions import ClassLike


class Change(NamedTuple):
    """Attributes that code sets of resources: those of a type, or the one with a title."""

    type_name: str
    title: str | None
    #: None where not even their names are told.
    names: tuple[str, ...] | None
    #: Whether a collector sets them, which may replace any value.
    collects: bool


class Doubt(msgspec.Struct, eq=False):
    """A change that may have been made by code of `owner`."""

    change: Change
    unknown: Unknown
    owner: ClassLike | None
    location: Location
    #: The resources that it was applied to, by reference.
    applied: set[str] = msgspec.field(default_factory=set)


def changes_of(node: ast.Node) -> Iterator[Change]:
    """What a node, but not those in it, sets of resources that are there."""
    if isinstance(node, ast.ResourceOverrideExpression) and isinstance(node.resources, ast.AccessExpression):
        left, keys = node.resources.left_expr, node.resources.keys
        if isinstance(left, ast.QualifiedReference):
            one = keys[0] if len(keys) == 1 else None
            title = one.value if isinstance(one, ast.LiteralString) else None
            yield Change(left.cased_value, title, names_of(node.operations), False)
    if (
        isinstance(node, ast.CollectExpression)
        and node.operations
        and isinstance(node.type_expr, ast.QualifiedReference)
    ):
        yield Change(node.type_expr.cased_value, None, names_of(node.operations), True)
    if isinstance(node, ast.RelationshipExpression):
        yield from _relates(node)


def _relates(node: ast.RelationshipExpression) -> Iterator[Change]:
    """What comes first is told what comes after it. Computed titles are left out: they may mean any of many resources."""
    left = node.left_expr.right_expr if isinstance(node.left_expr, ast.RelationshipExpression) else node.left_expr
    first = left if node.operator in ("->", "~>") else node.right_expr
    names = ("before" if "-" in node.operator else "notify",)
    for each in first.values if isinstance(first, ast.LiteralList) else (first,):
        if isinstance(each, ast.CollectExpression) and isinstance(each.type_expr, ast.QualifiedReference):
            yield Change(each.type_expr.cased_value, None, names, True)
        elif isinstance(each, ast.AccessExpression) and isinstance(each.left_expr, ast.QualifiedReference):
            type_name = each.left_expr.cased_value
            for key in each.keys:
                if isinstance(key, ast.LiteralString | ast.QualifiedName):
                    yield Change(type_name, _title(key.value, type_name), names, True)


def _title(written: str, type_name: str) -> str:
    return capitalize_segments(written.removeprefix("::")) if type_name.lower() == "class" else written


def names_of(operations: ast.Operations) -> tuple[str, ...] | None:
    """The attributes that operations set; None where a hash may give any."""
    if not all(isinstance(operation, ast.AttributeOperation) for operation in operations):
        return None
    return tuple(each.attribute_name for each in operations if isinstance(each, ast.AttributeOperation))

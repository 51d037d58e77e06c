"""Changes of resources that may have been made, or not: by code that was not run, or of a resource that is not known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from ..base.errors import Location
from ..syntax import ast
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


def names_of(operations: ast.Operations) -> tuple[str, ...] | None:
    """The attributes that operations set; None where a hash may give any."""
    if not all(isinstance(operation, ast.AttributeOperation) for operation in operations):
        return None
    return tuple(each.attribute_name for each in operations if isinstance(each, ast.AttributeOperation))

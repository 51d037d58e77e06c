"""Every node below another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .literals import LiteralHash, LiteralList, VariableExpression
from .node import Expression, Item, Items, Node


def parts(node: Node) -> Sequence[Node | Item]:
    """The direct parts of a node, in the order of its fields (for operators and calls: of the text)."""
    kind = type(node)
    fields = _PART_FIELDS.get(kind)
    if fields is None:
        fields = part_fields(kind)
    found: list[Node | Item] = []
    for field in fields:
        value = getattr(node, field)
        if isinstance(value, tuple):
            found += value
        elif value is not None:
            found.append(value)
    return found


def walk(body: Items, base: int = 0) -> Iterator[tuple[Node, int]]:
    """Every node with the absolute offset its own positions count from, parents first."""
    for item in body:
        yield from walk_node(item.node, base + item.start)


def walk_node(node: Node, base: int) -> Iterator[tuple[Node, int]]:
    """`node` and all below it, each with the absolute offset its positions count from."""
    yield node, base
    for part in parts(node):
        if isinstance(part, Item):
            yield from walk_node(part.node, base + part.start)
        else:
            yield from walk_node(part, base)


def assigned_variables(target: Expression) -> Iterator[VariableExpression]:
    """The variables that the left side of an assignment binds."""
    if isinstance(target, VariableExpression):
        yield target
    elif isinstance(target, LiteralList):
        for value in target.values:
            yield from assigned_variables(value)
    elif isinstance(target, LiteralHash):
        for entry in target.entries:
            yield from assigned_variables(entry.key)


_PART_FIELDS: dict[type[Node], tuple[str, ...]] = {}
_PLAIN = {"str", "int", "float", "bool", "str | None", "Span", "Span | None", "Form"}


def part_fields(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a kind of node that hold other nodes."""
    if kind not in _PART_FIELDS:
        _PART_FIELDS[kind] = _fields_with_parts(kind)
    return _PART_FIELDS[kind]


def _fields_with_parts(kind: type[Node]) -> tuple[str, ...]:
    declared: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        declared.update(getattr(base, "__annotations__", {}))
    return tuple(
        name
        for name in kind.__struct_fields__
        if declared[name] not in _PLAIN and not declared[name].startswith("Literal[")
    )

"""Every node below another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import attrgetter

from .literals import LiteralHash, LiteralList, VariableExpression
from .node import Expression, Item, Items, Node


def parts(node: Node) -> Sequence[Node | Item]:
    """The direct parts of a node, in the order of its fields (for operators and calls: of the text)."""
    kind = type(node)
    return (_READERS.get(kind) or _reader(kind))(node)


def _reader(kind: type[Node]) -> Reader:
    """What gives the parts of nodes of a kind. Every walk asks for those of each node, and most have one field or two."""
    fields = part_fields(kind)
    single = all(_declared(kind)[name] in _ONE for name in fields)
    reader: Reader
    if not fields:
        reader = _nothing
    elif single and len(fields) > 1:
        reader = attrgetter(*fields)
    elif len(fields) == 1:
        reader = partial(_parts_of_field, fields[0])
    else:
        reader = partial(_parts_of_fields, fields)
    _READERS[kind] = reader
    return reader


def _nothing(node: Node) -> Sequence[Node | Item]:
    return ()


def _parts_of_field(field: str, node: Node) -> Sequence[Node | Item]:
    value = getattr(node, field)
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _parts_of_fields(fields: tuple[str, ...], node: Node) -> Sequence[Node | Item]:
    found: list[Node | Item] = []
    for field in fields:
        value = getattr(node, field)
        if type(value) is tuple:
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


Reader = Callable[[Node], Sequence["Node | Item"]]

_READERS: dict[type[Node], Reader] = {}
_PART_FIELDS: dict[type[Node], tuple[str, ...]] = {}
_PLAIN = {"str", "int", "float", "bool", "str | None", "Span", "Span | None", "Form"}
#: Fields that always hold one node.
_ONE = {"Expression", "QueryExpression", "NamedAccessExpression"}


def part_fields(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a kind of node that hold other nodes."""
    if kind not in _PART_FIELDS:
        declared = _declared(kind)
        _PART_FIELDS[kind] = tuple(
            name
            for name in kind.__struct_fields__
            if declared[name] not in _PLAIN and not declared[name].startswith("Literal[")
        )
    return _PART_FIELDS[kind]


def _declared(kind: type[Node]) -> dict[str, str]:
    """Field -> its type, as it is written."""
    declared: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        declared.update(getattr(base, "__annotations__", {}))
    return declared

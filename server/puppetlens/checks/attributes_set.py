"""The attributes that code sets on resources, wherever it does.

In a body, a default, an override, a collector (`file { '/x': mode => ... }`, `File { ... }`, `File['/x'] { ... }`,
`File <| |> { ... }`), in a hash there (`* => { ... }`), and in those that functions take (`create_resources(file, { '/x' => { ... }
}, { ... })`, `ensure_resource`, `ensure_resources`, `ensure_packages`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from ..model.literals import literal
from ..model.named_in_calls import attribute_hashes
from ..model.resource_types import type_of
from ..project.autoload import normalise
from ..syntax import ast
from .calls import call_of


class Attribute(NamedTuple):
    """`where` it is named: an operation, or an entry of a hash."""

    name: str
    where: ast.AttributeOperation | ast.KeyedEntry
    value: ast.Expression


class AttributesSet(NamedTuple):
    """What is set at once on resources of a type (normalised). `titles` are those of what is declared, but for a `default`.

    `shared` is what a `default` body, or the last hash of a function, sets for it. `is_whole`: nothing else is set, as a hash
    may that is not written out. Those that are not `is_regular` are virtual or exported, and may never be in a catalog.
    """

    type_name: str
    attributes: tuple[Attribute, ...]
    shared: tuple[Attribute, ...] = ()
    titles: tuple[ast.Expression, ...] = ()
    is_whole: bool = True
    is_regular: bool = True

    @property
    def given(self) -> Mapping[str, Attribute]:
        """By name; what a body sets comes before what it shares."""
        return {each.name: each for each in (*self.shared, *self.attributes)}


#: The nodes that set some: those that declare resources, and those that do not.
DECLARING: Final = (ast.ResourceExpression, ast.CallNamedFunctionExpression, ast.CallMethodExpression)
SETTING: Final = (
    *DECLARING,
    ast.ResourceDefaultsExpression,
    ast.ResourceOverrideExpression,
    ast.CollectExpression,
)


def attributes_set(node: ast.Node) -> Iterator[AttributesSet]:
    """By a node, but not by those in it."""
    if isinstance(node, ast.ResourceExpression):
        yield from _by_bodies(node)
    elif isinstance(node, (ast.CallNamedFunctionExpression, ast.CallMethodExpression)):
        yield from _by_function(*call_of(node))
    elif isinstance(node, ast.ResourceDefaultsExpression):
        yield from _by_operations(node.type_ref, node.operations)
    elif isinstance(node, ast.ResourceOverrideExpression):
        yield from _by_operations(node.resources, node.operations)
    elif isinstance(node, ast.CollectExpression):
        yield from _by_operations(node.type_expr, node.operations)


def _by_operations(what: ast.Expression, operations: ast.Operations) -> Iterator[AttributesSet]:
    of = type_of(what)
    if of is not None and of[0] == "resource_type":
        yield AttributesSet(normalise(of[1]), tuple(_named(operations)), is_whole=_is_whole(operations))


def _by_bodies(node: ast.ResourceExpression) -> Iterator[AttributesSet]:
    type_name = literal(node.type_name)
    if type_name is None:
        return
    shared = [each for body in node.bodies if _is_default(body) for each in body.operations]
    for body in node.bodies:
        own, titles = body.operations, () if body.title is None or _is_default(body) else _listed(body.title)
        of_all = () if _is_default(body) else shared
        yield AttributesSet(
            normalise(type_name), tuple(_named(own)), tuple(_named(of_all)), titles,
            _is_whole((*of_all, *own)), node.form == "regular",
        )  # fmt: skip


def _by_function(function: str, arguments: ast.Body) -> Iterator[AttributesSet]:
    hashes = list(attribute_hashes(function, arguments))
    shared = [each for each in hashes if each.title is None]
    of_all = tuple(attribute for each in shared for attribute in _entries(each.hash_))
    for (kind, name), title, hash_, is_regular in hashes:
        if kind == "resource_type":
            is_whole = all(_is_written(each) for each in (hash_, *(each.hash_ for each in shared)))
            titles = () if title is None else _listed(title)
            yield AttributesSet(
                normalise(name), tuple(_entries(hash_)), () if title is None else of_all, titles, is_whole, is_regular
            )


def _named(operations: Iterable[ast.Node]) -> Iterator[Attribute]:
    for each in operations:
        if isinstance(each, ast.AttributeOperation):
            yield Attribute(each.attribute_name, each, each.value_expr)
        elif isinstance(each, ast.AttributesOperation):
            yield from _entries(each.expr)


def _entries(node: ast.Expression) -> Iterator[Attribute]:
    for entry in node.entries if isinstance(node, ast.LiteralHash) else ():
        name = literal(entry.key)
        if name is not None:
            yield Attribute(name, entry, entry.value)


def _is_whole(operations: Iterable[ast.Node]) -> bool:
    return all(not isinstance(each, ast.AttributesOperation) or _is_written(each.expr) for each in operations)


def _is_written(node: ast.Expression) -> bool:
    return isinstance(node, ast.LiteralHash) and all(literal(entry.key) is not None for entry in node.entries)


def _is_default(body: ast.ResourceBody) -> bool:
    return isinstance(body.title, ast.LiteralDefault)


def _listed(title: ast.Expression) -> tuple[ast.Expression, ...]:
    return title.values if isinstance(title, ast.LiteralList) else (title,)

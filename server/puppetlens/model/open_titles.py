"""Of which types code makes resources whose titles are not written out: any title may be there. `ANY` is any type."""

from __future__ import annotations

from collections.abc import Iterator

from ..project.autoload import normalise
from ..syntax import ast
from .literals import literal

ANY = ""
#: What titles that are not written out are noted as: by type, in lower case.
SPACE = "open titles"
#: Functions that make resources of the type that is their first argument, or of this one.
MAKING_FUNCTIONS = {
    "create_resources": ANY,
    "ensure_resource": ANY,
    "ensure_resources": ANY,
    "ensure_packages": "package",
    "stdlib::ensure_packages": "package",
}


def of_resources(node: ast.ResourceExpression, names: tuple[str, ...]) -> Iterator[str]:
    """`names`: the attributes by which Puppet finds such resources, too."""
    type_name = literal(node.type_name)
    if type_name is None:
        yield ANY
    elif any(_is_open(body, names) for body in node.bodies):
        yield normalise(type_name)


def of_call(function: str, arguments: ast.Body) -> Iterator[str]:
    """`function` is normalised; of a method, what it is called on is the first argument."""
    if function == "call" and arguments:
        called = literal(arguments[0])
        if called is None:
            yield ANY
        else:
            yield from of_call(normalise(called), arguments[1:])
    elif function in MAKING_FUNCTIONS:
        first = literal(arguments[0]) if arguments else None
        yield MAKING_FUNCTIONS[function] or normalise((first or "").lstrip("@"))


def of_collector(node: ast.CollectExpression) -> Iterator[str]:
    """What is exported comes from other nodes, and from environments that are not here."""
    if isinstance(node.query, ast.ExportedQuery):
        yield normalise(node.type_expr.cased_value) if isinstance(node.type_expr, ast.QualifiedReference) else ANY


def _is_open(body: ast.ResourceBody, names: tuple[str, ...]) -> bool:
    if isinstance(body.title, ast.LiteralDefault):
        return False
    return not _is_written(body.title) or any(
        not isinstance(each, ast.AttributeOperation)
        or (each.attribute_name in names and not _is_written(each.value_expr))
        for each in body.operations
    )


def _is_written(node: ast.Expression | None) -> bool:
    if isinstance(node, ast.LiteralList):
        return all(map(_is_written, node.values))
    return literal(node) is not None

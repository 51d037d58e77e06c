"""Of which types code makes resources whose titles are not written out: any title may be there. `ANY` is any type."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..project.autoload import normalise
from ..syntax import ast
from ..syntax.ast.walk import walk_node
from .inline_templates import INLINE
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
#: The same, and a resource, in the text of a template.
_MAKING = re.compile(rf"(?:\b|_)(?:{'|'.join(MAKING_FUNCTIONS)})\b|\w\s*\{{\s*['\"$\[][^{{}}|]*['\"\w\]]\s*:(?!:)")


def of_resources(node: ast.ResourceExpression, names: tuple[str, ...]) -> Iterator[str]:
    """`names`: the attributes by which Puppet finds such resources, too."""
    type_name = literal(node.type_name)
    if type_name is None:
        yield ANY
    elif any(_is_open(body, names) for body in node.bodies):
        yield normalise(type_name)


def of_defaults(node: ast.ResourceDefaultsExpression, type_name: str, names: tuple[str, ...]) -> Iterator[str]:
    """What is set on every resource of a type may name it, too."""
    if not all(_is_no_name(each, names) for each in node.operations):
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
    elif function in INLINE and any(map(_may_make, arguments[:1] if function == "inline_epp" else arguments)):
        yield ANY


def of_collector(node: ast.CollectExpression) -> Iterator[str]:
    """What is exported comes from other nodes, and from environments that are not here."""
    if isinstance(node.query, ast.ExportedQuery):
        yield normalise(node.type_expr.cased_value) if isinstance(node.type_expr, ast.QualifiedReference) else ANY


def _is_open(body: ast.ResourceBody, names: tuple[str, ...]) -> bool:
    """What `default` sets may be a name, or hold one, as what is set on a resource."""
    is_open = not isinstance(body.title, ast.LiteralDefault) and not _is_written(body.title)
    return is_open or any(
        not _is_no_name(each, names) and not (isinstance(each, ast.AttributeOperation) and _is_written(each.value_expr))
        for each in body.operations
    )


def _is_no_name(operation: ast.Node, names: tuple[str, ...]) -> bool:
    return isinstance(operation, ast.AttributeOperation) and operation.attribute_name not in names


def _may_make(template: ast.Node) -> bool:
    texts = [each.value for each, _ in walk_node(template, 0) if isinstance(each, ast.LiteralString)]
    return not texts or any(_MAKING.search(text) for text in texts)


def _is_written(node: ast.Expression | None) -> bool:
    if isinstance(node, ast.LiteralList):
        return all(map(_is_written, node.values))
    return literal(node) is not None

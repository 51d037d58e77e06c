"""The part of an expression that a fault is about, where Puppet names the whole expression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.errors import Way
from ..checks.calls import call_of
from ..model.item_facts import CLASS_FUNCTIONS, literal
from ..model.named_in_calls import ATTRIBUTE_FUNCTIONS
from ..project.autoload import normalise
from ..syntax import ast


def narrow(node: ast.Node, title: str) -> ast.Node:
    """What has this title in a resource expression, or names this class in a call; else the whole node."""
    parts: list[ast.Expression] = []
    if isinstance(node, ast.ResourceExpression):
        parts = [each for body in node.bodies for each in _literals(body.title)]
    elif isinstance(node, ast.CallNamedFunctionExpression):
        functor = node.functor_expr
        if isinstance(functor, ast.QualifiedName) and normalise(functor.value) in CLASS_FUNCTIONS:
            parts = [each for argument in node.arguments for each in _literals(argument)]
    return next((each for each in parts if (literal(each) or "") == title), None) or next(
        (each for each in parts if normalise(literal(each) or "") == normalise(title)), node
    )


def inside(node: ast.Node, way: Way, title: str) -> ast.Node:
    """What the way leads to in a value that is written out; else the innermost list or hash on it, or the node itself.

    The node is what sets that with whose name the way begins: an attribute, `* =>`, a parameter with its default, a call that
    takes attributes in a hash, of the resource with this title. Or it calls the function of that name.
    """
    ways = [[node, *_along(start, rest)] for start, rest in _starts(node, way, title)] if way else [[node]]
    return max(ways, key=len, default=[node])[-1]


def _along(start: ast.Expression, way: Way) -> Iterator[ast.Expression]:
    """What the way leads to, step by step; where it ends at once, the start."""
    if not way:
        yield start
    for step in way:
        part = _part(start, step)
        if part is None:
            return
        yield part
        start = part


def _starts(node: ast.Node, way: Way, title: str) -> Iterator[tuple[ast.Expression, Way]]:
    """Where values begin that the way may lead into, each with the rest of it."""
    if isinstance(node, ast.AttributeOperation) and len(way) > 1:
        yield node.value_expr, way[1:]
    elif isinstance(node, ast.Parameter) and node.value is not None and len(way) > 1:
        yield node.value, way[1:]
    elif isinstance(node, ast.AttributesOperation):
        yield node.expr, way
    elif isinstance(node, ast.CallNamedFunctionExpression | ast.CallMethodExpression):
        function, arguments = call_of(node)
        given = _item(arguments, way[1]) if way[0] == function and len(way) > 1 else None
        if given is not None:
            yield given, way[2:]
        for number, depth in ATTRIBUTE_FUNCTIONS.get(function, {}).items():
            yield from ((each, (*(title,) * depth, *way)) for each in arguments[number : number + 1])


def _part(node: ast.Expression, step: str | int) -> ast.Expression | None:
    while isinstance(node, ast.ParenthesizedExpression):
        node = node.expr
    if isinstance(node, ast.LiteralHash):
        return next((each.value for each in reversed(node.entries) if _key(each.key) == step), None)
    return _item(node.values, step) if isinstance(node, ast.LiteralList) else None


def _item(values: Sequence[ast.Expression], step: str | int) -> ast.Expression | None:
    """The one of this number, unless another stands for several before it."""
    upto = values[: step + 1] if isinstance(step, int) and step < len(values) else ()
    return upto[-1] if upto and not any(isinstance(each, ast.UnfoldExpression) for each in upto) else None


def _key(node: ast.Expression) -> str | int | None:
    return node.value if isinstance(node, ast.LiteralInteger) else literal(node)


def _literals(node: ast.Expression | None) -> list[ast.Expression]:
    if isinstance(node, ast.LiteralList):
        return [each for value in node.values for each in _literals(value)]
    return [node] if node is not None and literal(node) is not None else []

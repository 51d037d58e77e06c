"""What a condition says is there: `if defined('web') { include web }`."""

from __future__ import annotations

from collections.abc import Callable

from ..project.autoload import normalise
from ..syntax import ast
from .literals import literal, titles


def is_there(test: ast.Expression, holds: bool) -> frozenset[str]:
    """The (normalised) names of classes, types and functions that there are where a condition holds, or where it does not."""
    if isinstance(test, ast.ParenthesizedExpression):
        return is_there(test.expr, holds)
    if isinstance(test, ast.NotExpression):
        return is_there(test.expr, not holds)
    if isinstance(test, (ast.AndExpression, ast.OrExpression)):
        are_both: Callable[[frozenset[str], frozenset[str]], frozenset[str]] = (
            frozenset.union if isinstance(test, ast.AndExpression) == holds else frozenset.intersection
        )
        return are_both(is_there(test.left_expr, holds), is_there(test.right_expr, holds))
    if holds and isinstance(test, ast.CallNamedFunctionExpression) and literal(test.functor_expr) == "defined":
        return _named(test.arguments)
    return frozenset()


def _named(asked: ast.Body) -> frozenset[str]:
    """With several arguments, one is enough for `defined`."""
    if len(asked) != 1:
        return frozenset()
    argument = asked[0]
    if isinstance(argument, ast.QualifiedReference):
        return frozenset({normalise(argument.cased_value)})
    if isinstance(argument, ast.AccessExpression):
        kind, keys = argument.left_expr, argument.keys
        is_class = isinstance(kind, ast.QualifiedReference) and normalise(kind.cased_value) == "class"
        return frozenset(normalise(name) for name, _ in titles(keys[0])) if is_class and len(keys) == 1 else frozenset()
    name = literal(argument)
    return frozenset({normalise(name)}) if name else frozenset()

"""Types out of source text, through the one parser."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import PuppetError
from ..base.position import Text
from ..syntax import ast
from ..syntax.parse import parse
from .access import access
from .references import ResourceType
from .type import TYPES, ReferenceType, Type
from .values import DEFAULT, Hash, Regexp, Value

Resolver = Callable[[str], Type | None]


def parse_type(text: str, resolve: Resolver | None = None) -> Type:
    """The type that a type expression denotes; PuppetError where it is none.

    `resolve` is asked for the names that are no types of Puppet's own (type aliases); what it does not know
    becomes a resource type.
    """
    program = parse(Text(text)).program
    if program.faults or len(program.body) != 1:
        raise PuppetError(f"The expression <{text}> is not a valid type specification.")
    value = _value(program.body[0].node, resolve)
    if not isinstance(value, Type):
        raise PuppetError(f"The expression <{text}> is not a valid type specification.")
    return value


def named_type(name: str, resolve: Resolver | None = None) -> Type:
    """The type of a name: Puppet's own, an alias that `resolve` knows, else a resource type."""
    known = TYPES.get(name.lower().removeprefix("::"))
    if known is not None:
        return known
    found = resolve(name) if resolve is not None else None
    return ResourceType(name) if found is None else found


def _value(node: ast.Expression, resolve: Resolver | None) -> Value:
    if isinstance(node, ast.QualifiedReference):
        return named_type(node.cased_value, resolve)
    if isinstance(node, ast.AccessExpression):
        left = _value(node.left_expr, resolve)
        return access(left, tuple(_value(key, resolve) for key in node.keys))
    if isinstance(
        node, (ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.QualifiedName)
    ):
        return node.value
    if isinstance(node, ast.UnaryMinusExpression):
        return -_value(node.expr, resolve)
    if isinstance(node, ast.LiteralDefault):
        return DEFAULT
    if isinstance(node, ast.LiteralUndef):
        return None
    if isinstance(node, ast.LiteralRegularExpression):
        return Regexp(node.pattern)
    if isinstance(node, ast.LiteralList):
        return tuple(_value(element, resolve) for element in node.values)
    if isinstance(node, ast.LiteralHash):
        return Hash((_value(e.key, resolve), _value(e.value, resolve)) for e in node.entries)
    raise PuppetError("The expression is not a valid type specification.")


_ = ReferenceType

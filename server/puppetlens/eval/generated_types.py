"""Resource types as `puppet generate types` writes them: a call with nothing but literals, which is read, not run.

    Puppet::Resource::ResourceType3.new('name', [properties], [parameters], {pattern => [names]}, isomorphic, ...)

Each property and parameter is `Puppet::Resource::Param(Type, 'name', namevar)`; the types of values are for
agents (Puppet checks none of them when it compiles).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.position import Text
from ..library.resources import NativeType
from ..syntax import ast
from ..syntax.parse import parse


def read_generated_type(data: bytes) -> NativeType | None:
    """The resource type that a file in `.resource_types` holds; None where it holds something else."""
    program = parse(Text(data)).program
    if program.faults or len(program.body) != 1:
        return None
    call = program.body[0].node
    if not isinstance(call, ast.CallMethodExpression) or not _makes_a_type(call.functor_expr):
        return None
    arguments: list[ast.Expression | None] = [*call.arguments, None, None, None, None, None]
    name, properties, parameters, patterns, isomorphic = arguments[:5]
    if not isinstance(name, ast.LiteralString):
        return None
    attributes = {attribute: "property" for attribute, _ in _attributes(properties)}
    attributes |= {attribute: "parameter" for attribute, _ in _attributes(parameters)}
    namevars = tuple(attribute for attribute, namevar in _attributes(parameters) if namevar)
    once = isomorphic.value if isinstance(isomorphic, ast.LiteralBoolean) else True
    return NativeType(name.value, None, namevars, attributes, tuple(_patterns(patterns)), once)


def _makes_a_type(callee: ast.Expression) -> bool:
    return (
        isinstance(callee, ast.NamedAccessExpression)
        and isinstance(callee.left_expr, ast.QualifiedReference)
        and callee.left_expr.cased_value == "Puppet::Resource::ResourceType3"
    )


def _attributes(given: ast.Expression | None) -> Iterator[tuple[str, bool]]:
    """Name and whether it is a namevar, of each `Puppet::Resource::Param(...)` of a list."""
    for call in given.values if isinstance(given, ast.LiteralList) else ():
        if isinstance(call, ast.CallNamedFunctionExpression) and len(call.arguments) > 1:
            name, *namevar = call.arguments[1:3]
            if isinstance(name, ast.LiteralString):
                yield name.value, any(isinstance(each, ast.LiteralBoolean) and each.value for each in namevar)


def _patterns(given: ast.Expression | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    for entry in given.entries if isinstance(given, ast.LiteralHash) else ():
        if isinstance(entry.key, ast.LiteralRegularExpression) and isinstance(entry.value, ast.LiteralList):
            names = tuple(name.value for name in entry.value.values if isinstance(name, ast.LiteralString))
            yield entry.key.pattern, names

"""What stands between the braces of resources, defaults, overrides and collectors, as closures."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import PuppetError
from ..catalog.resource import Parameter, Source
from ..syntax import ast
from ..types.iterator import Iterator
from ..types.labels import general_name, ruby_class
from ..types.ruby_text import inspect
from ..types.values import DEFAULT, Hash, Unknown, Value
from .closures import closure
from .given import given
from .origin import Origin, place_text
from .scope import Scope

Attributes = Callable[[Scope], list[Parameter] | Unknown]


def attributes(operations: ast.Operations, origin: Origin, source: Source) -> Attributes:
    """Evaluated attributes; Unknown where not even their names are known."""
    made = [
        (op, closure(op.value_expr if isinstance(op, ast.AttributeOperation) else op.expr, origin)) for op in operations
    ]

    def run(scope: Scope) -> list[Parameter] | Unknown:
        found: list[Parameter] = []
        for operation, closure_ in made:
            where = origin.location(operation.anchor)
            value = closure_(scope)
            if holds_iterator(value):
                refused = PuppetError("Use of an Iterator is not supported here")
                raise origin.placed(refused, operation)
            if isinstance(operation, ast.AttributeOperation) or isinstance(value, Hash):
                try:
                    value = given(value)
                except PuppetError as error:
                    raise origin.placed(error, operation) from None
            if isinstance(operation, ast.AttributeOperation):
                add = operation.operator == "+>"
                found.append(Parameter(operation.attribute_name, value, where, source, add, scope.source))
            elif isinstance(value, Unknown):
                return value.plain()
            elif isinstance(value, Hash):
                names = [attribute_name(name, operation, origin) for name in value]
                found += (
                    Parameter(name, each, where, source, False, scope.source)
                    for name, (_, each) in zip(names, value.pairs(), strict=True)
                )
            else:
                message = f"Expected value of type Hash, got {general_name(value)}"
                raise origin.placed(PuppetError(message, "TYPE_MISMATCH"), operation, operation.expr)
        return found

    return run


def holds_iterator(value: Value) -> bool:
    if type(value) is str:
        return False
    if isinstance(value, Hash):
        return any(holds_iterator(key) or holds_iterator(each) for key, each in value.pairs())
    if isinstance(value, tuple):
        return any(map(holds_iterator, value))
    return isinstance(value, Iterator) and not value.walks


def attribute_name(name: Value, operation: ast.AttributesOperation, origin: Origin) -> str:
    if isinstance(name, str):
        return name
    if name is DEFAULT:
        return "default"
    if name is None:
        where = place_text(origin.location(operation.anchor)._replace(column=None))
        message = f"'name' is a required option for Puppet::Parser::Resource::Param {where}"
    else:
        message = f"undefined method `intern' for {inspect(name)}:{ruby_class(name)}"
    raise origin.placed(PuppetError(message), operation)

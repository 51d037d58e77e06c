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
from .closures import Closure, closure
from .given import given
from .origin import Origin, place_text
from .scope import Scope

Attributes = Callable[[Scope], list[Parameter] | Unknown]


def attributes(operations: ast.Operations, origin: Origin, source: Source) -> Attributes:
    """Evaluated attributes; Unknown where not even their names are known."""
    made: list[tuple[ast.AttributeOperation | ast.AttributesOperation, Closure, str | None, bool]] = []
    for operation in operations:
        if isinstance(operation, ast.AttributeOperation):
            value, name, add = operation.value_expr, operation.attribute_name, operation.operator == "+>"
            made.append((operation, closure(value, origin), name, add))
        else:
            made.append((operation, closure(operation.expr, origin), None, False))

    def run(scope: Scope) -> list[Parameter] | Unknown:
        found: list[Parameter] = []
        owner = scope.source
        for operation, closure_, name, add in made:
            where = origin.location(operation.anchor)
            value = closure_(scope)
            if type(value) is not str:  # which most are
                if holds_iterator(value):
                    refused = PuppetError("Use of an Iterator is not supported here")
                    raise origin.placed(refused, operation)
                if name is not None or isinstance(value, Hash):
                    try:
                        value = given(value)
                    except PuppetError as error:
                        raise origin.placed(error, operation) from None
            if name is not None:
                found.append(Parameter(name, value, where, source, add, owner))
            elif isinstance(value, Unknown):
                return value.plain()
            elif isinstance(value, Hash):
                assert isinstance(operation, ast.AttributesOperation)
                names = [attribute_name(key, operation, origin) for key in value]
                found += (
                    Parameter(name, each, where, "splat" if source == "code" else source, False, owner)
                    for name, (_, each) in zip(names, value.pairs(), strict=True)
                )
            else:
                assert isinstance(operation, ast.AttributesOperation)
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

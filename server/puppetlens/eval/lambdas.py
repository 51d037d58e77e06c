"""Lambdas and functions in Puppet: their signatures, and how arguments become variables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..base.errors import PuppetError
from ..library.context import Lambda, NextIteration, ReturnValue
from ..syntax import ast
from ..types import assert_instance, refusal
from ..types.callable import CallableType
from ..types.collections import ArrayType
from ..types.numbers import IntegerType
from ..types.tuples import TupleType
from ..types.type import ANY, Type
from ..types.values import Unknown, Value
from .branches import Branch
from .closures import Closure, block, closure
from .definitions import FunctionLike, ParameterDefinition, begun
from .fixed_types import is_fixed
from .origin import Origin
from .parameters import default_value, type_of
from .scope import RESERVED_NAMES, UNEVALUATED, Scope
from .skipped import Skipped


class Parameters:
    """The parameters of a lambda or function, and what is said of them wherever it is called."""

    def __init__(self, parameters: Sequence[ParameterDefinition]) -> None:
        self.each = parameters
        self.names = tuple([parameter.name for parameter in parameters])
        self.required_count = sum(1 for p in parameters if p.node.value is None and not p.node.captures_rest)
        self.captures_rest = bool(parameters) and parameters[-1].node.captures_rest
        self.reserved_name = next((name for name in self.names if name in RESERVED_NAMES), None)
        self.untyped = all(parameter.node.type_expr is None for parameter in parameters)


class Signature:
    """The parameters of a lambda or function, their types evaluated in the scope where it was written."""

    block_name: str | None = None

    def __init__(self, parameters: Parameters, returns: Closure | None, scope: Scope) -> None:
        self.parameters = parameters.each
        self.parameter_names, self.required_count = parameters.names, parameters.required_count
        self.captures_rest, self.reserved_name = parameters.captures_rest, parameters.reserved_name
        self.untyped = returns is None and parameters.untyped
        self._returns, self._scope = returns, scope

    @cached_property
    def return_type(self) -> Type:
        returned = ANY if self._returns is None else self._returns(self._scope)
        return returned if isinstance(returned, Type) else ANY

    @cached_property
    def callable_type(self) -> CallableType:
        return self._callable_type()

    def _callable_type(self) -> CallableType:
        types: list[Type] = []
        low, high, optional = 0, 0, False
        unlimited = False
        for parameter in self.parameters:
            type_ = type_of(parameter, self._scope)
            least, most = (0, 1) if parameter.node.value is not None else (1, 1)
            if parameter.node.captures_rest:
                size = type_.size if isinstance(type_, ArrayType) else None
                least, most = (
                    (0, 0) if size is None else (int(size.low), 0 if size.high == float("inf") else int(size.high))
                )
                unlimited = size is None or size.high == float("inf")
                type_ = type_.element_type if isinstance(type_, ArrayType) else type_
            types.append(type_)
            if least and optional:
                message = f"Parameter ${parameter.name} is required but appears after optional parameters"
                raise parameter.origin.placed(PuppetError(message, "REQUIRED_PARAMETER_AFTER_OPTIONAL"), parameter.node)
            optional = optional or not least
            low, high = low + least, high + most
        sizes = IntegerType(low, None if unlimited else high)
        return CallableType(TupleType(tuple(types), sizes), None, self.return_type)


class LambdaCode:
    """What a lambda expression compiles to."""

    def __init__(self, node: ast.LambdaExpression, origin: Origin) -> None:
        self.parameters = tuple(ParameterDefinition(parameter, origin) for parameter in node.parameters)
        self.body = begun(block(node.body, origin), self.parameters, origin)
        self.returns = None if node.return_type is None else closure(node.return_type, origin)
        self.skipped = Skipped([node], origin)
        self.known = Parameters(self.parameters)
        self.has_fixed_return = is_fixed(node.return_type)
        #: Its type, where that is the same for every call, once it was made.
        self.callable_type: CallableType | None = None

    @cached_property
    def has_fixed_types(self) -> bool:
        """Whether the types of the parameters are the same for every call."""
        return all(is_fixed(parameter.node.type_expr) for parameter in self.parameters)


class BoundLambda(Signature):
    """A lambda and the scope it was written in (the library's `Lambda`)."""

    def __init__(self, code: LambdaCode, scope: Scope) -> None:
        super().__init__(code.known, code.returns, scope)
        self._code = code

    def _callable_type(self) -> CallableType:
        code = self._code
        if code.callable_type is not None:
            return code.callable_type
        made = super()._callable_type()
        if code.has_fixed_types and code.has_fixed_return:
            code.callable_type = made
        return made

    @property
    def type(self) -> Type:
        return self.callable_type

    @property
    def acts(self) -> bool:
        """Whether a call would be seen anywhere but in its value."""
        return self._code.skipped.acts(self._scope)

    def leave_open(self, unknown: Unknown, anchor: int) -> None:
        """Take in that it may have been called, or not."""
        self._code.skipped.leave_open(self._scope, unknown, anchor, (Branch(lambda _: self._call_with(unknown)),))

    def _call_with(self, unknown: Unknown) -> Value:
        """With arguments of which nothing is known."""
        return self.call(*[unknown.plain() for parameter in self.parameters if not parameter.node.captures_rest])

    def call(self, *arguments: Value) -> Value:
        scope = self._scope.local_scope()
        bind(self, arguments, scope, "lambda")
        scope.run.enter()
        try:
            value = self._code.body(scope)
        except NextIteration as jump:
            value = jump.value
        finally:
            scope.run.leave()
        return (
            value if self._returns is None else assert_instance("value returned from lambda", self.return_type, value)
        )


def call_function(
    function: FunctionLike, arguments: tuple[Value, ...], scope: Scope, block_: Lambda | None = None
) -> Value:
    """Functions belong to top scope, whatever scope calls them; resources they declare do too."""
    draft, run = scope.draft, scope.run
    signature = draft.loader.signature_of(function)
    if not signature.callable_type.callable_with(arguments, block_):
        raise refusal(function.name, [signature], arguments, block_)
    local = draft.top.local_scope(sees_locals=False)
    bind(signature, arguments, local, function.name)
    run.enter()
    run.functions += 1
    try:
        value = function.code(local)
    except ReturnValue as jump:
        return jump.value  # Puppet checks the type of the last value and of `next` alone
    except NextIteration as jump:
        value = jump.value
    finally:
        run.functions -= 1
        run.leave()
    if function.return_type is None:
        return value
    try:
        return assert_instance(f"value returned from {function.name}", signature.return_type, value)
    except PuppetError as error:
        error.related += ((f"the value of {function.name}", function.value_location),)
        raise


def bind(signature: Signature, arguments: tuple[Value, ...], scope: Scope, callee: str) -> None:
    """Give the parameters their values in `scope`, defaults from left to right; then check them all."""
    parameters = signature.parameters
    variables = scope.variables
    if signature.reserved_name is not None:
        raise PuppetError(f"Attempt to assign to a reserved variable name: '{signature.reserved_name}'")
    if len(arguments) == len(parameters) and not signature.captures_rest:
        for parameter, value in zip(parameters, arguments, strict=True):
            variables[parameter.name] = value
        if not (signature.untyped or signature.callable_type.callable_with(arguments)):
            raise _refused(signature, arguments, callee)
        return
    names = [parameter.name for parameter in parameters]
    variables.update(dict.fromkeys(names, UNEVALUATED))
    bound: list[Value] = []
    for index, parameter in enumerate(parameters):
        rest = parameter.node.captures_rest
        missing = index >= len(arguments)
        only_undef = rest and arguments[index:] == (None,)
        if parameter.default is not None and (missing or only_undef):
            value = default_value(parameter, scope, callee, names)
            value = (value,) if rest and not isinstance(value, tuple) else value
        elif rest:
            value = tuple(arguments[index:])
        elif missing:
            message = f"Parameter ${parameter.name} is required but no value was given"
            raise parameter.origin.placed(PuppetError(message, "MISSING_REQUIRED_PARAMETER"), parameter.node)
        else:
            value = arguments[index]
        variables[parameter.name] = value
        bound += value if rest else (value,)
    if not signature.callable_type.callable_with(tuple(bound)):
        raise _refused(signature, tuple(bound), callee)


def _refused(signature: Signature, arguments: tuple[Value, ...], callee: str) -> PuppetError:
    """The error for values that the parameters do not take, by whose names they were given."""
    error = refusal(callee, [signature], arguments)
    _, *way = error.way
    if way:
        number, *inside = way
        names = signature.parameter_names
        error.way = names[min(int(number), len(names) - 1)], *inside
    return error

"""Calls: built-in functions, functions in Puppet, types as functions, lambdas."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ..base.errors import PuppetError
from ..hiera.functions import DATA_FUNCTIONS, METHODS, LookupContext
from ..library import functions
from ..library.context import Lambda, NextIteration, ReturnValue
from ..syntax import ast
from ..types import describe_mismatch, describe_signatures, new_value
from ..types.callable import CallableType
from ..types.collections import ArrayType
from ..types.numbers import IntegerType
from ..types.signatures import SignatureLike
from ..types.tuples import TupleType
from ..types.type import ANY, Type
from ..types.values import Unknown, UnknownReason, Value, unknown_in
from .closures import Closure, block, closure, makes, unfolding
from .context import EvalContext
from .definitions import FunctionLike, ParameterDefinition
from .origin import Origin
from .scope import Scope

_DOING = "Error while evaluating a Function Call, "


class BoundLambda:
    """A lambda and the scope it was written in (the library's `Lambda`)."""

    def __init__(self, code: LambdaCode, scope: Scope) -> None:
        self._code = code
        self._scope = scope

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(parameter.name for parameter in self._code.parameters)

    @property
    def required_count(self) -> int:
        return sum(1 for p in self._code.parameters if p.node.value is None and not p.node.captures_rest)

    @property
    def captures_rest(self) -> bool:
        return bool(self._code.parameters) and self._code.parameters[-1].node.captures_rest

    @cached_property
    def types(self) -> tuple[Type, ...]:
        return tuple(parameter_type(parameter, self._scope) for parameter in self._code.parameters)

    @property
    def low(self) -> int:
        return self.required_count

    @property
    def high(self) -> int | None:
        return None if self.captures_rest else len(self._code.parameters)

    block_type: Type | None = None
    block_name: str | None = None

    @cached_property
    def callable_type(self) -> CallableType:
        return CallableType(TupleType(self.types, IntegerType(self.low, self.high)))

    @property
    def type(self) -> Type:
        return self.callable_type

    def call(self, *arguments: Value) -> Value:
        scope = self._scope.local_scope()
        bind(self._code.parameters, arguments, scope, self._scope, "lambda", self)
        scope.compiler.enter()
        try:
            value = self._code.body(scope)
        except NextIteration as jump:
            value = jump.value
        finally:
            scope.compiler.leave()
        if self._code.return_type is not None:
            expected = self._code.return_type(self._scope)
            if isinstance(expected, Type) and not expected.accepts(value):
                raise PuppetError(describe_mismatch("value returned from lambda", expected, value))
        return value


class LambdaCode:
    """What a lambda expression compiles to."""

    def __init__(self, node: ast.LambdaExpression, origin: Origin) -> None:
        self.parameters = tuple(ParameterDefinition(parameter, origin) for parameter in node.parameters)
        self.body = block(node.body, origin)
        self.return_type = None if node.return_type is None else closure(node.return_type, origin)


def parameter_type(parameter: ParameterDefinition, scope: Scope) -> Type:
    """The declared type; of `*$rest` the type of one argument."""
    if parameter.type is None:
        return ANY
    type_ = parameter.type(scope)
    if not isinstance(type_, Type):
        return ANY
    if parameter.node.captures_rest and isinstance(type_, ArrayType):
        return type_.element_type
    return type_


def bind(
    parameters: tuple[ParameterDefinition, ...],
    arguments: tuple[Value, ...],
    scope: Scope,
    type_scope: Scope,
    name: str,
    signature: SignatureLike,
) -> None:
    """Give the parameters their values in `scope`, defaults from left to right."""
    rest = bool(parameters) and parameters[-1].node.captures_rest
    low = sum(1 for p in parameters if p.node.value is None and not p.node.captures_rest)
    if len(arguments) < low or (not rest and len(arguments) > len(parameters)):
        raise PuppetError(describe_signatures(name, [signature], arguments, None))
    for index, parameter in enumerate(parameters):
        if parameter.node.captures_rest:
            value: Value = tuple(arguments[index:])
            if not value and parameter.default is not None:
                value = parameter.default(scope)
                value = value if isinstance(value, tuple) else (value,)
        elif index < len(arguments):
            value = arguments[index]
        else:
            assert parameter.default is not None
            value = parameter.default(scope)
        check(parameter, value, type_scope, name)
        scope.variables[parameter.name] = value


def check(parameter: ParameterDefinition, value: Value, scope: Scope, name: str) -> None:
    if parameter.type is None:
        return
    expected = parameter_type(parameter, scope)
    values = value if parameter.node.captures_rest else (value,)
    for each in values:
        if not expected.accepts(each):
            prefix = "" if name == "lambda" else f"'{name}' "
            subject = f"{prefix}parameter '{parameter.name}'"
            raise PuppetError(describe_mismatch(subject, expected, each), "TYPE_MISMATCH" if not prefix else None)


class FunctionSignature:
    """A function in Puppet as descriptions of mismatches see it."""

    def __init__(self, function: FunctionLike, scope: Scope) -> None:
        parameters = function.parameters
        self.low = sum(1 for p in parameters if p.node.value is None and not p.node.captures_rest)
        rest = bool(parameters) and parameters[-1].node.captures_rest
        self.high: int | None = None if rest else len(parameters)
        self.parameter_names = tuple(parameter.name for parameter in parameters)
        self._parameters, self._scope = parameters, scope

    block_type: Type | None = None
    block_name: str | None = None

    @property
    def types(self) -> tuple[Type, ...]:
        return tuple(parameter_type(parameter, self._scope) for parameter in self._parameters)

    @property
    def callable_type(self) -> CallableType:
        return CallableType(TupleType(self.types, IntegerType(self.low, self.high)))


def call_puppet_function(function: FunctionLike, arguments: tuple[Value, ...], scope: Scope) -> Value:
    """Functions see top scope, not the scope that calls them."""
    compiler = scope.compiler
    local = Scope(compiler, "function", scope, scope.resource, scope.source)
    if function.origin.module is not None:
        local.variables["module_name"] = function.origin.module
    bind(function.parameters, arguments, local, compiler.top, function.name, FunctionSignature(function, local))
    compiler.enter()
    try:
        value = function.code(local)
    except (ReturnValue, NextIteration) as jump:
        value = jump.value
    finally:
        compiler.leave()
    if function.return_type is not None:
        expected = function.return_type(compiler.top)
        if isinstance(expected, Type) and not expected.accepts(value):
            subject = f"value returned from function '{function.name}'"
            raise PuppetError(describe_mismatch(subject, expected, value), "TYPE_MISMATCH")
    return value


def call_by_name(
    name: str,
    arguments: tuple[Value, ...],
    lambda_: Lambda | None,
    context: EvalContext,
    statement: bool = False,
) -> Value:
    """Functions of the main manifest win over built-in ones, these over autoloaded ones.

    `statement` tells that the call's value may not be wanted.
    """
    scope = context.scope
    compiler = scope.compiler
    key = name.removeprefix("::").lower()
    if len(arguments) == 2 and key in DATA_FUNCTIONS and isinstance(arguments[1], LookupContext):
        return arguments[1].read_data(key, arguments[0])
    if arguments and isinstance(arguments[0], LookupContext) and key in METHODS:
        arity = 1 if lambda_ is None else len(lambda_.parameter_names)
        return arguments[0].call(key, arguments[1:], None if lambda_ is None else lambda_.call, arity)
    written = compiler.loader.functions.get(key)
    if written is None:
        built_in = functions.find(key)
        if built_in is not None:
            return built_in.call(context, arguments, lambda_)
        written = compiler.loader.find_function(key)
    if written is not None:
        return call_puppet_function(written, arguments, scope)
    if compiler.loader.ruby_function(key):
        unknown = context.unknown(f"the function '{key}' is written in Ruby")
        if statement and compiler.loader.has_effects(key):
            context.hole(unknown)
        return unknown
    raise PuppetError(f"Unknown function: '{name}'.", "UNKNOWN_FUNCTION")


def make_call(
    name: Callable[[Scope], str | Value],
    node: ast.CallNamedFunctionExpression | ast.CallMethodExpression,
    arguments: Callable[[Scope], tuple[Value, ...]],
    origin: Origin,
) -> Closure:
    lambda_code = LambdaCode(node.lambda_, origin) if node.lambda_ is not None else None

    def run(scope: Scope) -> Value:
        called = name(scope)
        values = arguments(scope)
        block_ = BoundLambda(lambda_code, scope) if lambda_code is not None else None
        context = EvalContext(scope, origin, node.anchor)
        scope.compiler.step()
        try:
            if isinstance(called, str):
                return call_by_name(called, values, block_, context, not node.rval_required)
            if isinstance(called, Unknown):
                return called
            return _instantiate(called, values, block_, context)
        except PuppetError as error:
            raise origin.placed(error, node.anchor, _DOING) from None

    return run


def _instantiate(type_: Value, values: tuple[Value, ...], block_: BoundLambda | None, context: EvalContext) -> Value:
    """`Type(...)` is `new(Type, ...)`."""
    if not isinstance(type_, Type):
        raise PuppetError("Illegal function call", "ILLEGAL_CALL")
    unknown = unknown_in(*values)
    if unknown:
        return unknown
    value = new_value(type_, values)
    return value if block_ is None else block_.call(value)


@makes(ast.CallNamedFunctionExpression)
def call_named(node: ast.CallNamedFunctionExpression, origin: Origin) -> Closure:
    functor = node.functor_expr
    arguments = unfolding(node.arguments, origin)
    if isinstance(functor, ast.QualifiedName):
        name = functor.value
        return make_call(lambda scope: name, node, arguments, origin)
    return make_call(closure(functor, origin), node, arguments, origin)


@makes(ast.CallMethodExpression)
def call_method(node: ast.CallMethodExpression, origin: Origin) -> Closure:
    receiver = unfolding((node.functor_expr.left_expr,), origin)
    rest = unfolding(node.arguments, origin)
    method = node.functor_expr.right_expr
    name = method.value if isinstance(method, ast.QualifiedName) else ""
    return make_call(lambda scope: name, node, lambda scope: (*receiver(scope), *rest(scope)), origin)


@makes(ast.LambdaExpression)
def lambda_expression(node: ast.LambdaExpression, origin: Origin) -> Closure:
    """A lambda on its own is the root of a template."""
    code = LambdaCode(node, origin)
    return lambda scope: BoundLambda(code, scope)


_ = UnknownReason

"""Calls as closures: built-in functions, functions in Puppet, types as functions, methods of objects."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..hiera.functions import DATA_FUNCTIONS, LookupContext, LookupContextType
from ..library import functions
from ..library.context import Lambda
from ..syntax import ast
from ..types.object_value import ObjectValue
from ..types.uri import Uri
from ..types.values import Unknown, Value
from .closures import Closure, closure, makes, unfolding
from .context import EvalContext
from .lambdas import BoundLambda, LambdaCode, call_function
from .origin import Origin
from .scope import Scope


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
    if key == "new" and arguments and isinstance(arguments[0], LookupContextType):
        return context.new_lookup_context(arguments[1:])
    written = compiler.loader.functions.get(key)
    if written is None:
        built_in = functions.find(key)
        if built_in is not None:
            return built_in.call(context, arguments, lambda_)
        written = compiler.loader.find_function(key)
    if written is not None:
        return call_function(written, arguments, scope, lambda_)
    if compiler.loader.ruby_function(key):
        unknown = context.unknown(f"the function '{key}' is written in Ruby")
        if statement and compiler.loader.has_effects(key):
            context.hole(unknown)
        return unknown
    raise PuppetError(f"Unknown function: '{name}'.", "UNKNOWN_FUNCTION")


class Call:
    """What named and method calls share."""

    def __init__(
        self, node: ast.CallNamedFunctionExpression | ast.CallMethodExpression, name: str, origin: Origin
    ) -> None:
        self.node, self.name, self.origin = node, name, origin
        self.lambda_code = LambdaCode(node.lambda_, origin) if node.lambda_ is not None else None
        self.statement = not node.rval_required

    def run(self, scope: Scope, values: tuple[Value, ...], method: bool = False) -> Value:
        """`method` where the first value may have a member of the name."""
        block = BoundLambda(self.lambda_code, scope) if self.lambda_code is not None else None
        scope.compiler.step()
        context = EvalContext(scope, self.origin, self.node.anchor)
        try:
            if method and values and isinstance(values[0], (ObjectValue, Uri)) and values[0].responds_to(self.name):
                return values[0].call(self.name, values[1:], block)
            return call_by_name(self.name, values, block, context, self.statement)
        except PuppetError as error:
            raise self.origin.placed(error, self.node) from None


@makes(ast.CallNamedFunctionExpression)
def call_named(node: ast.CallNamedFunctionExpression, origin: Origin) -> Closure:
    functor = node.functor_expr
    arguments = unfolding(node.arguments, origin)
    if isinstance(functor, ast.QualifiedName):
        run = Call(node, functor.value, origin).run
        return lambda scope: run(scope, arguments(scope))
    type_, make = closure(functor, origin), Call(node, "new", origin).run

    def new(scope: Scope) -> Value:
        called = type_(scope)
        return called if isinstance(called, Unknown) else make(scope, (called, *arguments(scope)))

    return new


@makes(ast.CallMethodExpression)
def call_method(node: ast.CallMethodExpression, origin: Origin) -> Closure:
    receiver = unfolding((node.functor_expr.left_expr,), origin)
    rest = unfolding(node.arguments, origin)
    method = node.functor_expr.right_expr
    name = method.value if isinstance(method, ast.QualifiedName) else ""
    call = Call(node, name, origin).run

    def run(scope: Scope) -> Value:
        return call(scope, (*receiver(scope), *rest(scope)), method=True)

    return run


@makes(ast.LambdaExpression)
def lambda_expression(node: ast.LambdaExpression, origin: Origin) -> Closure:
    """A lambda on its own is the root of a template."""
    code = LambdaCode(node, origin)
    return lambda scope: BoundLambda(code, scope)

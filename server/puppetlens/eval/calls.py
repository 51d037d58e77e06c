"""Calls as closures: built-in functions, functions in Puppet, types as functions, methods of objects."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..syntax import ast
from ..types.object_value import ObjectValue
from ..types.uri import Uri
from ..types.values import Unknown, Value, unknown_in
from .closures import Closure, closure, makes, unfolding
from .context import EvalContext
from .lambdas import BoundLambda, LambdaCode
from .origin import Origin
from .scope import Scope
from .skipped import Skipped


class Call:
    """What named and method calls share."""

    def __init__(
        self, node: ast.CallNamedFunctionExpression | ast.CallMethodExpression, name: str, origin: Origin
    ) -> None:
        self.node, self.name, self.origin = node, name, origin
        self.lambda_code = LambdaCode(node.lambda_, origin) if node.lambda_ is not None else None
        self.statement = not node.rval_required
        self.skipped = Skipped((node,), origin)

    def run(self, scope: Scope, values: tuple[Value, ...] | Unknown, method: bool = False) -> Value:
        """`method` where the first value may have a member of the name."""
        block = BoundLambda(self.lambda_code, scope) if self.lambda_code is not None else None
        run = scope.run
        run.step()
        context = EvalContext(scope, self.origin, self.node.anchor)
        if isinstance(values, Unknown):
            return self.skipped.leave_open(scope, values, self.node.anchor)
        run.calls.append(context)
        try:
            if method and values and isinstance(values[0], (ObjectValue, Uri)) and values[0].responds_to(self.name):
                return context.member(values[0].call(self.name, values[1:], block))
            return context.call_function(self.name, values, block, self.statement)
        except PuppetError as error:
            of_unknown = method and isinstance(values[0], Unknown) and not block
            if of_unknown and error.message == f"Unknown function: '{self.name}'.":
                return self.skipped.leave_open(
                    scope, values[0], self.node.anchor
                )  # it may be an object with such a member
            raise self.origin.placed(error, self.node) from None
        finally:
            run.calls.pop()


def joined(first: tuple[Value, ...] | Unknown, rest: tuple[Value, ...] | Unknown) -> tuple[Value, ...] | Unknown:
    """All arguments of a call; Unknown where it is not known how many they are."""
    if isinstance(first, Unknown) or isinstance(rest, Unknown):
        return unknown_in(first, rest) or ()
    return (*first, *rest)


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
        values = joined((called,), arguments(scope))
        return called if isinstance(called, Unknown) else make(scope, values)

    return new


@makes(ast.CallMethodExpression)
def call_method(node: ast.CallMethodExpression, origin: Origin) -> Closure:
    receiver = unfolding((node.functor_expr.left_expr,), origin)
    rest = unfolding(node.arguments, origin)
    method = node.functor_expr.right_expr
    name = method.value if isinstance(method, ast.QualifiedName) else ""
    call = Call(node, name, origin).run

    def run(scope: Scope) -> Value:
        return call(scope, joined(receiver(scope), rest(scope)), method=True)

    return run


@makes(ast.LambdaExpression)
def lambda_expression(node: ast.LambdaExpression, origin: Origin) -> Closure:
    """A lambda on its own is the root of a template."""
    code = LambdaCode(node, origin)
    return lambda scope: BoundLambda(code, scope)

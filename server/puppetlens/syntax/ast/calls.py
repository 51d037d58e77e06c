"""Calls, lambdas and their parameters."""

from __future__ import annotations

from ...base.span import Span
from .node import Body, Expression, Node
from .operators import NamedAccessExpression


class Parameter(Node, frozen=True, eq=False):
    """A parameter of a definition or lambda. `name_span` covers the name without `$`."""

    name: str
    name_span: Span
    value: Expression | None = None
    type_expr: Expression | None = None
    captures_rest: bool = False


class LambdaExpression(Expression, frozen=True, eq=False):
    """A lambda; also the root of an EPP file, whose `body` is then one `EppExpression`."""

    parameters: tuple[Parameter, ...]
    body: Body
    return_type: Expression | None = None


class CallNamedFunctionExpression(Expression, frozen=True, eq=False):
    """`f(...)`, a statement call `include x`, and `Type(...)` (functor is a `QualifiedReference`).

    `rval_required` is false where it stands as a statement, whose value may not be wanted.
    """

    functor_expr: Expression
    arguments: Body
    lambda_: LambdaExpression | None = None
    rval_required: bool = False


class CallMethodExpression(Expression, frozen=True, eq=False):
    """`x.f(...)`; `functor_expr` is a `NamedAccessExpression` whose left side is the receiver."""

    functor_expr: NamedAccessExpression
    arguments: Body
    lambda_: LambdaExpression | None = None
    rval_required: bool = False

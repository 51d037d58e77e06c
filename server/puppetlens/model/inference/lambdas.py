"""Calls with what they are given, and what they give to their lambda."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...project.autoload import normalise
from ...syntax import ast
from ...types.algebra import Known, array_of, elements, iterated, known, union, widened, without_undef
from ...types.sensitive import SensitiveType
from ...types.type import UNDEF
from .place import Place, leaves_by
from .types import Types


class Call(NamedTuple):
    """A call of either form: `arguments` begin with the receiver."""

    types: Types
    name: str
    arguments: tuple[Place, ...]
    block: Place | None

    def argument(self, index: int) -> Known:
        return self.types.of(self.arguments[index]) if index < len(self.arguments) else None

    @property
    def first(self) -> Known:
        return self.argument(0)

    def returned(self) -> Known:
        """What the lambda gives."""
        if self.block is None:
            return None
        node = self.block.node
        assert isinstance(node, ast.LambdaExpression)
        declared = self.types.declared(node.return_type)
        if declared is not None:
            return declared
        more = (UNDEF if each is None else self.types.of(each) for each in leaves_by(self.block, "next", False))
        return union((self.types.of_body(self.block, node.body), *more))


def call_at(types: Types, place: Place) -> Call | None:
    """The call of a named function at a place."""
    node = place.node
    if isinstance(node, ast.CallMethodExpression):
        functor = place.inside(node.functor_expr)
        name = node.functor_expr.right_expr
        given = (functor.inside(node.functor_expr.left_expr), *map(place.inside, node.arguments))
    elif isinstance(node, ast.CallNamedFunctionExpression):
        name, given = node.functor_expr, tuple(map(place.inside, node.arguments))
    else:
        return None
    if not isinstance(name, ast.QualifiedName):
        return None
    block = None if node.lambda_ is None else place.inside(node.lambda_)
    return Call(types, normalise(name.value), given, block)


def block_parameters(types: Types, place: Place, count: int) -> Sequence[Known]:
    """The types of what a call gives the lambda at a place, which has `count` parameters."""
    around = place.around
    call = None if around is None else call_at(types, around)
    node = place.node
    if call is None or not isinstance(node, ast.LambdaExpression) or any(p.captures_rest for p in node.parameters):
        return ()
    match call.name:
        case "with":
            return [call.argument(n) for n in range(len(call.arguments))]
        case "then":
            return (without_undef(call.first),)
        case "unwrap":
            return (unwrapped(call.first),)
        case "reduce":
            part = elements(call.first)
            start = call.argument(1) if len(call.arguments) > 1 else part
            return (None if start is None else widened(start), part)
        case "slice":
            part = elements(call.first)
            return (array_of(part),) if count < 2 else (part,) * count
        case "sort" | "stdlib::sort_by":
            return (elements(call.first),) * count
        case name if name in _ITERATING:
            return iterated(call.first, count)
    return ()


_ITERATING = frozenset(
    ("all", "any", "each", "filter", "group_by", "index", "map", "partition", "reverse_each", "step", "unique")
)


def unwrapped(type_: Known) -> Known:
    """What a Sensitive holds; what is none stays."""
    return known(type_.type) if isinstance(type_, SensitiveType) else type_

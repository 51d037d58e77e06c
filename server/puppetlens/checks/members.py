"""Attributes and functions of objects, which are called as functions are: `$context.not_found`."""

from __future__ import annotations

from ..hiera.functions import LOOKUP_CONTEXT
from ..model.inference import types_of
from ..model.reference import Reference
from ..syntax import ast
from ..types import Type
from ..types.algebra import known
from ..types.aliases import AliasType
from ..types.builtin_objects import DEFERRED_TYPE, ERROR_TYPE
from ..types.object_type import ObjectType
from ..types.variants import VariantType
from .certainty import may_use_bolt
from .registry import Here

#: Those of Puppet's own.
_OBJECTS = (LOOKUP_CONTEXT, ERROR_TYPE, DEFERRED_TYPE)
#: What targets and results have, of types that Bolt brings.
_OF_BOLT = frozenset((
    "action", "count", "empty", "error", "error_set", "find", "first", "message", "names", "ok", "ok_set", "report", "results",
    "status", "target", "targets", "to_data", "value", "config", "facts", "features", "host", "name", "password", "port",
    "protocol", "safe_name", "target_alias", "uri", "user", "vars",
))  # fmt: skip


def may_be_member(here: Here, reference: Reference) -> bool:
    """Whether it may be one of what a method is called on: of which nothing is known, one of Puppet's own objects, or of Bolt's
    (`$results.ok_set`)."""
    types, span = types_of(here.view), here.in_file(reference.span)
    place = types.at(span.start)
    for around in place.outwards() if place is not None else ():
        node = around.node
        if isinstance(node, ast.CallMethodExpression):
            if node.functor_expr.right_expr.span.shift(around.base) != span:
                return False
            type_ = known(types.of(around.inside(node.functor_expr.left_expr)))
            is_of_bolt = type_ is None and reference.written in _OF_BOLT and may_use_bolt(here.view)
            return is_of_bolt or _has(type_, reference.written)
    return False


def _has(type_: Type | None, name: str) -> bool:
    if type_ is None:
        return any(_has(each, name) for each in _OBJECTS)
    if isinstance(type_, AliasType):
        return _has(type_.resolved(), name)
    if isinstance(type_, VariantType):
        return any(_has(each, name) for each in type_.types)
    return isinstance(type_, ObjectType) and (name in type_.attributes or name in type_.functions)

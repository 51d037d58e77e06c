"""Classes, defines, functions, plans, nodes and types."""

from __future__ import annotations

from ...base.span import Span
from .calls import Parameter
from .node import Body, Expression, Items


class Definition(Expression, frozen=True, eq=False):
    pass


class HostClassDefinition(Definition, frozen=True, eq=False):
    """`name` is as written; the full name of a nested class is the business of who walks the tree.

    `parent_class` is without leading `::`; `parent_span` covers it.
    """

    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    body: Items
    parent_class: str | None = None
    parent_span: Span | None = None


class ResourceTypeDefinition(Definition, frozen=True, eq=False):
    """`define`."""

    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    body: Items


class FunctionDefinition(Definition, frozen=True, eq=False):
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    body: Items
    return_type: Expression | None = None


class PlanDefinition(FunctionDefinition, frozen=True, eq=False):
    pass


class NodeDefinition(Definition, frozen=True, eq=False):
    host_matches: Body
    body: Items
    parent: Expression | None = None


class TypeAlias(Definition, frozen=True, eq=False):
    name: str
    name_span: Span
    type_expr: Expression | None


class TypeMapping(Definition, frozen=True, eq=False):
    type_expr: Expression
    mapping_expr: Expression


class TypeDefinition(Definition, frozen=True, eq=False):
    """`type Name inherits Parent {}`: parsed, never evaluated (Puppet rejects it when it validates)."""

    name: str
    name_span: Span
    parent: str | None
    body: Body


class ApplyExpression(Expression, frozen=True, eq=False):
    """`apply(targets) { ... }` in plans."""

    arguments: Body
    body: Body

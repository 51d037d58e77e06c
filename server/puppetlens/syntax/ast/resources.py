"""Resources, defaults, overrides and collectors."""

from __future__ import annotations

from typing import Literal

from ...base.span import Span
from .node import Expression, Node

Form = Literal["regular", "virtual", "exported"]


class AttributeOperation(Node, frozen=True, eq=False):
    attribute_name: str
    name_span: Span
    operator: Literal["=>", "+>"]
    value_expr: Expression


class AttributesOperation(Node, frozen=True, eq=False):
    """`* => hash`."""

    expr: Expression


Operations = tuple[AttributeOperation | AttributesOperation, ...]


class ResourceBody(Node, frozen=True, eq=False):
    title: Expression | None
    operations: Operations


class ResourceExpression(Expression, frozen=True, eq=False):
    """`type_name { bodies }`; `class { ... }` has the `QualifiedName` `class` as its `type_name`."""

    type_name: Expression
    bodies: tuple[ResourceBody, ...]
    form: Form = "regular"


class ResourceDefaultsExpression(Expression, frozen=True, eq=False):
    type_ref: Expression
    operations: Operations
    form: Form = "regular"


class ResourceOverrideExpression(Expression, frozen=True, eq=False):
    resources: Expression
    operations: Operations
    form: Form = "regular"


class QueryExpression(Expression, frozen=True, eq=False):
    expr: Expression | None = None


class VirtualQuery(QueryExpression, frozen=True, eq=False):
    """`<| ... |>`"""


class ExportedQuery(QueryExpression, frozen=True, eq=False):
    """`<<| ... |>>`"""


class CollectExpression(Expression, frozen=True, eq=False):
    type_expr: Expression
    query: QueryExpression
    operations: Operations

"""Classes, defined types, functions, plans, nodes, types."""

from __future__ import annotations

import msgspec
from tree_sitter import Node as Tree

from ...base.span import Span
from .. import ast
from .calls import parameters
from .core import EXTRAS, Lowerer, lowers
from .literals import elements


def body(lowerer: Lowerer, node: Tree) -> ast.Items:
    block = node.child_by_field_name("body")
    return () if block is None else lowerer.items(lowerer.with_broken(block.named_children, block), lowerer.base)


def name_of(lowerer: Lowerer, node: Tree) -> tuple[str, Span]:
    name = node.child_by_field_name("name")
    if name is None:
        end = lowerer.offset(node.end_byte)
        return "", Span(end, end)
    report_malformed(lowerer, name)
    return lowerer.text(name), lowerer.span(name)


def report_malformed(lowerer: Lowerer, name: Tree | None) -> None:
    """Lowering a name reports what is wrong with it; here only its text is wanted otherwise."""
    if name is not None and any(child.type == "malformed" for child in name.named_children):
        lowerer.expression(name, name)


@lowers("class_definition")
def class_(lowerer: Lowerer, node: Tree) -> ast.Expression:
    parent = node.child_by_field_name("parent")
    report_malformed(lowerer, parent)
    return ast.HostClassDefinition(
        *lowerer.at(node),
        *name_of(lowerer, node),
        parameters(lowerer, node.child_by_field_name("parameters")),
        body(lowerer, node),
        None if parent is None else lowerer.text(parent),
        None if parent is None else lowerer.span(parent),
    )


@lowers("defined_type_definition")
def define(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.ResourceTypeDefinition(
        *lowerer.at(node),
        *name_of(lowerer, node),
        parameters(lowerer, node.child_by_field_name("parameters")),
        body(lowerer, node),
    )


@lowers("function_definition")
def function(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return_type = node.child_by_field_name("return_type")
    return ast.FunctionDefinition(
        *lowerer.at(node),
        *name_of(lowerer, node),
        parameters(lowerer, node.child_by_field_name("parameters")),
        body(lowerer, node),
        None if return_type is None else lowerer.expression(return_type, node),
    )


@lowers("plan_definition")
def plan(lowerer: Lowerer, node: Tree) -> ast.Expression:
    if not lowerer.tasks:
        lowerer.fault(node, "a plan is only known in files below a `plans` folder")
    return ast.PlanDefinition(
        *lowerer.at(node),
        *name_of(lowerer, node),
        parameters(lowerer, node.child_by_field_name("parameters")),
        body(lowerer, node),
    )


@lowers("apply_expression")
def apply(lowerer: Lowerer, node: Tree) -> ast.Expression:
    if not lowerer.tasks:
        lowerer.fault(node, "`apply` is only known in files below a `plans` folder")
    arguments = node.child_by_field_name("arguments")
    return ast.ApplyExpression(
        *lowerer.at(node),
        elements(lowerer, arguments.named_children, arguments) if arguments is not None else (),
        lowerer.block(node.child_by_field_name("body")),
    )


@lowers("node_definition")
def node_(lowerer: Lowerer, node: Tree) -> ast.Expression:
    parent = node.child_by_field_name("parent")
    hosts = lowerer.expressions(node.children_by_field_name("host"), node)
    return ast.NodeDefinition(
        *lowerer.at(node),
        tuple(host for host in hosts if not isinstance(host, ast.ErrorExpression)),
        body(lowerer, node),
        None if parent is None else lowerer.expression(parent, node),
    )


@lowers("host_name")
def host_name(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """A dotted name; white space around its dots is no part of it."""
    parts = []
    for child in node.named_children:
        if child.type not in EXTRAS:
            report_malformed(lowerer, child)
            parts.append(lowerer.text(child))
    return ast.LiteralString(*lowerer.at(node), ".".join(parts))


@lowers("type_alias")
def type_alias(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """`type Name = Type`; with `Name[...]` on its left it is a mapping. Puppet anchors both at the name."""
    name = node.child_by_field_name("name")
    type_expr = aliased_type(lowerer, node)
    start, end, anchor = lowerer.at_token(node, name)
    if name is not None and name.type == "access_expression":
        mapped = lowerer.expression(name, node)
        return ast.TypeMapping(start, end, anchor, mapped, type_expr)
    return ast.TypeAlias(start, end, anchor, *name_of(lowerer, node), type_expr)


def aliased_type(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """`= {...}` means `Object[{...}]`, `= Type {...}` means `Object[{..., parent => Type}]`.

    An access is anchored at the name; of `Object {...}` and `TypeSet {...}` these are no parents.
    """
    parts = node.children_by_field_name("type")
    name = node.child_by_field_name("name") or node
    anchor = lowerer.offset(name.start_byte)
    if len(parts) == 2:
        left, hash_ = (lowerer.expression(part, node) for part in parts)
        inherited = isinstance(left, ast.QualifiedReference) and left.cased_value not in ("Object", "TypeSet")
        if inherited and isinstance(hash_, ast.LiteralHash):
            key = ast.QualifiedName(left.start, left.start, left.anchor, "parent")
            entry = ast.KeyedEntry(left.start, left.end, hash_.anchor, key, left)
            whole = msgspec.structs.replace(hash_, start=left.start, entries=(*hash_.entries, entry))
            object_ = ast.QualifiedReference(left.start, left.start, anchor, "Object")
            return ast.AccessExpression(left.start, hash_.end, anchor, object_, (whole,))
        return ast.AccessExpression(left.start, hash_.end, anchor, left, (hash_,))
    only = lowerer.expression(parts[0] if parts else None, node)
    if isinstance(only, ast.AccessExpression):
        return msgspec.structs.replace(only, anchor=anchor)
    if isinstance(only, ast.LiteralHash):
        left = ast.QualifiedReference(only.start, only.start, anchor, "Object")
        return ast.AccessExpression(only.start, only.end, anchor, left, (only,))
    return only


@lowers("type_definition")
def type_definition(lowerer: Lowerer, node: Tree) -> ast.Expression:
    parent = node.child_by_field_name("parent")
    report_malformed(lowerer, parent)
    return ast.TypeDefinition(
        *lowerer.at(node),
        *name_of(lowerer, node),
        None if parent is None else lowerer.text(parent),
        lowerer.block(node.child_by_field_name("body")),
    )

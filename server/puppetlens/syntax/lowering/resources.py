"""Resources, defaults, overrides, collectors."""

from __future__ import annotations

import msgspec
from tree_sitter import Node as Tree

from .. import ast
from .core import Lowerer, lowers

#: What other languages write for `elsif`.
ELSIF = frozenset(("elseif", "elif"))


def operations(lowerer: Lowerer, node: Tree) -> ast.Operations:
    lowered: list[ast.AttributeOperation | ast.AttributesOperation] = []
    for child in node.named_children:
        if child.type == "attribute_operation":
            name = child.child_by_field_name("name") or child
            operator = child.child_by_field_name("operator")
            lowered.append(
                ast.AttributeOperation(
                    *lowerer.at(child),
                    lowerer.text(name),
                    lowerer.span(name),
                    "+>" if operator is not None and operator.type == "+>" else "=>",
                    lowerer.field(child, "value"),
                )
            )
        elif child.type == "attributes_operation":
            lowered.append(ast.AttributesOperation(*lowerer.at(child), lowerer.field(child, "value")))
    return tuple(lowered)


@lowers("resource_expression")
def resource(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """Puppet anchors a resource where its type is anchored, and every body where the resource is."""
    type_name = lowerer.field(node, "type")
    start, end, _ = lowerer.at(node)
    for child in node.children:
        # The beginning of one in one that is half written (`class {` above `notify { 'x': }`): what follows is of that.
        if child.type == "ERROR" and [each.type for each in child.children] == ["name", "{"]:
            type_name = lowerer.expression(child.children[0], child)
            start = type_name.start
    bodies = tuple(
        ast.ResourceBody(
            lowerer.offset(child.start_byte),
            lowerer.offset(child.end_byte),
            type_name.anchor,
            lowerer.field(child, "title"),
            operations(lowerer, child),
        )
        for child in node.named_children
        if child.type == "resource_body"
    )
    return ast.ResourceExpression(start, end, type_name.anchor, type_name, bodies)


@lowers("resource_defaults")
def defaults(lowerer: Lowerer, node: Tree) -> ast.Expression:
    type_ref = lowerer.field(node, "type")
    return ast.ResourceDefaultsExpression(*lowerer.at(node), type_ref, operations(lowerer, node))


@lowers("resource_override")
def override(lowerer: Lowerer, node: Tree) -> ast.Expression:
    resources = lowerer.field(node, "resources")
    start, end, _ = lowerer.at(node)
    anchor = resources.anchor
    done = operations(lowerer, node)
    if not isinstance(resources, ast.AccessExpression):
        said = "Expression is not valid as a resource, resource-default, or resource-override"
        before = node.prev_named_sibling
        word = lowerer.text(before) if before is not None and before.type == "name" else ""
        if before is not None and word in ELSIF:
            lowerer.fault(before, f"Puppet writes `elsif`, not `{word}`", anchor, said, "elsif")
        else:
            what = "this is not a resource, and no defaults or override of one: a title is missing"
            lowerer.fault(node, what, anchor, said)
        return ast.ErrorExpression(start, end, anchor, (resources,))
    if _means_every_resource(resources):
        return ast.ResourceDefaultsExpression(start, end, anchor, resources, done)
    return ast.ResourceOverrideExpression(start, end, anchor, resources, done)


def _means_every_resource(access: ast.AccessExpression) -> bool:
    """`Resource[Type] { ... }` sets defaults, as `Type { ... }` does."""
    left = access.left_expr
    return isinstance(left, ast.QualifiedReference) and left.cased_value.lower() == "resource" and len(access.keys) == 1


#: What Puppet says where no resource follows.
NO_RESOURCE = {
    "@": "Virtual (@) can only be applied to a Resource Expression",
    "@@": "Exported (@@) can only be applied to a Resource Expression",
}


@lowers("virtual_resource")
def virtual(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """Puppet anchors the bodies, and the `class` that a type can be, at the `@`."""
    resource_ = lowerer.field(node, "resource")
    form_node = node.child_by_field_name("form")
    form: ast.Form = "exported" if form_node is not None and form_node.type == "@@" else "virtual"
    start, end, anchor = lowerer.at(node)
    if isinstance(resource_, ast.ResourceExpression):
        bodies = tuple(msgspec.structs.replace(body, anchor=anchor) for body in resource_.bodies)
        type_name = resource_.type_name
        if isinstance(type_name, ast.QualifiedName) and type_name.value == "class":
            type_name = msgspec.structs.replace(type_name, anchor=anchor)
        return msgspec.structs.replace(
            resource_, start=start, end=end, anchor=anchor, form=form, type_name=type_name, bodies=bodies
        )
    if isinstance(resource_, (ast.ResourceDefaultsExpression, ast.ResourceOverrideExpression)):
        return msgspec.structs.replace(resource_, start=start, end=end, anchor=anchor, form=form)
    said = NO_RESOURCE["@@" if form == "exported" else "@"]
    lowerer.fault(node, "`@` stands before a resource only", said=said)
    return ast.ErrorExpression(start, end, anchor, (resource_,))


@lowers("collect_expression")
def collect(lowerer: Lowerer, node: Tree) -> ast.Expression:
    type_expr = lowerer.field(node, "type")
    query_node = node.child_by_field_name("query") or node
    inner = query_node.child_by_field_name("expression")
    kind = ast.ExportedQuery if query_node.type == "exported_query" else ast.VirtualQuery
    query = kind(*lowerer.at(query_node), None if inner is None else lowerer.expression(inner, node))
    start, end, _ = lowerer.at(node)
    return ast.CollectExpression(start, end, type_expr.anchor, type_expr, query, operations(lowerer, node))

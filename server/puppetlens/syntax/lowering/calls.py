"""Calls, lambdas and parameters."""

from __future__ import annotations

from tree_sitter import Node as Tree

from ...base.span import Span
from .. import ast
from .core import Lowerer, lowers
from .literals import elements


@lowers("call_expression")
def call(lowerer: Lowerer, node: Tree) -> ast.Expression:
    is_value = node.id != lowerer.statement_id
    functor = lowerer.field(node, "function")
    start, end, _ = lowerer.at(node)
    arguments_node = node.child_by_field_name("arguments")
    arguments = elements(lowerer, arguments_node.named_children, arguments_node) if arguments_node else ()
    block = node.child_by_field_name("lambda")
    return ast.CallNamedFunctionExpression(
        start, end, functor.anchor, functor, arguments, lambda_(lowerer, block) if block else None, is_value
    )


@lowers("statement_call")
def statement_call(lowerer: Lowerer, node: Tree) -> ast.Expression:
    arguments_node = node.child_by_field_name("arguments")
    arguments = elements(lowerer, arguments_node.named_children, arguments_node) if arguments_node else ()
    return ast.CallNamedFunctionExpression(*lowerer.at(node), lowerer.field(node, "function"), arguments)


@lowers("method_call_expression")
def method_call(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """Puppet anchors it at its `(`, or at the dot where there is none, as its functor and the method's name."""
    is_value = node.id != lowerer.statement_id
    dot = next((child for child in node.children if child.type == "."), None)
    receiver, method = lowerer.field(node, "receiver"), node.child_by_field_name("method")
    start, end, anchor = lowerer.at_token(node, dot)
    name: ast.Expression = lowerer.expression(None, node)
    if method is not None:
        if method.named_child_count:
            lowerer.fault(method, f"illegal name of a method: '{lowerer.text(method)}'")
        name = ast.QualifiedName(*lowerer.span(method)[:2], anchor, lowerer.text(method))
    functor = ast.NamedAccessExpression(start, name.end, anchor, receiver, name)
    arguments_node = node.child_by_field_name("arguments")
    arguments = elements(lowerer, arguments_node.named_children, arguments_node) if arguments_node else ()
    block = node.child_by_field_name("lambda")
    if arguments_node is not None:
        anchor = lowerer.offset(arguments_node.start_byte)
    code = lambda_(lowerer, block) if block else None
    return ast.CallMethodExpression(start, end, anchor, functor, arguments, code, is_value)


def lambda_(lowerer: Lowerer, node: Tree) -> ast.LambdaExpression:
    return_type = node.child_by_field_name("return_type")
    parameter_list = node.child_by_field_name("parameters")
    if parameter_list is not None and lowerer.data.startswith(b">>", parameter_list.end_byte):
        lowerer.fault(parameter_list, "white space is missing between `|` and `>>`: together they end a collector")
    return ast.LambdaExpression(
        *lowerer.at(node),
        parameters(lowerer, parameter_list),
        lowerer.block(node.child_by_field_name("body")),
        None if return_type is None else lowerer.expression(return_type, node),
    )


@lowers("lambda")
def lone_lambda(lowerer: Lowerer, node: Tree) -> ast.Expression:
    """A lambda is lowered on its own only inside a stretch that does not parse."""
    return lambda_(lowerer, node)


def parameters(lowerer: Lowerer, node: Tree | None) -> tuple[ast.Parameter, ...]:
    if node is None:
        return ()
    return tuple(parameter(lowerer, child) for child in node.named_children if child.type == "parameter")


_PRIVATE = "`private` is not allowed before a parameter: what is private to its module has `# @api private` above it"


def parameter(lowerer: Lowerer, node: Tree) -> ast.Parameter:
    type_, default = node.child_by_field_name("type"), node.child_by_field_name("default")
    name_node = node.child_by_field_name("name") or node
    for child in node.children:
        if child.type == "private_modifier":
            lowerer.fault(child, _PRIVATE)
    text = lowerer.text(name_node)
    start, end, anchor = lowerer.at_token(node, name_node)
    name_span = lowerer.span(name_node)
    return ast.Parameter(
        start,
        end,
        anchor,
        text.removeprefix("$"),
        Span(min(name_span.start + 1, name_span.end), name_span.end),
        None if default is None else lowerer.expression(default, node),
        None if type_ is None else lowerer.expression(type_, node),
        node.child_by_field_name("splat") is not None,
    )

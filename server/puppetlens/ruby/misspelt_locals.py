"""Bare names in an ERB template that are plainly those of local variables, mistyped: read, never run."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ..base.near_names import is_plain_slip, short_slip_of
from ..base.span import Span
from .broken_template import has_fault
from .source import everything, parse, text_of
from .template_code import template_code

#: What binds the names that stand in it, but for values of parameters.
_BINDING = ("block_parameters", "lambda_parameters", "method_parameters", "exception_variable", "left_assignment_list")
_ASSIGNING = ("assignment", "operator_assignment")


def misspelt_locals(template: bytes) -> Iterator[tuple[Span, str, str]]:
    """Where each stands, its name and that of the variable that was meant."""
    if b"<%" not in template:
        return
    made = template_code(template)
    source = parse(made.code)
    if source is None or has_fault(source.root):
        return
    names = [node for node in everything(source.root) if node.type == "identifier" and not _is_method(node)]
    binding = {node.start_byte for node in names if _binds(node)}
    bound = {text_of(node) for node in names if node.start_byte in binding}
    reads = [node for node in names if node.start_byte not in binding]
    unread = bound - {text_of(node) for node in reads}
    for node in sorted(reads, key=lambda each: each.start_byte):
        name, at = text_of(node), made.place(node.start_byte)
        if name in bound or at is None:
            continue
        near = next((each for each in sorted(bound) if is_plain_slip(name, each, replaced=False)), None)
        near = near or short_slip_of(name, unread)
        if near is not None:
            yield Span(at, at + node.end_byte - node.start_byte), name, near


def _is_method(node: Node) -> bool:
    """Whether it is called with arguments or on something, or defined."""
    parent = node.parent
    if parent is None or parent.type in ("alias", "undef"):
        return True
    named = parent.child_by_field_name("method" if parent.type == "call" else "name")
    return parent.type in ("call", "method", "singleton_method") and named == node


def _binds(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    if parent.type in _ASSIGNING:
        return parent.child_by_field_name("left") == node
    if parent.type == "for":
        return parent.child_by_field_name("pattern") == node
    if parent.type == "optional_parameter":
        return parent.child_by_field_name("name") == node
    while parent is not None and parent.type.endswith(("_parameter", "destructured_left_assignment")):
        parent = parent.parent
    return parent is not None and parent.type in _BINDING

"""Expressions of Ruby that fail whenever they are reached, by what is written there: read, never run."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ..base.span import Span
from .names import ruby_of
from .source import everything, parse, span_of, text_of

#: What answers nil, of what code may ask it, and what Puppet or a library may add.
_OF_NIL = ("to_", "is_", "instance_", "public_", "respond_to", "method", "object_", "equal", "frozen", "singleton")
_ALSO_OF_NIL = frozenset((
    "nil?", "inspect", "class", "dup", "clone", "freeze", "hash", "send", "__send__", "tap", "then", "yield_self", "itself",
    "kind_of?", "eql?", "rationalize", "display", "extend", "blank?", "present?", "empty?", "try", "presence", "in?",
    "enum_for", "define_singleton_method", "instance_of?", "undef?", "untaint", "taint", "pretty_inspect", "unspecified?",
))  # fmt: skip


def failing(data: bytes, template: bool) -> Iterator[tuple[Span, str]]:
    """Each with what Ruby says, in Ruby or in an ERB template."""
    if template and b"<%" not in data:
        return
    source = parse(ruby_of(data) if template else data)
    if source is None or source.root.has_error:
        return
    tags = template and b"tags" in data and not any(_binds_tags(node) for node in everything(source.root))
    for node in everything(source.root):
        told = _wrong(node) or (_TAGS if tags and _is_tags(node) else None)
        if told is not None and not _is_rescued(node):
            yield span_of(node), told


_TAGS = "Puppet refuses `tags` in a template: call 'all_tags' instead"


def _wrong(node: Node) -> str | None:
    """What Ruby says of an expression, whatever is around it."""
    if node.type == "binary":
        return _of_operator(node)
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    if node.type != "call" or receiver is None or method is None or (node.text or b"").find(b"&.") >= 0:
        return None
    name = text_of(method)
    if receiver.type == "nil" and not name.startswith(_OF_NIL) and name not in _ALSO_OF_NIL and name.isidentifier():
        return f"undefined method '{name}' for nil"
    given = node.child_by_field_name("arguments")
    one = given is not None and given.named_child_count == 1 and node.child_by_field_name("block") is None
    is_empty = receiver.type == "hash" and receiver.named_child_count == 0
    return "there is no key in {}" if name == "fetch" and is_empty and one else None


def _of_operator(node: Node) -> str | None:
    left, right, operator = (node.child_by_field_name(each) for each in ("left", "right", "operator"))
    if left is None or right is None or operator is None:
        return None
    sign = text_of(operator)
    if sign in ("/", "%") and left.type == "integer" and text_of(right) == "0":
        return "divided by 0"
    if sign == "+" and left.type == "string" and right.type in ("integer", "float"):
        return "no implicit conversion of a number into a text"
    return None


def _is_tags(node: Node) -> bool:
    """A call without arguments, and not of something."""
    if node.type != "identifier" or text_of(node) != "tags":
        return False
    parent = node.parent
    return parent is None or parent.type != "call" or parent.child_by_field_name("method") != node


def _binds_tags(node: Node) -> bool:
    """Whether a template has a variable or a method of this name: an assignment, a parameter."""
    if node.type not in ("assignment", "operator_assignment", "block_parameters", "method", "method_parameters", "for"):
        return False
    header = (node.text or b"").partition(b"\n")[0]
    return b"tags" in header


def _is_rescued(node: Node) -> bool:
    at = node.parent
    while at is not None:
        if at.type == "rescue_modifier" or (
            at.type in ("begin", "method", "body_statement", "do_block")
            and any(each.type == "rescue" for each in at.named_children)
        ):
            return True
        at = at.parent
    return False

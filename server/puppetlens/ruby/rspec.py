"""Which parameters of classes and defines the tests of rspec-puppet name.

    describe 'web' do
      let(:params) { { 'port' => 80 } }
      it { is_expected.to contain_class('web').with_port(80).with(root: '/') }
      it { is_expected.to contain_web__site('a').without(%w[port]) }
    end

What `let(:params)` gives is what the first description of all around it names. That is seen where it is a hash, or merged
from some; a hash that is called otherwise (`let(:default_params)`), or is computed with, may be given to something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .source import everything, inside, parse, text_of

_MATCHER = re.compile(r"(?:contain|create)_(\w+)")
_OF_CLASS = ("contain_class", "create_class", "include_class")
_PARAMETER = re.compile(r"(?:with|only_with|without)_(\w+)")
_PARAMETERS = ("with", "only_with", "without")
#: What may stand between the block of `let(:params)` and what it gives.
_BETWEEN = ("hash", "argument_list", "block_body", "body_statement")


class TestedParameter(NamedTuple):
    """`span` is the name of the parameter of class or define `owner`, without quotes; `sure`: it can be nothing else."""

    owner: str
    name: str
    span: Span
    sure: bool


def tested_parameters(data: bytes) -> Iterator[TestedParameter]:
    """Those in a file, in no order; none of a file that is too large."""
    source = parse(data)
    for node in everything(source.root) if source is not None else ():
        if node.type == "call":
            method = _method(node)
            if method == "let":
                yield from _let(node)
            elif method.startswith(_PARAMETERS):
                yield from _matched(node, method)


def _matched(node: Node, method: str) -> Iterator[TestedParameter]:
    owner = _matcher(node)
    if owner is None:
        return
    found, name = _PARAMETER.fullmatch(method), node.child_by_field_name("method")
    if found is not None and name is not None:
        span = Span(name.start_byte + found.start(1), name.end_byte)
        yield TestedParameter(owner, found[1], span, True)
    for argument in inside(node.child_by_field_name("arguments")) if method in _PARAMETERS else ():
        is_list = argument.type in ("hash", "array", "string_array", "symbol_array")
        for each in inside(argument) if is_list else (argument,):
            name = each.child_by_field_name("key") if each.type == "pair" else each
            if name is not None and (each.type == "pair" or method == "without"):
                yield from _named(owner, name, True)


def _matcher(node: Node) -> str | None:
    """What a chain of calls that begins with `contain_...` is about."""
    receiver = node.child_by_field_name("receiver")
    while receiver is not None and receiver.type == "call":
        method = _method(receiver)
        if method in _OF_CLASS:
            return _first_text(receiver)
        found = _MATCHER.fullmatch(method)
        if found is not None:
            return found[1].replace("__", "::")
        receiver = receiver.child_by_field_name("receiver")
    return None


def _let(node: Node) -> Iterator[TestedParameter]:
    name, block, owner = _first_text(node) or "", node.child_by_field_name("block"), _described(node)
    if block is None or owner is None or "params" not in name:
        return
    for pair in everything(block):
        key = pair.child_by_field_name("key") if pair.type == "pair" else None
        around = _around(pair, block)
        if key is not None and not any(each.type == "pair" for each in around):
            sure = name == "params" and all(each.type in _BETWEEN or _method(each) == "merge" for each in around)
            yield from _named(owner, key, sure)


def _around(node: Node, end: Node) -> list[Node]:
    found: list[Node] = []
    while node.parent is not None and node.parent != end:
        node = node.parent
        found.append(node)
    return found


def _described(node: Node) -> str | None:
    found, parent = None, node.parent
    while parent is not None:
        if parent.type == "call" and _method(parent) == "describe":
            found = parent
        parent = parent.parent
    return _first_text(found) if found is not None else None


def _method(node: Node) -> str:
    name = node.child_by_field_name("method") if node.type == "call" else None
    return text_of(name) if name is not None else ""


def _first_text(node: Node) -> str | None:
    """The first argument as it is written, if it is a string or symbol."""
    for argument in inside(node.child_by_field_name("arguments"))[:1]:
        content = _content(argument)
        return content[0] if content is not None else None
    return None


def _named(owner: str, node: Node, sure: bool) -> Iterator[TestedParameter]:
    content = _content(node)
    if content is not None:
        yield TestedParameter(owner.removeprefix("::").lower(), content[0], content[1], sure)


def _content(node: Node) -> tuple[str, Span] | None:
    if node.type == "simple_symbol":
        return text_of(node)[1:], Span(node.start_byte + 1, node.end_byte)
    if node.type in ("string", "delimited_symbol", "bare_string", "bare_symbol") and node.named_child_count == 1:
        node = node.named_children[0]
    if node.type in ("string_content", "hash_key_symbol"):
        return text_of(node), Span(node.start_byte, node.end_byte)
    return None

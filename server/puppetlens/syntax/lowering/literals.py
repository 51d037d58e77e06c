"""Names, numbers, keywords, lists and hashes."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tree_sitter import Node as Tree

from ...base.span import Span
from .. import ast
from ..regex_fault import regex_fault
from .core import EXTRAS, Lowerer, lowers


@lowers("name")
def name(lowerer: Lowerer, node: Tree) -> ast.Expression:
    text = lowerer.text(node)
    if node.named_child_count:
        lowerer.fault(node, f"illegal name: '{text}'")
    if lowerer.tasks and text in ("plan", "apply"):
        lowerer.fault(node, f"`{text}` is a keyword in files below a `plans` folder")
    return ast.QualifiedName(*lowerer.at(node), text.removesuffix("::"))


@lowers("type_reference")
def type_reference(lowerer: Lowerer, node: Tree) -> ast.Expression:
    text = lowerer.text(node)
    if node.named_child_count:
        lowerer.fault(node, f"illegal type name: every part of '{text}' must begin with an upper-case letter")
    return ast.QualifiedReference(*lowerer.at(node), text.removesuffix("::"))


@lowers("variable")
def variable(lowerer: Lowerer, node: Tree) -> ast.Expression:
    start, end, _ = lowerer.at(node)
    text = lowerer.text(node)
    if node.named_child_count:
        lowerer.fault(node, f"illegal name of a variable: '{text}'")
    sigil = 1 if text.startswith("$") else 0
    return ast.VariableExpression(start, end, start, text[sigil:], Span(start + sigil, end))


#: Digits of an integer that are read: it is out of range anyway, and reading takes time by the square of their number.
_LONGEST = 50_000


def float_of(lowerer: Lowerer, node: Tree, text: str) -> float:
    value = float(text)
    if math.isinf(value):
        said = f"Internal Error, NUMBER token does not contain a valid number, {text}"
        lowerer.fault(node, "the number is too large", said=said)
    return value


@lowers("number")
def number(lowerer: Lowerer, node: Tree) -> ast.Expression:
    text = lowerer.text(node)
    position = lowerer.at(node)
    if node.named_child_count:
        octal = text.isdigit() and text.startswith("0")
        lowerer.fault(node, f"not a valid octal number: {text}" if octal else f"illegal number: {text}")
        return ast.LiteralInteger(*position, 0)
    text = text[:_LONGEST]
    if text[:2] in ("0x", "0X"):
        return ast.LiteralInteger(*position, int(text, 16), 16)
    if any(mark in text for mark in ".eE"):
        return ast.LiteralFloat(*position, float_of(lowerer, node, text))
    if text.startswith("0") and len(text) > 1:
        return ast.LiteralInteger(*position, int(text, 8), 8)
    return ast.LiteralInteger(*position, int(text))


@lowers("boolean")
def boolean(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.LiteralBoolean(*lowerer.at(node), node.end_byte - node.start_byte == len("true"))


@lowers("undef")
def undef(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.LiteralUndef(*lowerer.at(node))


@lowers("default")
def default(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.LiteralDefault(*lowerer.at(node))


@lowers("bare_word")
def bare_word(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.LiteralString(*lowerer.at(node), lowerer.text(node))


@lowers("reserved_word", "private_modifier")
def reserved_word(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.ReservedWord(*lowerer.at(node), lowerer.text(node))


@lowers("regex")
def regex(lowerer: Lowerer, node: Tree) -> ast.Expression:
    text = lowerer.text(node)
    pattern = text[1:-1].replace("\\/", "/")
    problem = regex_fault(pattern)
    if problem is not None:
        message = f"{problem}: {text}"
        lowerer.fault(node, message, said=message)
    return ast.LiteralRegularExpression(*lowerer.at(node), pattern)


def hash_entry(lowerer: Lowerer, node: Tree) -> ast.KeyedEntry:
    arrow = next((child for child in node.children if child.type == "=>"), node)
    position = lowerer.at_token(node, arrow)
    return ast.KeyedEntry(*position, lowerer.field(node, "key"), lowerer.field(node, "value"))


@lowers("hash_entry")
def lone_hash_entry(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return unfolded_hash(lowerer, [node])


@lowers("hash")
def literal_hash(lowerer: Lowerer, node: Tree) -> ast.Expression:
    entries = [hash_entry(lowerer, child) for child in node.named_children if child.type == "hash_entry"]
    return ast.LiteralHash(*lowerer.at(node), tuple(entries))


@lowers("list")
def literal_list(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return ast.LiteralList(*lowerer.at(node), elements(lowerer, node.named_children, node))


def elements(lowerer: Lowerer, nodes: Iterable[Tree], around: Tree) -> ast.Body:
    """Entries of a list or arguments of a call: `k => v` pairs in a row are one hash."""
    lowered: list[ast.Expression] = []
    pairs: list[Tree] = []
    for node in nodes:
        if node.type in EXTRAS:
            continue
        if node.type == "hash_entry":
            pairs.append(node)
            continue
        if pairs:
            lowered.append(unfolded_hash(lowerer, pairs))
            pairs = []
        lowered.append(lowerer.expression(node, around))
    if pairs:
        lowered.append(unfolded_hash(lowerer, pairs))
    return tuple(lowered)


def unfolded_hash(lowerer: Lowerer, pairs: list[Tree]) -> ast.LiteralHash:
    """A hash without braces; Puppet anchors it at its first arrow."""
    entries = tuple(hash_entry(lowerer, pair) for pair in pairs)
    start, end = lowerer.offset(pairs[0].start_byte), lowerer.offset(pairs[-1].end_byte)
    return ast.LiteralHash(start, end, entries[0].anchor, entries)

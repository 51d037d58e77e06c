"""Literals: what can be told of an expression without evaluating it, as Puppet's own validation tells it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple
from typing import Literal as OneOf

import msgspec

from ..syntax import ast

#: A slash, which Ruby shows escaped, or what is escaped already.
_SLASH = re.compile(r"\\.|/", re.S)


def _escaped(found: re.Match[str]) -> str:
    return "\\/" if found[0] == "/" else found[0]


class Pairs(msgspec.Struct, frozen=True, eq=False):
    """Of a hash; their order shows and tells no hashes apart."""

    known: frozenset[tuple[Literal, Literal]]
    ordered: tuple[tuple[Literal, Literal], ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pairs) and self.known == other.known

    def __hash__(self) -> int:
        return hash(self.known)


class Literal(NamedTuple):
    """A literal's value; two are equal where Ruby takes them for the same key of a Hash."""

    kind: OneOf["text", "integer", "float", "symbol", "regexp", "array", "hash"]
    #: hashable; an array's elements are literals, a hash's are `Pairs`
    value: Any

    def __str__(self) -> str:
        """As Ruby puts it into a message."""
        match self.kind:
            case "text":
                return str(self.value)
            case "regexp":
                return f"(?-mix:{_SLASH.sub(_escaped, self.value)})"
            case _:
                return "" if self.value is None else self.inspect().removeprefix(":")

    def inspect(self) -> str:
        """As Ruby shows it inside of others."""
        match self.kind:
            case "text":
                return json.dumps(self.value, ensure_ascii=False)
            case "regexp":
                return f"/{_SLASH.sub(_escaped, self.value)}/"
            case "array":
                return f"[{', '.join(each.inspect() for each in self.value)}]"
            case "hash":
                return f"{{{', '.join(f'{key.inspect()}=>{value.inspect()}' for key, value in self.value.ordered)}}}"
            case "symbol":
                return {None: "nil", True: "true", False: "false"}.get(self.value, f":{self.value}")
            case _:
                return str(self.value)


def literal(node: ast.Expression, version: int) -> Literal | None:
    """The value of a literal; None for what is evaluated. From Puppet 8 on references are literals, too."""
    match node:
        case ast.LiteralString() | ast.QualifiedName():
            return Literal("text", node.value)
        case ast.LiteralInteger() | ast.LiteralFloat():
            return _number(node.value)
        case ast.LiteralBoolean():
            return Literal("symbol", node.value)
        case ast.LiteralUndef():
            return Literal("symbol", None)
        case ast.LiteralDefault():
            return Literal("symbol", "default")
        case ast.LiteralRegularExpression():
            return Literal("regexp", node.pattern)
        case ast.LiteralList():
            return _array(node.values, version)
        case ast.LiteralHash():
            return _hash(node, version)
    return _reference(node, version) if version >= 8 else None


def _reference(node: ast.Expression, version: int) -> Literal | None:
    match node:
        case ast.QualifiedReference():
            return Literal("text", node.cased_value.lower())
        case ast.AccessExpression() if len(node.keys) != 1 or not isinstance(node.keys[0], ast.LiteralList):
            return _array(node.keys, version)
        case ast.UnaryMinusExpression():
            number = literal(node.expr, version)
            return _number(-number.value) if number is not None and number.kind in ("integer", "float") else None
    return None


def _number(value: float) -> Literal:
    return Literal("integer" if isinstance(value, int) else "float", value)


def _array(nodes: Iterable[ast.Expression], version: int) -> Literal | None:
    values = [literal(each, version) for each in nodes]
    known = tuple(each for each in values if each is not None)
    return Literal("array", known) if len(known) == len(values) else None


def _hash(node: ast.LiteralHash, version: int) -> Literal | None:
    found: dict[Literal, Literal] = {}
    for entry in node.entries:
        key, value = literal(entry.key, version), literal(entry.value, version)
        if key is None or value is None:
            return None
        found[key] = value
    return Literal("hash", Pairs(frozenset(found.items()), tuple(found.items())))

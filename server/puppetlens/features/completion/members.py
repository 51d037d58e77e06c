"""What is inside of values of a type, by its source: the members of a struct, the values of a hash, elements of a list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...base.position import Text
from ...model.view import View
from ...project.autoload import normalise
from ...syntax import ast
from ...syntax.parse import parse

#: An alias may stand for another, so many times.
DEEP = 8
#: Types that are what is in their brackets, or may be.
_THROUGH = frozenset(("optional", "variant", "notundef", "sensitive", "init"))


class Member(NamedTuple):
    """A key that a struct has. `type` is source text."""

    name: str
    type: str
    required: bool


def members(view: View, text: str) -> tuple[Member, ...]:
    """Those of a struct; of a list of such, what its elements have."""
    return view.once(("members", text), lambda: tuple(_members(view, text, 0)))


def below(view: View, text: str, key: str) -> str:
    """The type of the value below a key; empty where nothing is known."""
    return view.once(("below", text, key), lambda: _below(view, text, key, 0))


def element(view: View, text: str) -> str:
    """The type of an element of a list; empty where it is none."""
    return view.once(("element", text), lambda: _element(view, text, 0))


def _members(view: View, text: str, depth: int) -> Iterator[Member]:
    name, keys = parts(parsed(text))
    if name == "struct":
        for each in (*keys[:1],):
            for entry in each.entries if isinstance(each, ast.LiteralHash) else ():
                optional, key = _key(entry.key)
                value = source(text, entry.value)
                yield Member(key, value, not optional and parts(entry.value)[0] != "optional")
    elif name in _THROUGH or name == "array":
        for each in keys:
            yield from _members(view, source(text, each), depth)
    elif (meant := alias(view, name, depth)) is not None:
        yield from _members(view, meant, depth + 1)


def _key(node: ast.Node) -> tuple[bool, str]:
    """`a`, `'a'`, `Optional[a]`: whether it may be missing, and the name."""
    name, keys = parts(node)
    if name in ("optional", "notundef") and keys:
        return name == "optional", _key(keys[0])[1]
    value = getattr(node, "value", "")
    return False, value if isinstance(value, str) else ""


def _below(view: View, text: str, key: str, depth: int) -> str:
    name, keys = parts(parsed(text))
    if name == "hash":
        return source(text, keys[1]) if len(keys) > 1 else ""
    if name == "struct":
        return next((each.type for each in _members(view, text, depth) if each.name == key), "")
    if name in _THROUGH or name == "array":
        return next(filter(None, (_below(view, source(text, each), key, depth) for each in keys)), "")
    meant = alias(view, name, depth)
    return "" if meant is None else _below(view, meant, key, depth + 1)


def _element(view: View, text: str, depth: int) -> str:
    name, keys = parts(parsed(text))
    if name in ("array", "tuple"):
        return source(text, keys[0]) if keys else ""
    if name in _THROUGH:
        return next(filter(None, (_element(view, source(text, each), depth) for each in keys)), "")
    meant = alias(view, name, depth)
    return "" if meant is None else _element(view, meant, depth + 1)


# Types as source -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def parsed(text: str) -> ast.Node | None:
    program = parse(Text(text.encode())).program
    return program.body[0].node if program.body and not program.faults else None


def parts(node: ast.Node | None) -> tuple[str, tuple[ast.Node, ...]]:
    """The name of a type, normalised, and what is in its brackets."""
    if isinstance(node, ast.AccessExpression) and isinstance(node.left_expr, ast.QualifiedReference):
        return normalise(node.left_expr.cased_value), tuple(node.keys)
    return (normalise(node.cased_value), ()) if isinstance(node, ast.QualifiedReference) else ("", ())


def source(text: str, node: ast.Node) -> str:
    """What a part of a type is in its source, which begins with the type."""
    return text.encode()[node.start : node.end].decode("utf-8", "replace")


def alias(view: View, name: str, depth: int) -> str | None:
    """What a type alias stands for; None where it is none, or too deep in others."""
    found = view.find("type", name) if name and depth < DEEP else None
    return found.definition.value if found is not None else None

"""What is inside of values of a type, by its source: the members of a struct, the values of a hash, elements of a list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...base.position import Text
from ...base.span import Span
from ...model.snapshot import Found
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


class Written(NamedTuple):
    """Source text and where it stands, in bytes; `path` is empty where nobody knows."""

    text: str
    path: str = ""
    start: int = 0

    def part(self, node: ast.Node) -> Written:
        return Written(source(self.text, node), self.path, self.start + node.start)


class Below(NamedTuple):
    """What a key leads to: its own name as a struct declares it, the type of its value."""

    key: Written | None
    type: Written


def members(view: View, text: str) -> tuple[Member, ...]:
    """Those of a struct; of a list of such, what its elements have."""
    return view.once(("members", text), lambda: tuple(_members(view, text, 0)))


def below(view: View, text: str, key: str) -> str:
    """The type of the value below a key; empty where nothing is known."""
    found = below_at(view, Written(text), key)
    return "" if found is None else found.type.text


def below_at(view: View, type_: Written, key: str) -> Below | None:
    """The same with the places."""
    return view.once(("below", type_, key), lambda: _below(view, type_, key, 0))


def element(view: View, text: str) -> str:
    """The type of an element of a list; empty where it is none."""
    return view.once(("element", text), lambda: _element(view, text, 0))


def _members(view: View, text: str, depth: int) -> Iterator[Member]:
    name, keys = parts(parsed(text))
    if name == "struct":
        for entry in _entries(keys):
            optional, key = _key(entry.key)
            yield Member(key, source(text, entry.value), not optional and parts(entry.value)[0] != "optional")
    elif name in _THROUGH or name == "array":
        for each in keys:
            yield from _members(view, source(text, each), depth)
    elif (meant := alias(view, name, depth)) is not None:
        yield from _members(view, meant, depth + 1)


def _entries(keys: tuple[ast.Node, ...]) -> tuple[ast.KeyedEntry, ...]:
    """Those of the hash in a struct's brackets."""
    return keys[0].entries if keys and isinstance(keys[0], ast.LiteralHash) else ()


def _key(node: ast.Node) -> tuple[bool, str]:
    """`a`, `'a'`, `Optional[a]`: whether it may be missing, and the name."""
    name, keys = parts(node)
    if name in ("optional", "notundef") and keys:
        return name == "optional", _key(keys[0])[1]
    value = getattr(node, "value", "")
    return False, value if isinstance(value, str) else ""


def _below(view: View, type_: Written, key: str, depth: int) -> Below | None:
    name, keys = parts(parsed(type_.text))
    if name == "hash":
        return Below(None, type_.part(keys[1])) if len(keys) > 1 else None
    if name == "struct":
        found = (each for each in _entries(keys) if _key(each.key)[1] == key)
        return next((Below(type_.part(each.key), type_.part(each.value)) for each in found), None)
    if name in _THROUGH or name == "array":
        return next(filter(None, (_below(view, type_.part(each), key, depth) for each in keys)), None)
    meant = alias_at(view, name, depth)
    return None if meant is None else _below(view, meant, key, depth + 1)


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
    found = _alias(view, name, depth)
    return found.definition.value if found is not None else None


def alias_at(view: View, name: str, depth: int) -> Written | None:
    """The same with its place."""
    found = _alias(view, name, depth)
    if found is None or found.definition.value is None:
        return None
    return written_in(view, found.path, Span(found.place.name_span.end, found.place.span.end), found.definition.value)


def _alias(view: View, name: str, depth: int) -> Found | None:
    return view.find("type", name) if name and depth < DEEP else None


def written_in(view: View, path: str, span: Span, text: str) -> Written:
    """A text that stands in a part of a file."""
    of = view.snapshot.text(path)
    start = of.data.find(text.encode(), *span) if of is not None else -1
    return Written(text, path, start) if start >= 0 else Written(text)

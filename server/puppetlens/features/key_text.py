"""Keys of hashes: `$facts['os']['family']`, `$h.dig('a', 'b')`, what they lead to."""

from __future__ import annotations

from typing import NamedTuple

from ..base.span import Span
from ..model.inference import shown, subject_type_of, types_of
from ..model.inference.place import Place
from ..model.item_facts import literal
from ..model.view import View
from ..syntax import ast
from ..syntax.subject import subject_of
from .fact_text import fact_text
from .markdown import code, joined


class Key(NamedTuple):
    """`path` leads from a variable (without `$`) to the value."""

    span: Span
    path: tuple[str | int, ...]
    place: Place


def key_at(view: View, offset: int) -> Key | None:
    """The key at an offset that leads from a variable to a part of it."""
    place = types_of(view).at(offset)
    if place is None or place.around is None or not isinstance(place.node, _KEYS):
        return None
    around = place.around
    if isinstance(around.node, ast.AccessExpression) and place.node in around.node.keys:
        path = subject_of(around.node)
        return None if path is None else Key(place.span, path, around)
    return _in_call(place, around)


_KEYS = (ast.LiteralString, ast.QualifiedName, ast.LiteralInteger)


def _in_call(place: Place, around: Place) -> Key | None:
    """Of `$x.dig('a', 'b')` the keys up to this one, of `$x.get('a.b')` all."""
    node = around.node
    if not isinstance(node, ast.CallMethodExpression) or place.node not in node.arguments:
        return None
    path, name = subject_of(node.functor_expr.left_expr), node.functor_expr.right_expr
    if path is None or not isinstance(name, ast.QualifiedName):
        return None
    if name.value == "get" and place.node is node.arguments[0]:
        parts = (literal(place.node) or "").split(".")
        return Key(place.span, (*path, *(int(part) if part.isdigit() else part for part in parts)), around)
    if name.value == "dig":
        keys = [each.value for each in node.arguments if isinstance(each, _KEYS)]
        if len(keys) == len(node.arguments):
            return Key(place.span, (*path, *keys[: node.arguments.index(place.node) + 1]), around)
    return None


def key_text(view: View, key: Key) -> str | None:
    name, *rest = key.path
    written = f"${name}" + "".join(f"[{part!r}]" for part in rest)
    fact = fact_text(view, rest) if name == "facts" else ""
    type_ = subject_type_of(view, key.place, key.path)
    said = f"Type: `{shown(type_, 400)}`" if type_ is not None else ""
    return joined([code(written), said, fact]) if said or fact else None

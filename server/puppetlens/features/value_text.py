"""What a value is that is written out: its type, what it is given to, and what it means where a word alone does not say it."""

from __future__ import annotations

from typing import NamedTuple

from ..base.span import Span
from ..model.cursor import Step, path_to
from ..model.inference import shown, type_of
from ..model.literals import inner
from ..model.view import View
from ..syntax import ast
from .attribute_words import meaning_of_value
from .markdown import code, joined

_VALUES = (
    ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralUndef, ast.LiteralDefault,
    ast.LiteralRegularExpression, ast.QualifiedName,
)  # fmt: skip
#: What may stand between a value and what it is given to.
_AROUND = (ast.LiteralList, ast.LiteralHash, ast.KeyedEntry, ast.SelectorExpression, ast.SelectorEntry)


class Value(NamedTuple):
    """`name` is where the attribute, parameter or key stands that the value is given to, None where it is to none."""

    step: Step
    name: Span | None


def value_at(view: View, offset: int) -> Value | None:
    """A value at an offset, which nothing but itself tells what it is."""
    steps = path_to(view.document, offset) if view.document is not None else ()
    if not steps or not isinstance(steps[-1].node, _VALUES):
        return None
    for step, inside in zip(reversed(steps[:-1]), reversed(steps), strict=False):
        node = step.node
        if isinstance(node, ast.AttributeOperation):
            return Value(steps[-1], node.name_span.shift(step.base))
        if isinstance(node, ast.Parameter):
            return Value(steps[-1], node.name_span.shift(step.base))
        if isinstance(node, ast.KeyedEntry) and node.key is not inside.node:
            return Value(steps[-1], inner(node.key).shift(step.base))
        if not (isinstance(node, _AROUND) or _is_type(node)):
            break
    return Value(steps[-1], None)


def _is_type(node: ast.Node) -> bool:
    """`Enum['a']`, which may be the type of a parameter."""
    return isinstance(node, ast.AccessExpression) and isinstance(node.left_expr, ast.QualifiedReference)


def value_text(view: View, value: Value, owner: str, given_to: str | None) -> str | None:
    """`given_to`: what is said of the name that the value is given to, `owner` the resource type that has it."""
    node, text = value.step.node, view.snapshot.text(view.path)
    assert text is not None
    span = value.step.span
    written = text.data[span.start : span.end].decode("utf-8", "replace")
    name = "" if value.name is None else text.data[value.name.start : value.name.end].decode("utf-8", "replace")
    meaning = _meaning(node, owner, name)
    type_ = type_of(view, span)
    if isinstance(node, ast.QualifiedName) and given_to is None:
        return None  # a word may be anything
    if given_to is not None:
        return joined([f"`{written}`: {meaning}" if meaning else "", given_to])
    said = f"Type: `{shown(type_, 400)}`" if type_ is not None else ""
    return joined([code(written), said, meaning]) if said or meaning else None


def _meaning(node: ast.Node, owner: str, name: str) -> str:
    match node:
        case ast.LiteralInteger():
            return "" if node.radix == 10 else f"in decimal {node.value}"
        case ast.LiteralString() if (owner, name) == ("file", "mode"):
            return _rights(node.value)
        case ast.LiteralString() | ast.QualifiedName():
            return meaning_of_value(owner, name, node.value)
        case ast.LiteralBoolean():
            return meaning_of_value(owner, name, "true" if node.value else "false")
    return ""


def _rights(mode: str) -> str:
    """`0644` as `ls -l` shows it."""
    digits = mode[-3:]
    if not (3 <= len(mode) <= 4 and all(each in "01234567" for each in mode)):
        return ""
    words = []
    for who, digit in zip(("owner", "group", "others"), digits, strict=True):
        rights = [right for bit, right in ((4, "read"), (2, "write"), (1, "execute")) if int(digit) & bit]
        words.append(f"{who}: {', '.join(rights) or 'nothing'}")
    special = [
        name for bit, name in ((4, "setuid"), (2, "setgid"), (1, "sticky")) if len(mode) == 4 and int(mode[0]) & bit
    ]
    return "; ".join([*words, *special])

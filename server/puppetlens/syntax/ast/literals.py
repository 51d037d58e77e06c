"""Literals, names, strings and variables."""

from __future__ import annotations

from ...base.span import Span
from .node import Body, Expression, Node


class LiteralUndef(Expression, frozen=True, eq=False):
    pass


class LiteralDefault(Expression, frozen=True, eq=False):
    pass


class LiteralBoolean(Expression, frozen=True, eq=False):
    value: bool


class LiteralInteger(Expression, frozen=True, eq=False):
    value: int
    radix: int = 10


class LiteralFloat(Expression, frozen=True, eq=False):
    value: float


class LiteralString(Expression, frozen=True, eq=False):
    """A string without interpolation: quoted, a bare word with a dash, or a text run of a longer string."""

    value: str


class LiteralRegularExpression(Expression, frozen=True, eq=False):
    """`pattern` is the source between the slashes, with `\\/` unescaped as Puppet does."""

    pattern: str


class QualifiedName(Expression, frozen=True, eq=False):
    """A lower-case bare word. `value` keeps a leading `::`, as Puppet's does."""

    value: str


class QualifiedReference(Expression, frozen=True, eq=False):
    """An upper-case bare word, a type. `cased_value` is as written."""

    cased_value: str


class ReservedWord(Expression, frozen=True, eq=False):
    word: str
    future: bool = False


class ConcatenatedString(Expression, frozen=True, eq=False):
    """A string with interpolation: `LiteralString` and `TextExpression` / `VariableExpression` segments."""

    segments: Body


class TextExpression(Expression, frozen=True, eq=False):
    """`${...}` in a string. Its span includes the braces."""

    expr: Expression


class HeredocExpression(Expression, frozen=True, eq=False):
    """`@(tag)`: the span is the tag's; the text lies further down, `text_expr` has the text's span."""

    text_expr: Expression
    syntax: str | None = None


class LiteralList(Expression, frozen=True, eq=False):
    values: Body


class KeyedEntry(Node, frozen=True, eq=False):
    key: Expression
    value: Expression


class LiteralHash(Expression, frozen=True, eq=False):
    entries: tuple[KeyedEntry, ...]


class VariableExpression(Expression, frozen=True, eq=False):
    """`$name`, in strings too. `name` is without `$` and keeps a leading `::`; empty for a lone `$`.

    `name_span` covers the name without its sigil (`x` of `$x` and of `${x}`).
    """

    name: str
    name_span: Span

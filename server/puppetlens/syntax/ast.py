"""The one AST: Puppet's own model, frozen.

Classes and fields carry the names of Puppet's model (`Puppet::AST`), in snake case, so that a tree can be
compared with real Puppet's node by node. Differences, each for the editor's sake:

* Every node has `start` and `end`, its true extent in bytes, and `anchor`, the one offset from which Puppet
  computes the line and column of its messages (the operator of a binary expression, ...).
* A body is a tuple of expressions, empty where Puppet has a `Nop`; `BlockExpression` exists only where a
  block stands as a value of its own (`<%= { ... } %>`).
* The statements of a file and of a definition are `Item`s: **offsets inside an item's node count from that
  item's start**, and an item's own start counts from the start of the item around it. So an item whose text
  is unchanged keeps its AST wherever it moves, with all that was derived from it.
* Names that an editor points at have their own span (`name_span`), relative like all the rest.

Nodes compare by identity and may be dictionary keys; `dump` gives plain data to compare by content.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from ..base.span import Span


class Node(msgspec.Struct, frozen=True, eq=False):
    """Anything with a place in the text."""

    start: int
    end: int
    anchor: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Expression(Node, frozen=True, eq=False):
    """Anything that has a value."""


class Item(msgspec.Struct, frozen=True, eq=False):
    """A statement of a file or of a definition's body, placed. `node.start` is 0."""

    start: int
    node: Expression
    #: The comment lines right above, without their `#`; empty where there are none.
    doc: str = ""


Body = tuple[Expression, ...]
Items = tuple[Item, ...]


# Literals --------------------------------------------------------------------------------------------------


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


# Operators -------------------------------------------------------------------------------------------------


class UnaryExpression(Expression, frozen=True, eq=False):
    expr: Expression


class ParenthesizedExpression(UnaryExpression, frozen=True, eq=False):
    pass


class NotExpression(UnaryExpression, frozen=True, eq=False):
    pass


class UnaryMinusExpression(UnaryExpression, frozen=True, eq=False):
    pass


class UnfoldExpression(UnaryExpression, frozen=True, eq=False):
    """Splat: `*$x`."""


class BinaryExpression(Expression, frozen=True, eq=False):
    left_expr: Expression
    right_expr: Expression


class AssignmentExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["=", "+=", "-="]


class ArithmeticExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["+", "-", "*", "/", "%", "<<", ">>"]


class ComparisonExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["==", "!=", "<", "<=", ">", ">="]


class MatchExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["=~", "!~"]


class RelationshipExpression(BinaryExpression, frozen=True, eq=False):
    operator: Literal["->", "~>", "<-", "<~"]


class InExpression(BinaryExpression, frozen=True, eq=False):
    pass


class AndExpression(BinaryExpression, frozen=True, eq=False):
    pass


class OrExpression(BinaryExpression, frozen=True, eq=False):
    pass


class NamedAccessExpression(BinaryExpression, frozen=True, eq=False):
    """`left.name` as the functor of a method call."""


class AccessExpression(Expression, frozen=True, eq=False):
    """`left[keys]`."""

    left_expr: Expression
    keys: Body


# Calls -----------------------------------------------------------------------------------------------------


class Parameter(Node, frozen=True, eq=False):
    """A parameter of a definition or lambda. `name_span` covers the name without `$`."""

    name: str
    name_span: Span
    value: Expression | None = None
    type_expr: Expression | None = None
    captures_rest: bool = False


class LambdaExpression(Expression, frozen=True, eq=False):
    """A lambda; also the root of an EPP file, whose `body` is then one `EppExpression`."""

    parameters: tuple[Parameter, ...]
    body: Body
    return_type: Expression | None = None


class CallNamedFunctionExpression(Expression, frozen=True, eq=False):
    """`f(...)`, a statement call `include x`, and `Type(...)` (functor is a `QualifiedReference`)."""

    functor_expr: Expression
    arguments: Body
    lambda_: LambdaExpression | None = None
    rval_required: bool = False


class CallMethodExpression(Expression, frozen=True, eq=False):
    """`x.f(...)`; `functor_expr` is a `NamedAccessExpression` whose left side is the receiver."""

    functor_expr: NamedAccessExpression
    arguments: Body
    lambda_: LambdaExpression | None = None
    rval_required: bool = False


# Control ---------------------------------------------------------------------------------------------------


class BlockExpression(Expression, frozen=True, eq=False):
    statements: Body


class IfExpression(Expression, frozen=True, eq=False):
    """`elsif` is an `IfExpression` as the only element of `else_expr`."""

    test: Expression
    then_expr: Body
    else_expr: Body


class UnlessExpression(IfExpression, frozen=True, eq=False):
    pass


class CaseOption(Node, frozen=True, eq=False):
    values: Body
    then_expr: Body


class CaseExpression(Expression, frozen=True, eq=False):
    test: Expression
    options: tuple[CaseOption, ...]


class SelectorEntry(Node, frozen=True, eq=False):
    matching_expr: Expression
    value_expr: Expression


class SelectorExpression(Expression, frozen=True, eq=False):
    left_expr: Expression
    selectors: tuple[SelectorEntry, ...]


# Resources -------------------------------------------------------------------------------------------------

Form = Literal["regular", "virtual", "exported"]


class AttributeOperation(Node, frozen=True, eq=False):
    attribute_name: str
    name_span: Span
    operator: Literal["=>", "+>"]
    value_expr: Expression


class AttributesOperation(Node, frozen=True, eq=False):
    """`* => hash`."""

    expr: Expression


Operations = tuple[AttributeOperation | AttributesOperation, ...]


class ResourceBody(Node, frozen=True, eq=False):
    title: Expression | None
    operations: Operations


class ResourceExpression(Expression, frozen=True, eq=False):
    """`type_name { bodies }`; `class { ... }` has the `QualifiedName` `class` as its `type_name`."""

    type_name: Expression
    bodies: tuple[ResourceBody, ...]
    form: Form = "regular"


class ResourceDefaultsExpression(Expression, frozen=True, eq=False):
    type_ref: Expression
    operations: Operations
    form: Form = "regular"


class ResourceOverrideExpression(Expression, frozen=True, eq=False):
    resources: Expression
    operations: Operations
    form: Form = "regular"


class QueryExpression(Expression, frozen=True, eq=False):
    expr: Expression | None = None


class VirtualQuery(QueryExpression, frozen=True, eq=False):
    """`<| ... |>`"""


class ExportedQuery(QueryExpression, frozen=True, eq=False):
    """`<<| ... |>>`"""


class CollectExpression(Expression, frozen=True, eq=False):
    type_expr: Expression
    query: QueryExpression
    operations: Operations


# Definitions -----------------------------------------------------------------------------------------------


class Definition(Expression, frozen=True, eq=False):
    pass


class HostClassDefinition(Definition, frozen=True, eq=False):
    """`name` is as written; the full name of a nested class is the business of who walks the tree.

    `parent_class` is without leading `::`; `parent_span` covers it.
    """

    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    body: Items
    parent_class: str | None = None
    parent_span: Span | None = None


class ResourceTypeDefinition(Definition, frozen=True, eq=False):
    """`define`."""

    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    body: Items


class FunctionDefinition(Definition, frozen=True, eq=False):
    name: str
    name_span: Span
    parameters: tuple[Parameter, ...]
    body: Items
    return_type: Expression | None = None


class PlanDefinition(FunctionDefinition, frozen=True, eq=False):
    pass


class NodeDefinition(Definition, frozen=True, eq=False):
    host_matches: Body
    body: Items
    parent: Expression | None = None


class TypeAlias(Definition, frozen=True, eq=False):
    name: str
    name_span: Span
    type_expr: Expression | None


class TypeMapping(Definition, frozen=True, eq=False):
    type_expr: Expression
    mapping_expr: Expression


class TypeDefinition(Definition, frozen=True, eq=False):
    """`type Name inherits Parent {}`: parsed, never evaluated (Puppet rejects it when it validates)."""

    name: str
    name_span: Span
    parent: str | None
    body: Body


class ApplyExpression(Expression, frozen=True, eq=False):
    """`apply(targets) { ... }` in plans."""

    arguments: Body
    body: Body


# EPP -------------------------------------------------------------------------------------------------------


class EppExpression(Expression, frozen=True, eq=False):
    parameters_specified: bool
    body: Body


class RenderStringExpression(Expression, frozen=True, eq=False):
    value: str


class RenderExpression(Expression, frozen=True, eq=False):
    """`<%= ... %>`."""

    expr: Expression


# Faults ----------------------------------------------------------------------------------------------------


class ErrorExpression(Expression, frozen=True, eq=False):
    """A stretch that does not parse; what could be made out inside it stays usable by the editor."""

    expressions: Body


class SyntaxFault(msgspec.Struct, frozen=True):
    """A fault that makes Puppet's parser reject the file. `start`/`end` are absolute byte offsets.

    `anchor` is the absolute offset of the line and column in the message. `said` is what Puppet says itself where
    its parser raises the error for something that it has read in full.
    """

    start: int
    end: int
    anchor: int
    message: str
    said: str | None = None


class Program(msgspec.Struct, frozen=True, eq=False):
    """A file. Item starts here are absolute byte offsets; `faults` are in order of place."""

    body: Items
    faults: tuple[SyntaxFault, ...] = ()


# Walking ---------------------------------------------------------------------------------------------------


def parts(node: Node) -> Iterator[Node | Item]:
    """The direct parts of a node, in the order of its fields (for operators and calls: of the text)."""
    for field in _part_fields(type(node)):
        value = getattr(node, field)
        if value is None:
            continue
        if isinstance(value, tuple):
            yield from value
        else:
            yield value


def walk(body: Items, base: int = 0) -> Iterator[tuple[Node, int]]:
    """Every node with the absolute offset its own positions count from, parents first."""
    for item in body:
        yield from walk_node(item.node, base + item.start)


def walk_node(node: Node, base: int) -> Iterator[tuple[Node, int]]:
    """`node` and all below it, each with the absolute offset its positions count from."""
    yield node, base
    for part in parts(node):
        if isinstance(part, Item):
            yield from walk_node(part.node, base + part.start)
        else:
            yield from walk_node(part, base)


_PART_FIELDS: dict[type[Node], tuple[str, ...]] = {}
_PLAIN = {"str", "int", "float", "bool", "str | None", "Span", "Span | None", "Form"}


def _part_fields(kind: type[Node]) -> tuple[str, ...]:
    fields = _PART_FIELDS.get(kind)
    if fields is None:
        declared: dict[str, str] = {}
        for base in reversed(kind.__mro__):
            declared.update(getattr(base, "__annotations__", {}))
        fields = tuple(
            name
            for name in kind.__struct_fields__
            if declared[name] not in _PLAIN and not declared[name].startswith("Literal[")
        )
        _PART_FIELDS[kind] = fields
    return fields


def dump(value: Any, base: int = 0) -> Any:
    """Plain data with absolute positions: what two trees of the same text have in common."""
    if isinstance(value, Item):
        return {"doc": value.doc, **dump(value.node, base + value.start)}
    if isinstance(value, Node):
        data: dict[str, Any] = {"kind": type(value).__name__}
        for name in value.__struct_fields__:
            field = getattr(value, name)
            if name in ("start", "end", "anchor"):
                data[name] = field + base
            elif isinstance(field, Span):
                data[name] = [field.start + base, field.end + base]
            else:
                data[name] = dump(field, base)
        return data
    if isinstance(value, Program):
        return {"body": dump(value.body), "faults": [list(msgspec.structs.astuple(f)) for f in value.faults]}
    if isinstance(value, tuple):
        return [dump(element, base) for element in value]
    return value

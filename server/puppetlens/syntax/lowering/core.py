"""What every lowering function shares: the table, positions, items, faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from tree_sitter import Node as Tree

from ...base.cancellation import check_cancelled
from ...base.span import Span
from .. import ast

#: Node kinds that stand between others without being part of what they stand in.
EXTRAS = frozenset(("comment", "heredoc_body", "epp_comment", ";"))

#: Functions that Puppet calls without parentheses.
STATEMENT_FUNCTIONS = frozenset(
    [
        "require",
        "realize",
        "include",
        "contain",
        "tag",
        "debug",
        "info",
        "notice",
        "warning",
        "err",
        "fail",
        "import",
        "break",
        "next",
        "return",
    ]
)

#: The items of an earlier version of the text: (kind, text) -> node.
ItemCache = dict[tuple[str, bytes], ast.Expression]

Lower = Callable[["Lowerer", Tree], ast.Expression]
_TABLE: dict[str, Lower] = {}

L = TypeVar("L", bound=Lower)


def lowers(*kinds: str) -> Callable[[L], L]:
    """Register a function for the tree's node kinds."""

    def register(function: L) -> L:
        for kind in kinds:
            _TABLE[kind] = function
        return function

    return register


_STEPS_PER_CHECK = 256

#: Ruby's words for a text with bytes that are no UTF-8; Puppet names no file.
NOT_UTF_8 = "invalid byte sequence in UTF-8"


class Lowerer:
    """The lowering of one file. Offsets that it makes count from `base`, the start of the current item."""

    def __init__(self, data: bytes, tasks: bool, old_items: ItemCache, length: int) -> None:
        self.data = data
        #: Of the text, which may be shorter than `data`: nothing is behind it.
        self.length = length
        self.tasks = tasks
        self.base = 0
        #: The node that is lowered as a statement; what is inside of it is a value.
        self.statement_id = 0
        self.old_items = old_items
        self.items_seen: ItemCache = {}
        self.faults: list[ast.SyntaxFault] = []
        #: Whether a string has an escape that Puppet does not know.
        self.odd_escapes = False
        self.heredoc_bodies: dict[int, Tree] = {}
        #: Nodes of broken statements that are in no other tree.
        self.broken: list[Tree] = []
        #: How many nodes were lowered.
        self.lowered = 0

    # positions and text

    def text(self, node: Tree) -> str:
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def offset(self, byte: int) -> int:
        return (byte if byte < self.length else self.length) - self.base

    def span(self, node: Tree) -> Span:
        return Span(*self.at(node)[:2])

    def at(self, node: Tree) -> tuple[int, int, int]:
        """Start, end and anchor of a node that Puppet anchors at its start. (Asked of each node: written out.)"""
        start, end, length, base = node.start_byte, node.end_byte, self.length, self.base
        if end > length:
            start, end = min(start, length), length
        return start - base, end - base, start - base

    def at_token(self, node: Tree, token: Tree | None) -> tuple[int, int, int]:
        """Start and end of a node, the anchor at one of its tokens."""
        start, end, _ = self.at(node)
        return start, end, start if token is None else self.offset(token.start_byte)

    def fault(
        self,
        node: Tree,
        message: str,
        anchor: Tree | int | None = None,
        said: str | None = None,
        instead: str | None = None,
    ) -> None:
        """Report a fault that the grammar cannot express; `anchor` is a node, or an offset inside the item. `instead` is
        what should stand in the node's place, where that is certain."""
        at = anchor + self.base if isinstance(anchor, int) else (anchor or node).start_byte
        mend = None if instead is None else ast.Mend(node.start_byte, node.end_byte, instead, True)
        self.faults.append(ast.SyntaxFault(node.start_byte, node.end_byte, at, message, said, mend))

    # nodes

    def expression(self, node: Tree | None, around: Tree) -> ast.Expression:
        """Lower one node; where the text lacks it, an empty `ErrorExpression` at the end of `around`."""
        if node is None:
            end = self.offset(around.end_byte)
            return ast.ErrorExpression(end, end, end, ())
        self.lowered += 1
        if not self.lowered % _STEPS_PER_CHECK:
            check_cancelled()
        lower = _TABLE.get(node.type)
        if lower is None:
            return self.error(node)
        return lower(self, node)

    def field(self, node: Tree, name: str) -> ast.Expression:
        return self.expression(node.child_by_field_name(name), node)

    def error(self, node: Tree) -> ast.ErrorExpression:
        """What can be made out inside a stretch that does not parse."""
        known = [child for child in node.named_children if child.type in _TABLE or child.type == "ERROR"]
        return ast.ErrorExpression(*self.at(node), tuple(self.expression(child, node) for child in known))

    def expressions(self, nodes: Iterable[Tree], around: Tree) -> tuple[ast.Expression, ...]:
        return tuple(self.expression(node, around) for node in nodes if node.type not in EXTRAS)

    def statements(self, nodes: Iterable[Tree]) -> tuple[ast.Expression, ...]:
        """Statements that are no items: those of a block inside a definition's statement."""
        lowered: list[ast.Expression] = []
        for node in nodes:
            if node.type in EXTRAS:
                continue
            lowered.extend(self.statement(node))
        return tuple(lowered)

    def statement(self, node: Tree) -> tuple[ast.Expression, ...]:
        self.statement_id = node.id
        if node.type == "template":
            return self.rendered(self.statements(node.named_children))
        return (self.expression(node, node),)

    def rendered(self, parts: ast.Body) -> ast.Body:
        """Texts with only comments between them are one; an empty one stays at the end of the file alone."""
        merged: list[ast.Expression] = []
        for part in parts:
            last = merged[-1] if merged else None
            if isinstance(part, ast.RenderStringExpression) and isinstance(last, ast.RenderStringExpression):
                merged[-1] = ast.RenderStringExpression(last.start, part.end, last.anchor, last.value + part.value)
            else:
                merged.append(part)
        end = len(self.data) - self.base
        return tuple(
            part for part in merged if not isinstance(part, ast.RenderStringExpression) or part.value or part.end == end
        )

    def block(self, node: Tree | None) -> ast.Body:
        return () if node is None else self.statements(node.named_children)

    # items

    def with_broken(self, nodes: list[Tree], block: Tree | None = None) -> list[Tree]:
        """The statements of a block, or of the file, and the broken ones between them."""
        inside = [each for each in self.broken if block is None or block.start_byte <= each.start_byte < block.end_byte]
        between = [
            each for each in inside if not any(node.start_byte <= each.start_byte < node.end_byte for node in nodes)
        ]
        return sorted((*nodes, *between), key=lambda node: node.start_byte) if between else nodes

    def items(self, nodes: Iterable[Tree], base: int) -> ast.Items:
        """The statements of a file or of a definition's body; `base` is where their starts count from."""
        placed: list[ast.Item] = []
        comments: list[Tree] = []
        for node in nodes:
            if node.type == "comment":
                comments.append(node)
                continue
            if node.type in EXTRAS:
                continue
            doc = self.doc(comments, node) if comments else ""
            comments = []
            placed.extend(self.item(node, base, doc))
        return tuple(placed)

    def item(self, node: Tree, base: int, doc: str) -> list[ast.Item]:
        start = node.start_byte
        text = self.data[start : node.end_byte]
        # The text of a heredoc lies outside the statement, faults are found while lowering: both lower anew.
        keep = not node.has_error and b"@(" not in text and not self._is_around_broken(node)
        # The byte behind belongs to the key: a letter there makes a number illegal.
        key = (node.type, self.data[start : node.end_byte + 1])
        known = (self.old_items.get(key) or self.items_seen.get(key)) if keep else None
        if known is not None:
            self.items_seen[key] = known
            return [ast.Item(start - base, known, doc)]
        outer, before = self.base, len(self.faults)
        self.base = start
        parts = self.statement(node)
        self.base = outer
        if keep and len(parts) == 1 and len(self.faults) == before:
            self.items_seen[key] = parts[0]
        return [ast.Item(start - base, part, doc if index == 0 else "") for index, part in enumerate(parts)]

    def _is_around_broken(self, node: Tree) -> bool:
        return bool(self.broken) and any(node.start_byte <= each.start_byte < node.end_byte for each in self.broken)

    def doc(self, comments: list[Tree], node: Tree) -> str:
        """The `#` lines that stand right above a statement."""
        lines: list[str] = []
        row = node.start_point[0]
        for comment in reversed(comments):
            if comment.end_point[0] != row - 1 or self.data[comment.start_byte] != ord("#"):
                break
            row = comment.start_point[0]
            for line in reversed(self.text(comment).split("\n")):
                lines.append(line.lstrip()[1:].removeprefix(" ").rstrip())
        return "\n".join(reversed(lines))


#: What Puppet says of `name { a +> 1 }`.
NO_TITLE = "Syntax error resource body without title or hash with +>"


def name_with_hash_parts(lowerer: Lowerer, node: Tree) -> tuple[ast.Expression, ...]:
    """`name { a => 1 }`: a call with a hash for the statement functions, else a name and a hash.

    Puppet anchors the hash with its entries and their keys at the brace.
    """
    name_node = node.child_by_field_name("name")
    name = lowerer.expression(name_node, node)
    brace = next((child for child in node.children if child.type == "{"), node)
    start, end = lowerer.offset(brace.start_byte), lowerer.offset(node.end_byte)
    entries: list[ast.KeyedEntry] = []
    for child in node.named_children[1:]:
        if child.type == "attribute_operation":
            key = child.child_by_field_name("name")
            operator = child.child_by_field_name("operator")
            if operator is not None and operator.type == "+>":
                lowerer.fault(child, "`+>` is not allowed in a hash", brace, NO_TITLE)
            literal = ast.LiteralString(*lowerer.span(key or child), start, lowerer.text(key or child))
            entries.append(ast.KeyedEntry(*lowerer.span(child), start, literal, lowerer.field(child, "value")))
        elif child.type == "attributes_operation":
            # Puppet's parser makes an entry without a key of it, which nothing can evaluate.
            nothing = ast.LiteralUndef(*lowerer.span(child), start)
            entries.append(ast.KeyedEntry(*lowerer.span(child), start, nothing, lowerer.field(child, "value")))
    hash_ = ast.LiteralHash(start, end, start, tuple(entries))
    if isinstance(name, ast.QualifiedName) and name.value in STATEMENT_FUNCTIONS:
        return (ast.CallNamedFunctionExpression(*lowerer.at(node), name, (hash_,)),)
    return (name, hash_)


@lowers("name_with_hash")
def _name_with_hash(lowerer: Lowerer, node: Tree) -> ast.Expression:
    parts = name_with_hash_parts(lowerer, node)
    return parts[0] if len(parts) == 1 else ast.BlockExpression(*lowerer.at(node), parts)


@lowers("ERROR")
def _error(lowerer: Lowerer, node: Tree) -> ast.Expression:
    return lowerer.error(node)

"""A text as its tokens, each knowing what decides about the white space before it.

A *frame* is what stands between two brackets, or the attributes behind a title; a *unit* is one of its members: a
statement, an element, an attribute. The layout is read from tree-sitter's tree, which has every token and comment where
the AST has the meaning alone.

Strings, heredocs, comments and a template's text are one token each. What is broken is `kept`: nothing is
known about it.

Frames and units know tokens by their numbers, and tokens know earlier ones alone: nothing refers to itself in a circle,
which would wait for a collection of garbage (a file of 600 lines: 8 ms).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from tree_sitter import Node, Tree

from ..base.span import Span

#: Blanks for each level of indentation.
STEP = 2
#: What nothing is changed in.
OPAQUE = frozenset(
    ("string", "interpolated_string", "heredoc", "heredoc_body", "regex", "comment", "text", "epp_comment", "bare_word")
)
_OPEN = frozenset("([{")
_CLOSE = frozenset(")]}")
#: What opens a frame, and what closes it.
PARTNERS = {"(": ")", "[": "]", "{": "}", "|": "|", "<|": "|>", "<<|": "|>>"}
#: What may stand before the first token of a line: a byte order mark, too.
BLANKS = b" \t\r\xef\xbb\xbf"
#: Brackets whose opening one belongs to the line that it continues, even where it begins a line of its own.
_BODIES = frozenset(
    ("block", "parameter_list", "resource_expression", "resource_defaults", "resource_override", "case_expression")
)
#: Nodes whose block is indented from the line that they begin on, whatever line its bracket is on.
_HEADED = frozenset(
    (
        "case_option",
        "class_definition",
        "defined_type_definition",
        "function_definition",
        "node_definition",
        "plan_definition",
    )
)
#: Nodes whose `=>` stand in one column.
_ENTRIES = frozenset(("attribute_operation", "attributes_operation", "hash_entry", "selector_entry"))
#: Lists whose last element gets a comma, where their closing bracket has a line of its own.
_LISTS = frozenset(
    (
        "list",
        "hash",
        "parameter_list",
        "resource_body",
        "resource_defaults",
        "resource_override",
        "collect_expression",
        "name_with_hash",
        "selector_expression",
    )
)
#: Brackets whose members people write below the first one.
_HANGING = frozenset(
    ("list", "hash", "argument_list", "parameter_list", "access_expression", "parenthesized_expression")
)
_RELATIONS = frozenset(("->", "~>", "<-", "<~"))
#: Nodes whose first token is told something by where they stand, beside those in `_PREFIXED`.
_NOTED = _ENTRIES | _RELATIONS | {"variable", "=", "comment"}
#: Nodes that may begin with an operator.
_PREFIXED = frozenset(("not_expression", "minus_expression", "splat_expression", "virtual_resource", "parameter"))


class Frame(msgspec.Struct, eq=False, gc=False):
    """Tokens by their numbers, -1 for none: `line` is the one whose line the members are indented from (of the text itself
    there is none), `opener` the bracket, `first` the first token behind it. `levels` is how far the members are indented:
    one, or one for each bracket that is opened on that line, where a person has done so."""

    kind: str
    line: int = -1
    opener: int = -1
    first: int = -1
    levels: int = 1
    arrows: list[int] = msgspec.field(default_factory=list)


class Unit(msgspec.Struct, eq=False, gc=False):
    """A member of a frame; `first` is the number of its first token."""

    frame: Frame
    first: int = -1


class Token(msgspec.Struct, eq=False, gc=False):
    """`at` is its place among the tokens, `type` the grammar's, `parent` that of the node it stands in. Rows and columns (in bytes) count from 0.

    `closes` is the frame that it ends; `like` the token whose line's indentation it takes where it begins a line;
    `entry` the first token of the entry that this arrow belongs to; `column` what it wants to stay aligned with; `hangs`
    the token further up that it stands exactly below, being a member of the same brackets.
    """

    at: int
    type: str
    parent: str
    start: int
    end: int
    row: int
    end_row: int
    unit: Unit
    begins_line: bool
    kept: bool = False
    prefix: bool = False
    closes: Frame | None = None
    like: Token | None = None
    entry: Token | None = None
    column: str = ""
    comma_after: bool = False
    hangs: Token | None = None

    @property
    def begins_unit(self) -> bool:
        return self.unit.first == self.at


class Layout(NamedTuple):
    """The tokens of a text in order of place, and the frames that have arrows."""

    tokens: list[Token]
    frames: list[Frame]


def layout_of(data: bytes, tree: Tree) -> Layout:
    reader = _Reader(data, tree.root_node.has_error)
    reader.node(tree.root_node, Unit(Frame("source_file")))
    return Layout(reader.tokens, reader.with_arrows)


class _Reader:
    def __init__(self, data: bytes, broken: bool) -> None:
        self.data = data
        self._broken = broken
        self.tokens: list[Token] = []
        self.with_arrows: list[Frame] = []
        self._kept = False
        #: The end of the last token, and the row it is in.
        self._end = 0
        self._row = 0
        #: The brackets that are open.
        self._frames: list[Frame] = []

    def node(self, node: Node, unit: Unit, head: Token | None = None) -> None:
        """A node with children. What it is decides how its children are taken. `head` is where what has this block begins."""
        match node.type:
            case "resource_body":
                self._resource_body(node, unit)
            case "if_expression" | "unless_expression":
                self._condition(node, unit, None)
            case "relationship_expression" if unit.first < 0:
                for child in node.children:
                    first = self._child(child, child.type, node.type, Unit(unit.frame))
                    self._note(child, child.type, first, node.type, None)
            case _:
                self._members(node, unit, head)

    def _child(self, child: Node, kind: str, parent: str, unit: Unit, head: Token | None = None) -> Token | None:
        """A child that may be a token; the first token that it added."""
        if not child.child_count or kind in OPAQUE:
            start, end = child.start_byte, child.end_byte
            if kind == "comment":
                return self._comment(parent, Span(start, end), unit)
            return self._put(kind, parent, start, end, unit) if start < end else None
        before = len(self.tokens)
        self.node(child, unit, head)
        return self.tokens[before] if len(self.tokens) > before else None

    def _members(self, node: Node, around: Unit, head: Token | None) -> None:
        """Brackets make frames; what stands in them are units."""
        kind, unit = node.type, around
        frame: Frame | None = None
        opener: Token | None = None
        begin = len(self.tokens)
        top = kind == "source_file"
        has_statements = self._broken and (top or kind == "block")
        previous: Token | None = None
        for child in node.children:
            kept, name, named, extra = self._kept, child.type, child.is_named, child.is_extra
            if has_statements and (top or named):
                self._kept = kept or (child.has_error and not _is_sound(child)) or child.is_error
            if frame is None and name in PARTNERS and not named and (name != "|" or not top):
                token = self._bracket(child, name, kind, around)
                opener, frame = token, Frame(kind, (head or token).at, token.at)
                self._frames.append(frame)
                if kind in _BODIES and token.begins_line and around.first >= 0:
                    token.like = self.tokens[around.first]
            elif frame is not None and opener is not None and name == PARTNERS[opener.type]:
                token = self._bracket(child, name, kind, around)
                if previous is not None and previous is not opener and kind in _LISTS:
                    previous.comma_after = previous.type not in (",", ";") and token.begins_line
                while self._frames.pop() is not frame:
                    pass  # of what was never closed
                token.closes, frame, opener, unit = frame, None, None, around
            else:
                if named and not extra and (frame is not None or top):
                    unit = Unit(frame or around.frame)
                owner = self.tokens[begin] if name == "block" and kind in _HEADED else None
                first = self._child(child, name, kind, Unit(unit.frame) if extra else unit, owner)
                self._note(child, name, first, kind, frame)
            if not extra and self.tokens:
                previous = self.tokens[-1]
            self._kept = kept

    def _note(self, child: Node, name: str, first: Token | None, parent: str, frame: Frame | None) -> None:
        """What else is to be known of a token by where it stands."""
        if first is None or not (name in _NOTED or parent in _PREFIXED):
            return
        if name in _ENTRIES:
            self._arrow(child, first, frame)
        elif parent == "parameter" and name in ("variable", "="):
            first.column = name
        elif parent == "assignment_expression" and name == "=":
            first.column = "assignment"
        elif parent == "relationship_expression" and name in _RELATIONS:
            first.column = "relation"
        elif name == "comment":
            first.column = name
        elif parent in _PREFIXED:
            first.prefix = name in ("!", "-", "*", "@", "@@")

    def _arrow(self, entry: Node, first: Token, frame: Frame | None) -> None:
        operator = next((child for child in entry.children if child.type in ("=>", "+>")), None)
        if operator is None or frame is None:
            return
        for token in reversed(self.tokens):
            if token.start == operator.start_byte:
                token.entry = first
                if not frame.arrows:
                    self.with_arrows.append(frame)
                frame.arrows.append(token.at)
                return

    def _resource_body(self, node: Node, unit: Unit) -> None:
        """The attributes are indented from the line that the title begins on."""
        title: Token | None = None
        frame: Frame | None = None
        previous: Token | None = None
        before_attributes = True
        for child in node.children:
            own = unit if frame is None or not child.is_named or child.is_extra else Unit(frame)
            if child.is_extra:
                own = Unit(frame or unit.frame)
            name = child.type
            first = self._child(child, name, node.type, own)
            title = title or first
            if frame is None and name == ":":
                frame = Frame(node.type, -1 if title is None else title.at)
            elif frame is not None and first is not None:
                self._note(child, name, first, node.type, frame)
                if before_attributes and not child.is_extra:
                    first.column = "title"
                    before_attributes = False
            if not child.is_extra:
                previous = self.tokens[-1]
        following = node.next_sibling
        while following is not None and following.is_extra:
            following = following.next_sibling
        if frame is not None and previous is not None and following is not None and following.type == "}":
            alone = following.start_point.row > previous.end_row
            previous.comma_after = alone and previous.type not in (",", ":")

    def _condition(self, node: Node, unit: Unit, head: Token | None) -> None:
        """`else` and `elsif` stand below the `if`."""
        for child in node.children:
            if child.type == "if_expression" and head is not None and self.tokens[-1].type == "elsif":
                self._condition(child, unit, head)
                continue
            first = self._child(child, child.type, node.type, unit, head if child.type == "block" else None)
            head = head or first
            if first is not None and child.type in ("else", "elsif"):
                first.like = head

    def _bracket(self, node: Node, kind: str, parent: str, unit: Unit) -> Token:
        return self._put(kind, parent, node.start_byte, node.end_byte, unit, kept=node.is_missing)

    def _comment(self, parent: str, whole: Span, unit: Unit) -> Token | None:
        """The first token of a comment, of which each line is one."""
        first: Token | None = None
        for start, end in lines_of_comment(self.data, whole):
            token = self._put("comment", parent, start, end, unit if first is None else Unit(unit.frame))
            token.column = "comment"
            first = first or token
        return first

    def _put(self, kind: str, parent: str, start: int, end: int, unit: Unit, *, kept: bool = False) -> Token:
        data, above, before = self.data, self._row, self._end
        row = above if start == before else above + data.count(b"\n", before, start)
        self._end = end
        self._row = row if end - start < 3 else row + data.count(b"\n", start, end)
        begins, at = False, len(self.tokens)
        if row != above or not at:
            line = data.rfind(b"\n", 0, start) + 1
            begins = not data[line:start].strip(BLANKS)
        token = Token(at, kind, parent, start, end, row, self._row, unit, begins, self._kept or kept)
        self.tokens.append(token)
        if unit.first < 0:
            unit.first = at
            if unit.frame.first < 0:
                unit.frame.first = at
        if begins:
            token.hangs = self._above(token, start - line)
            frame = unit.frame
            if frame.opener >= 0 and unit.first == at and frame.first == at:
                frame.levels = self._levels(self.tokens[frame.opener], start - line)
        return token

    def _levels(self, opener: Token, column: int) -> int:
        """How far the first member of brackets, in a column of a line of its own, is indented."""
        tokens = self.tokens
        levels = sum(frame.opener >= 0 and tokens[frame.opener].row == opener.row for frame in self._frames)
        line = self.data.rfind(b"\n", 0, opener.start) + 1
        text = self.data[line : opener.start]
        return levels if column == len(text) - len(text.lstrip()) + levels * STEP else 1

    def _above(self, token: Token, column: int) -> Token | None:
        """What a person has written a member of brackets, or the rest of one, below."""
        frame = token.unit.frame
        if frame.opener >= 0 and frame.kind in _HANGING:
            for at in (frame.first, token.unit.first):
                above = self.tokens[at]
                if at >= 0 and above is not token and not above.begins_line:
                    line = self.data.rfind(b"\n", 0, above.start) + 1
                    if above.start - line == column:
                        return above
        return None


def lines_of_comment(data: bytes, whole: Span) -> Iterator[Span]:
    """The lines of a run of comments, without what is blank; a comment between `/*` and `*/` is one."""
    start, end = whole
    if data[start : start + 1] != b"#":
        yield whole
        return
    for line in data[start:end].split(b"\n"):
        text = line.lstrip(b" \t").rstrip()
        if text:
            at = start + line.index(text)
            yield Span(at, at + len(text))
        start += len(line) + 1


def _is_sound(node: Node) -> bool:
    """Whether the errors in a statement are inside statements of its own, whose brackets all have their partners."""
    return all(_is_contained(each, node) for each in _errors(node))


def _errors(node: Node) -> Iterator[Node]:
    if node.is_error or node.is_missing:
        yield node
    elif node.has_error:
        for child in node.children:
            yield from _errors(child)


def _is_contained(error: Node, statement: Node) -> bool:
    if error.is_missing or not _is_balanced(error):
        return False
    around: Node | None = error.parent
    while around is not None and around.id != statement.id:
        if around.type == "block":
            return True
        around = around.parent
    return False


def _is_balanced(error: Node) -> bool:
    depth = 0
    waiting = [error]
    while waiting:
        node = waiting.pop()
        if node.type in OPAQUE:
            continue
        depth += (node.type in _OPEN) - (node.type in _CLOSE)
        waiting += node.children
    return depth == 0

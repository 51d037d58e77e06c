"""The text with a name put in at the cursor, its tree, and what is asked of either."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...base.position import Text
from ...base.span import Span
from ...model.document import Document
from ...model.view import View
from ...syntax.left import Frame, Node, Part, right_of
from ...syntax.tree import parse_tree
from .place import Place

_BEFORE = re.compile(rb"(?:(?<![\w:])::)?(?:\w+::)*\w*\Z")
_AFTER = re.compile(rb"\w*(?:::\w+)*")
#: Put in where no name stands; a capital where only a type can.
_NAME, _TYPE = b"zz9", b"Zz9"
STRINGS = ("string", "interpolated_string")
NAMES = ("name", "bare_word", "attribute_name")
DEFINING = frozenset(("class", "define", "function", "type", "plan", "node"))


class Cursor:
    """`node` is the name at the cursor, or the string around it."""

    def __init__(self, view: View, document: Document, offset: int) -> None:
        self.view, self.offset = view, offset
        parsed, broken = document.parsed, document.parsed.broken
        data = document.text.data if broken is None else broken.around(document.text.data, offset)
        before = _BEFORE.search(data, max(data.rfind(b"\n", 0, offset), 0), offset)
        self.start = before.start() if before else offset
        after = _AFTER.match(data, offset)
        self.end = after.end() if after else offset
        word = data[self.start : self.end]
        put = b""
        if not word or word.endswith(b"::"):
            put = _TYPE if word.removeprefix(b"::")[:1].isupper() else _NAME
        self.data = data[: self.end] + put + data[self.end :]
        self.text = Text(self.data)
        tree = parsed.tree
        if broken is not None:
            tree = parse_tree(self.data, parsed.dialect)
        elif put:
            tree = tree.copy()
            point = document.text.point(self.end)
            tree.edit(self.end, self.end, self.end + len(put), point, point, self.text.point(self.end + len(put)))
            tree = parse_tree(self.data, parsed.dialect, tree)
        self.put = len(put)
        self.root = tree.root_node
        at = max(self.start, min(self.offset, self.end + len(put) - 1))
        leaf = self.root.descendant_for_byte_range(at, at + 1)
        self.node: Node = leaf if leaf is not None else self.root
        self.quote = ""

    def make(self, kind: str, **more: object) -> Place:
        """`more` are fields of `Place`."""
        span = Span(self.start, self.end)
        typed = self.data[self.start : self.offset].decode("utf-8", "replace")
        line_end = self.data.find(b"\n", self.end + self.put)
        follows = self.data[self.end + self.put : line_end if line_end >= 0 else len(self.data)]
        fields: dict[str, object] = {"quote": self.quote, "follows": follows.decode("utf-8", "replace"), **more}
        return Place(self.view, self.offset, span, typed, kind, **fields)  # type: ignore[arg-type]

    def said(self, node: Part | None) -> str:
        return "" if node is None else self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def defines(self, left: Sequence[Part]) -> str:
        """`class`, `define`, ... where the nodes to the left are a name with that before it."""
        nodes = list(left)
        if len(nodes) > 1 and nodes[0].type in NAMES and nodes[1].type in DEFINING:
            return str(nodes[1].type)
        return ""

    def on_new_line(self, before: Part) -> bool:
        return b"\n" in self.data[before.end_byte : self.start]

    def beside(self, frame: Frame) -> frozenset[str]:
        """The strings and names that stand in the same brackets."""
        beside = [*frame.left, *right_of(self.node, self.start, self.data)]
        return frozenset(self.said(each).strip("'\"") for each in beside if each.type in (*STRINGS, *NAMES))

    def parameter(self) -> str:
        """The name of the parameter whose type this is in."""
        at: Node | None = self.node
        while at is not None and at.type != "parameter":
            at = at.parent
        name = at.child_by_field_name("name") if at is not None else None
        return self.said(name).lstrip("$")

    def attributes(self, left: list[Part]) -> frozenset[str]:
        """The attributes that are set beside the place."""
        right = right_of(self.node, self.start, self.data)
        stop = next((n for n, each in enumerate(right) if each.type == ";"), len(right))
        in_order = [*reversed(left), *right[:stop]]
        found = set()
        for each, after in zip(in_order, [*in_order[1:], None], strict=False):
            if each.type == "attribute_operation":
                found.add(self.said(each.child_by_field_name("name")))
            elif each.type == "hash_entry" and isinstance(each, Node):
                found.add(self.said(each.children[0]).strip("'\""))
            elif after is not None and after.type in ("=>", "+>"):
                found.add(self.said(each))
        return frozenset(found)

    def has(self) -> frozenset[str]:
        """The attributes in the braces behind the name."""
        resource = self.node.parent
        if resource is None or resource.type not in ("resource_expression", "name_with_hash", "resource_defaults"):
            return frozenset()
        bodies = [resource, *(each for each in resource.children if each.type == "resource_body")]
        names = (each.child_by_field_name("name") for body in bodies for each in body.children)
        return frozenset(self.said(name) for name in names if name is not None and name.type == "attribute_name")


def since(nodes: Sequence[Part], separator: str) -> list[Part]:
    """The nodes up to a separator."""
    return until(nodes, (separator,))


def until(nodes: Sequence[Part], separators: tuple[str, ...]) -> list[Part]:
    found: list[Part] = []
    for each in nodes:
        if each.type in separators:
            break
        found.append(each)
    return found

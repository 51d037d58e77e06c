"""Members of a collection in YAML's block style.

A value has a part on the line of its key or dash (`inline`) and one on lines of its own (`below`), either of which
may be empty; what a comment says behind the first or between both stays.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ..base.edits import TextEdit
from ..base.span import Span
from .written import Member, Value, values
from .yaml_text import Block, Layout, block_of, flow_text, item_lines, scalar_text

_COLON = re.compile(rb"\s*:")
_ANCHOR = re.compile(rb"(?<![^\s])&[^\s,\[\]{}]*")
_HEADER = re.compile(rb"[|>][-+0-9]*")


class _Parts(NamedTuple):
    """Where a value stands; `below` None: it has no lines of its own."""

    inline: Span
    below: Span | None


def layout_of(root: Value, near: Value) -> Layout:
    """How a document is laid out, above all the collection that is changed."""
    step = further_in = None
    for value in (near, *values(root)):
        if value.kind != "mapping" or value.inside is not None:
            continue
        for member in value.members:
            below = member.value
            if not below.members or below.inside is not None:
                continue
            if below.kind == "mapping" and step is None:
                step = below.column - value.column
            if below.kind == "sequence" and further_in is None:
                further_in = below.column > value.column
    return Layout(step or 2, bool(further_in))


class Blocks:
    """A text in YAML."""

    def __init__(self, data: bytes, layout: Layout) -> None:
        self._data = data
        self._layout = layout
        self._eol = "\r\n" if b"\r\n" in data else "\n"

    # Places ------------------------------------------------------------------------------------------

    def _line(self, at: int) -> int:
        return self._data.rfind(b"\n", 0, at) + 1

    def _line_end(self, at: int) -> int:
        """The end of a line, before its line break; of the line before where a line starts (as block scalars end)."""
        if at and self._data[at - 1 : at] == b"\n":
            at -= 1
        else:
            found = self._data.find(b"\n", at)
            at = len(self._data) if found < 0 else found
        return at - 1 if at and self._data[at - 1 : at] == b"\r" else at

    def _next_line(self, at: int) -> int:
        found = self._data.find(b"\n", self._line_end(at))
        return len(self._data) if found < 0 else found + 1

    def _behind_key(self, member: Member) -> int:
        """Behind the colon or the dash; behind a key without a colon where it is in braces."""
        if member.name is None:
            return member.span.start + (self._data[member.span.start : member.span.start + 1] == b"-")
        match = _COLON.match(self._data, member.key.end)
        return match.end() if match else member.key.end

    def _parts(self, member: Member) -> _Parts:
        value = member.value
        start, end = value.span
        if start == end and value.properties.start == value.properties.end:
            behind = self._behind_key(member)
            return _Parts(Span(behind, behind), None)
        if value.members and value.inside is None and self._line(start) > self._behind_key(member):
            behind = self._behind_key(member)
            has_properties = value.properties.end > value.properties.start
            inline = value.properties if has_properties else Span(behind, behind)
            return _Parts(inline, Span(self._line(start), self._next_line(end)))
        header = _HEADER.match(self._data, start, end)
        if value.kind == "scalar" and header is not None:
            return _Parts(Span(value.properties.start, header.end()), Span(self._next_line(header.end()), end))
        if self._data[end - 1 : end] == b"\n":  # a collection that starts at once and ends with a block scalar
            end = self._line_end(end)
        return _Parts(Span(value.properties.start, end), None)

    # Changes -----------------------------------------------------------------------------------------

    def set(self, parent: Value, member: Member, new: Any, quote: str) -> list[TextEdit]:
        inline, below = self._parts(member)
        anchor = self._anchor(member)
        at_once = not anchor and self._is_line_over(inline.end)
        block = self._block(parent, new, at_once=at_once, quote=quote)
        first = f"{anchor}{block.inline}".rstrip(" ")
        edits: list[TextEdit] = []
        if inline.start == inline.end:
            first = f" {first}" if first else ""
        elif not first:
            while self._data[inline.start - 1 : inline.start] in (b" ", b"\t"):
                inline = Span(inline.start - 1, inline.end)
        lines = "".join(self._eol + line for line in block.below)
        if below is not None:
            text = lines.removeprefix(self._eol) + (self._eol if lines else "")
            edits.append(TextEdit(below, text))
        elif lines:
            at = self._line_end(inline.end)
            if at == inline.end:
                first += lines
            else:
                edits.append(TextEdit(Span(at, at), lines))
        if first or inline.start < inline.end:
            edits.append(TextEdit(inline, first))
        return edits

    def _anchor(self, member: Member) -> str:
        """A name that nobody uses stays with what gets it."""
        properties = self._data[member.value.properties.start : member.value.properties.end]
        match = _ANCHOR.search(properties)
        return match[0].decode() + " " if match else ""

    def _is_line_over(self, at: int) -> bool:
        return not self._data[at : self._line_end(at)].strip()

    def _block(self, parent: Value, new: Any, *, at_once: bool, quote: str = "") -> Block:
        """A value as it stands in a collection, its lines below from the start of the line."""
        if isinstance(new, str) and quote and "\n" not in new:
            return Block(scalar_text(new, quote=quote))
        column = " " * parent.column
        if parent.kind == "mapping":
            inline, lines = block_of(new, self._layout)
        elif at_once:
            inline, *rest = item_lines(new, self._layout)
            lines = tuple("  " + line if line else line for line in rest)
        else:
            inline, lines = block_of(new, Layout(2, True, self._layout.literals))
        return Block(inline, tuple(column + line if line else line for line in lines))

    def insert(self, parent: Value, name: str | None, new: Any) -> list[TextEdit]:
        """A member behind the last one."""
        at = self._line_end(parent.members[-1].span.end)
        return [TextEdit(Span(at, at), self._eol + self._lines(parent, name, new))]

    def _lines(self, parent: Value, name: str | None, new: Any) -> str:
        inline, below = self._block(parent, new, at_once=True)
        head = "-" if name is None else f"{scalar_text(name)}:"
        first = " " * parent.column + f"{head} {inline}".rstrip(" ")
        return self._eol.join([first, *below])

    def first(self, name: str, new: Any) -> list[TextEdit]:
        """The first entry of a document that has none."""
        lines = self._lines(Value("mapping", Span(0, 0), Span(0, 0)), name, new)
        gap = self._eol if self._data and not self._data.endswith(b"\n") else ""
        return [TextEdit(Span(len(self._data), len(self._data)), gap + lines + self._eol)]

    def remove(self, parent: Value, at: int) -> list[TextEdit]:
        """One of several members, with its lines."""
        member = parent.members[at]
        start, end = member.span
        over = self._line_end(end)
        line = self._line(start)
        if not self._data[line:start].strip():
            return [TextEdit(Span(line, self._next_line(over)), "")]
        following = parent.members[at + 1].span.start
        if self._data[self._next_line(over) : following].strip():  # comments stand between
            blank = len(self._data[line:start]) - len(self._data[line:start].rstrip(b" "))
            return [TextEdit(Span(start - blank, over), "")]
        return [TextEdit(Span(start, following), "")]

    def empty(self, parent: Value, holder: Member | None) -> list[TextEdit]:
        """For a collection that loses its only member."""
        new: Any = [] if parent.kind == "sequence" else {}
        if holder is not None:
            return self.set(parent, holder, new, "")
        start, end = parent.span
        return [
            TextEdit(Span(start, self._line_end(end) if self._data[end - 1 : end] == b"\n" else end), flow_text(new))
        ]

    def rename(self, member: Member, name: str, in_flow: bool) -> list[TextEdit]:
        old = self._data[member.key.start : member.key.start + 1].decode("ascii", "replace")
        quote = old if old in ("'", '"') else ""
        return [TextEdit(member.key, scalar_text(name, in_flow=in_flow, quote=quote))]

    def set_in_flow(self, member: Member, new: Any, quote: str) -> list[TextEdit]:
        """A value between brackets."""
        value = member.value
        text = flow_text(new, quote=quote if isinstance(new, str) else "")
        text = self._anchor(member) + text
        start, end = value.properties.start, value.span.end
        if start < end or member.name is None:
            return [TextEdit(Span(start, end), text)]
        behind = self._behind_key(member)
        colon = self._data[behind - 1 : behind] == b":" and behind > member.key.end
        return [TextEdit(Span(behind, behind), f" {text}" if colon else f": {text}")]

"""Reads a place from the tree of the text with a name put in at the cursor: what kind of token it is in comes first.

Nothing may be written in comments, plain text, numbers and regular expressions: there is no place there.
"""

from __future__ import annotations

import re
from itertools import islice

from ...model.entity import OWN_MODULE
from ...model.view import View
from ...syntax.left import Frame, Node, frames
from .brackets import Brackets
from .cursor import STRINGS
from .left_open import closed
from .place import Place

_MOUNT = "puppet:///modules/"
#: What a text begins with that is a file of the own module.
_IN_OWN_MODULE = re.compile(rb"(puppet:///modules/)?\$\{module_name\}/")
#: A tag of a template that begins; its header up to a place; brackets with nothing in them but text.
_TAG = re.compile(rb"<%?\Z")
_HEADER = re.compile(rb"\A\s*(?:<%#.*?%>\s*)*<%-?\s*\|([^|]*)\Z", re.DOTALL)
_BRACKETS = re.compile(rb"\[[^\[\](){}]*\]|\{[^\[\](){}]*\}|\([^\[\](){}]*\)|'[^']*'|\"[^\"]*\"")
#: So many brackets around a place are looked at: of `create_resources('x', { 't' => { ^ } })` four.
_DEEPEST = 6
_IN_STRINGS = frozenset(
    (
        "class",
        "title",
        "fact",
        "path",
        "hiera",
        "resource_type",
        "value",
        "type",
        "variable",
        "function",
        "named",
        "member",
    )
)


class _Reader(Brackets):
    def place(self) -> Place | None:
        typed = self.data[self.start : self.offset]
        if typed[:1].isdigit():
            return None
        node = self.node
        if self.view.path.endswith(".epp") and (tag := _TAG.search(self.data, 0, self.offset)) is not None:
            self.start = tag.start()
            return self.make("tag")
        if node.type == "comment":
            return self._doc()
        if node.type == "malformed" and node.parent is not None:
            node = self.node = node.parent
        if node.type in ("text", "epp_comment", "heredoc_text", "heredoc_tag", "heredoc_end", "heredoc_syntax",
                         "heredoc_escapes", "regex", "number", "heredoc_body"):  # fmt: skip
            return None
        if node.type == "variable" or self.data[self.start - 1 : self.start] == b"$":
            return self._variable()
        if node.type == "string" or (node.parent is not None and node.parent.type == "interpolated_string"):
            return self._string()
        if node.type == "interpolated_string" or self._is_skipped_string(node):
            return self._string()
        around = self._around(self.node, self.start)
        if around[0].kind == "" and (header := _HEADER.match(self.data, 0, self.start)) is not None:
            return self._in_header(header[1])
        return self.meaning(around)

    def _in_header(self, before: bytes) -> Place | None:
        """Among the parameters of a template; outside of all brackets."""
        while (inner := _BRACKETS.sub(b"", before)) != before:
            before = inner
        parameter = re.fullmatch(rb"\s*([A-Z][\w:]*)?\s*(?:\$(\w*)\s*(=)?)?\s*", before.rpartition(b",")[2])
        if parameter is None or (parameter[2] is None and parameter[1]):
            return None
        if parameter[2] is None:
            following = re.match(rb"\s*\$(\w+)", self.data[self.end + self.put :])
            return self.make("type", owner="parameter", key=following[1].decode() if following is not None else "")
        type_text = (parameter[1] or b"").decode()
        return self.make("value", owner=f"typed:{type_text}", key=parameter[2].decode()) if parameter[3] else None

    def _around(self, node: Node, at: int) -> list[Frame]:
        """The brackets around a node, as many as are ever asked for: more where they may be hashes in a call."""
        found: list[Frame] = []
        for each in islice(frames(node, at, self.data), _DEEPEST):
            found.append(each)
            if len(found) > 2 and (
                found[0].kind not in ("{", "[") or each.kind in ("", "${") or each.around == "block"
            ):
                break
        return found

    def _doc(self) -> Place | None:
        line = self.data[self.data.rfind(b"\n", 0, self.offset) + 1 : self.offset]
        found = re.fullmatch(rb"\s*#\s*@(\w*)(?:\s+(?:\[[^\]]*\]\s*)?(\w*))?", line)
        if found is None:
            return None
        if found[2] is not None:
            return self.make("doc", owner=found[1].decode())
        self.start = self.offset - len(found[1])
        return self.make("doc")

    def _variable(self) -> Place | None:
        meant = self.meaning(self._around(self.node, self.start))
        if meant is None:
            return self.make("variable")
        return meant._replace(kind="variable") if meant.kind in ("value", "statement") else self.make("variable")

    def _is_skipped_string(self, node: Node) -> bool:
        """Whether the parser left out a string as an error, as that of `if $x == ''` where no brace follows."""
        return (
            node.type == "ERROR"
            and re.fullmatch(rb"'[^'\n]*'|\"[^\"$\n]*\"", self.data[node.start_byte : node.end_byte]) is not None
        )

    def _string(self) -> Place | None:
        is_string = self.node.type in STRINGS or self._is_skipped_string(self.node)
        node = self.node if is_string else self.node.parent
        if node is None:
            return None
        own = _IN_OWN_MODULE.match(self.data, node.start_byte + 1, self.offset)
        written = own.end() if own is not None else node.start_byte
        if any(child.type in ("variable", "interpolation") and child.end_byte > written for child in node.children):
            return None
        self.node = node
        first, last = node.start_byte + 1, node.end_byte - 1
        self.quote = self.said(node)[:1]
        line_end = self.data.find(b"\n", first)
        last = min(last, line_end) if line_end >= 0 else last
        if not first <= self.offset:
            return None
        self.start, end = max(first, written), max(last, self.end + self.put)
        inside = self.data[first:end]
        if line_end >= 0 and last == line_end:  # never closed on its line
            stop = re.search(rb"[\s,;)\]}:'\"](?!:)", self.data[self.end : line_end])
            end = self.end + stop.start() if stop else line_end
            inside = self.data[first:end]
        self.end = end - self.put
        text = inside.decode("utf-8", "replace")
        if own is not None:
            found = (
                self.meaning(self._around(node, node.start_byte))
                if not own[1]
                else self.make("path", owner="puppet:///")
            )
            return found._replace(hint=OWN_MODULE) if found is not None and found.kind == "path" else None
        if text.startswith("puppet:"):
            self.start += len(_MOUNT) if text.startswith(_MOUNT) and self.offset >= self.start + len(_MOUNT) else 0
            return self.make("path", owner="puppet:///")
        found = self.meaning(self._around(node, node.start_byte))
        if found is None or found.kind in _IN_STRINGS or (found.kind == "attribute" and found.form != "attribute"):
            return found
        return None


def place_at(view: View, offset: int) -> Place | None:
    """What may be written at a byte offset; None where nothing may."""
    document = view.document
    if document is None or document.parsed.given_up:
        return None
    offset = min(offset, len(document.text.data))
    whole = closed(document, offset)
    return _Reader(view if whole is document else view.reading(whole), whole, offset).place()

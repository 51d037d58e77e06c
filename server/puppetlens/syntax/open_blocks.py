"""Templates (EPP) that are being written: blocks that no tag has closed yet are closed at the end of the text.

What stands in a block knows its names only where the block ends: `<% $x.each |$k| { %> <%= $k` is read as if
` %><% } %>` stood behind it.
"""

from __future__ import annotations

import re

from tree_sitter import Node as Tree

from ..base.position import Text
from .faults import error_spans
from .lexer import CLOSER_OF, Lexer, LexerError
from .tree import parse_tree

#: A tag with code, to its end, or to the next one where it has none; `<%%` is text, `<%#` begins a comment.
_TAG = re.compile(rb"<%(?![%#])[-=]?((?:(?!<%|%>).)*)(%>)?", re.DOTALL)
_COMMENT = re.compile(rb"<%#.*?(?:%>|\Z)", re.DOTALL)
#: Who leaves more of them open is not writing a template.
_MOST = 100


def closed_at_end(data: bytes, root: Tree) -> tuple[bytes, Tree] | None:
    """The text with the missing ends behind it, and its root; None where the parser does not make more of it."""
    missing = _missing(_COMMENT.sub(lambda found: b" " * len(found[0]), data))
    if not missing:
        return None
    closed = data + missing
    again = parse_tree(closed, "epp").root_node
    return (closed, again) if _lost(again) < _lost(root) else None


def _lost(root: Tree) -> int:
    """The bytes that the parser makes nothing of."""
    return sum(end - start for start, end in error_spans(root))


def _missing(data: bytes) -> bytes:
    waiting: list[str] = []
    ended = True
    for tag in _TAG.finditer(data):
        if ended:  # brackets but blocks end in their tag
            waiting = [each for each in waiting if each == "}"]
        ended = tag[2] is not None
        try:
            for token in Lexer(Text(tag[1].removesuffix(b"-")).characters, False, "").tokens():
                if len(waiting) > _MOST:
                    return b""
                if token.kind in CLOSER_OF:
                    waiting.append(CLOSER_OF[token.kind])
                elif token.kind in CLOSER_OF.values() and token.kind in waiting:
                    while waiting.pop() != token.kind:
                        pass
        except LexerError:  # a lone `$`, a string that is not closed
            continue
    inner = "" if ended else "".join(reversed(waiting[_behind_blocks(waiting) :]))
    blocks = waiting.count("}") - inner.count("}")
    return (b"" if ended else f" {inner}%>".encode()) + (f"<% {'} ' * blocks}%>".encode() if blocks else b"")


def _behind_blocks(waiting: list[str]) -> int:
    """Where the first bracket stands that is none of a block."""
    return next((at for at, each in enumerate(waiting) if each != "}"), len(waiting))

"""A client's edits, applied to our own text.

Lines end where LSP says (`\\n`, `\\r\\n`, `\\r`), never at a form feed, U+2028 or U+0085.
"""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from ..base.position import Encoding, Text
from ..engine.engine import Edit


def apply_changes(
    text: Text, changes: Iterable[lsp.TextDocumentContentChangeEvent], encoding: Encoding
) -> tuple[Text, list[Edit]]:
    """The text after `changes`, and what they did in bytes, each to the text it applied to."""
    edits: list[Edit] = []
    for change in changes:
        data = change.text.encode("utf-8", "surrogatepass")
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            start = text.lsp_offset(change.range.start.line, change.range.start.character, encoding)
            end = text.lsp_offset(change.range.end.line, change.range.end.character, encoding)
            start, end = min(start, end), max(start, end)
        else:
            start, end = 0, len(text.data)
        edits.append(Edit(start, end, start + len(data)))
        text = Text(text.data[:start] + data + text.data[end:])
    return text, edits

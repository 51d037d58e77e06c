"""A client's side of workspace edits: what files hold after one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types as lsp

Edit = lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit


def apply(edit: lsp.WorkspaceEdit, encoding: str) -> None:
    """Make the changes on disk, in order."""
    for uri, edits in (edit.changes or {}).items():
        _edit(_path(uri), edits, encoding)
    for change in edit.document_changes or ():
        match change:
            case lsp.TextDocumentEdit():
                _edit(_path(change.text_document.uri), change.edits, encoding)
            case lsp.CreateFile():
                path = _path(change.uri)
                assert not path.exists()
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(b"")
            case lsp.RenameFile():
                new = _path(change.new_uri)
                assert not new.exists()
                new.parent.mkdir(parents=True, exist_ok=True)
                _path(change.old_uri).rename(new)
            case _:
                raise AssertionError(change)


def _path(uri: str) -> Path:
    return Path(unquote(urlsplit(uri).path))


def _edit(path: Path, edits: Sequence[Edit], encoding: str) -> None:
    path.write_bytes(applied(path.read_bytes().decode(), edits, encoding).encode())


def applied(text: str, edits: Sequence[Edit] | None, encoding: str) -> str:
    """A text after edits, whose places all count in it."""
    lines = text.splitlines(keepends=True) or [""]
    units = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]

    def offset(place: lsp.Position) -> int:
        line = lines[place.line].encode(units)[: place.character * width] if place.line < len(lines) else b""
        return len("".join(lines[: place.line])) + len(line.decode(units))

    placed = sorted((offset(edit.range.start), offset(edit.range.end), at) for at, edit in enumerate(edits or ()))
    for start, end, at in reversed(placed):
        edit = (edits or ())[at]
        assert not isinstance(edit, lsp.SnippetTextEdit)
        text = text[:start] + edit.new_text + text[end:]
    return text

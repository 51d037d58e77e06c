"""What files would hold once a workspace edit was made: of an edit that a client was given, or is about to make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lsprotocol import types as lsp

from ..base.position import Encoding, Text
from ..engine.comparisons import files_below
from ..engine.engine import Snapshot
from .sync import apply_changes
from .uris import to_path

#: path -> what is there then; None where nothing is.
Contents = dict[str, str | None]


class _Change(NamedTuple):
    """Of one file, or a file or folder that comes, goes, or moves `to` another path."""

    path: str
    edits: tuple[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit, ...] = ()
    to: str | None = None
    gone: bool = False


def edited_files(snapshot: Snapshot, edit: lsp.WorkspaceEdit, encoding: Encoding) -> Contents:
    """Of the files that the edit concerns alone. Files that are no text stay what they are."""
    found: Contents = {}

    def now(path: str) -> str | None:
        return found[path] if path in found else _content(snapshot, path)

    for change in _changes(edit):
        if change.to is not None:
            for path in list(_below(snapshot, change.path, found)):
                found[change.to + path[len(change.path) :]], found[path] = now(path), None
        elif change.gone:
            found.update(dict.fromkeys(_below(snapshot, change.path, found)))
        else:
            found[change.path] = _edited(now(change.path) or "", change.edits, encoding)
    return found


def contents_of(snapshot: Snapshot, paths: Iterable[str]) -> Contents:
    """Of these files, as they are now."""
    return {path: _content(snapshot, path) for path in paths}


def _content(snapshot: Snapshot, path: str) -> str | None:
    text = snapshot.text(path)
    data = text.data if text is not None else snapshot.files.read(path)
    return None if data is None else data.decode("utf-8", "surrogateescape")


def _below(snapshot: Snapshot, path: str, found: Contents) -> Iterator[str]:
    """The file itself, or all those in the folder."""
    if snapshot.files.is_dir(path):
        yield from files_below(snapshot, path)
    elif found.get(path) is not None or snapshot.files.is_file(path) or snapshot.text(path) is not None:
        yield path


def _edited(text: str, edits: Iterable[object], encoding: Encoding) -> str:
    """All edits count in the text before: the last is made first."""
    plain = [each for each in edits if isinstance(each, (lsp.TextEdit, lsp.AnnotatedTextEdit))]
    ordered = sorted(plain, key=lambda each: (each.range.start.line, each.range.start.character), reverse=True)
    changes = [lsp.TextDocumentContentChangePartial(each.range, each.new_text) for each in ordered]
    data = text.encode("utf-8", "surrogateescape")
    return apply_changes(Text(data), changes, encoding)[0].data.decode("utf-8", "surrogateescape")


def _changes(edit: lsp.WorkspaceEdit) -> Iterator[_Change]:
    for change in edit.document_changes or ():
        if isinstance(change, lsp.TextDocumentEdit):
            path = to_path(change.text_document.uri)
            if path is not None:
                yield _Change(path, tuple(change.edits))
        elif isinstance(change, lsp.RenameFile):
            old, new = to_path(change.old_uri), to_path(change.new_uri)
            if old is not None and new is not None:
                yield _Change(old, to=new)
        elif (path := to_path(change.uri)) is not None:
            yield _Change(path, gone=isinstance(change, lsp.DeleteFile))
    for uri, edits in (edit.changes or {}).items() if not edit.document_changes else ():
        if (path := to_path(uri)) is not None:
            yield _Change(path, tuple(edits))

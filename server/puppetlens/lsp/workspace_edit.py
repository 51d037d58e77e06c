"""Changes of a site -> the workspace edit that the client takes.

| the client takes | it gets |
| --- | --- |
| document changes | edits of a version of each open document, else edits by URI |
| the operation | files that are created or renamed, in the order of `Changes`; without it, whoever asks offers no such change |
| change annotations | a doubtful edit with its reason, to be confirmed; else a note instead of the edit |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from lsprotocol import types as lsp

from ..base.edits import Changes, FileEdit
from ..base.position import Encoding, Text
from ..engine.engine import Snapshot
from .convert import range_of

_Change = lsp.TextDocumentEdit | lsp.CreateFile | lsp.RenameFile | lsp.DeleteFile


class Taken(NamedTuple):
    """What the client takes, and how it is spoken to."""

    document_changes: bool
    operations: frozenset[lsp.ResourceOperationKind]
    annotations: bool
    encoding: Encoding
    uri: Callable[[str], str]


def taken(capabilities: lsp.ClientCapabilities, encoding: Encoding, uri: Callable[[str], str]) -> Taken:
    workspace = capabilities.workspace
    said = workspace.workspace_edit if workspace is not None else None
    operations = frozenset((said and said.resource_operations) or ())
    document_changes = bool(operations or (said and said.document_changes))  # Neovim says the first alone
    annotations = bool(said and said.change_annotation_support) and document_changes
    return Taken(document_changes, operations, annotations, encoding, uri)


def cannot_move(changes: Changes, client: Taken) -> str | None:
    """Why changes cannot be made as a whole by a client that does not rename files when it is told to; else None."""
    if lsp.ResourceOperationKind.Rename in client.operations or not changes.moves:
        return None
    old, new = changes.moves[0]
    return (
        f"Puppet would look for it in {new}, so {old} has to be renamed, too, and this editor does not do that for a "
        "server: nothing is changed"
    )


def workspace_edit(snapshot: Snapshot, changes: Changes, client: Taken) -> tuple[lsp.WorkspaceEdit, tuple[str, ...]]:
    """The edit, and what is to be told with it."""
    by_path: dict[str, list[FileEdit]] = {}
    texts = {edit.path: snapshot.text(edit.path) or Text(b"") for edit in changes.edits}
    notes = [*changes.notes]
    for edit in changes.edits:
        if edit.doubt and not client.annotations:
            line = texts[edit.path].puppet_position(edit.edit.span.start).line
            notes.append(f"{edit.doubt}, and stays as it is: {edit.path}:{line}")
        else:
            by_path.setdefault(edit.path, []).append(edit)
    if not client.document_changes:
        plain: dict[str, Sequence[lsp.TextEdit]] = {
            client.uri(path): [_plain(texts[path], edit, client) for edit in edits] for path, edits in by_path.items()
        }
        return lsp.WorkspaceEdit(changes=plain), tuple(notes)
    annotations = {
        edit.doubt: lsp.ChangeAnnotation(edit.doubt, needs_confirmation=True)
        for edit in changes.edits
        if edit.doubt and client.annotations
    }
    found: list[_Change] = [*_created(changes, client)]
    for path, edits in by_path.items():
        document = lsp.OptionalVersionedTextDocumentIdentifier(client.uri(path), snapshot.version(path))
        found.append(lsp.TextDocumentEdit(document, [_text_edit(texts[path], edit, client) for edit in edits]))
    if lsp.ResourceOperationKind.Rename in client.operations:
        found += (lsp.RenameFile(client.uri(old), client.uri(new)) for old, new in changes.moves)
    return lsp.WorkspaceEdit(document_changes=found, change_annotations=annotations or None), tuple(notes)


def _text_edit(text: Text, edit: FileEdit, client: Taken) -> lsp.TextEdit | lsp.AnnotatedTextEdit:
    plain = _plain(text, edit, client)
    if edit.doubt and client.annotations:
        return lsp.AnnotatedTextEdit(edit.doubt, plain.range, plain.new_text)
    return plain


def _plain(text: Text, edit: FileEdit, client: Taken) -> lsp.TextEdit:
    return lsp.TextEdit(range_of(text, edit.edit.span, client.encoding), edit.edit.text)


def _created(changes: Changes, client: Taken) -> Iterator[_Change]:
    if lsp.ResourceOperationKind.Create not in client.operations:
        return
    start = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    for path, text in changes.created:
        uri = client.uri(path)
        yield lsp.CreateFile(uri)
        document = lsp.OptionalVersionedTextDocumentIdentifier(uri, None)
        yield lsp.TextDocumentEdit(document, [lsp.TextEdit(start, text)])

"""Rename through the protocol, as real clients and the plainest one take the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from tests.lsp.test_features import client, each_client, open_site, root  # noqa: F401  (fixtures)
from tests.lsp.workspace_edits import apply

pytestmark = pytest.mark.asyncio


def at(uri: str, line: int, character: int) -> dict[str, Any]:
    return {"text_document": lsp.TextDocumentIdentifier(uri), "position": lsp.Position(line, character)}


SITE = "include motd  # 😀\n$face = '😀' class { 'motd': text => 'a' }\n"


async def test_a_class_in_two_files(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    (root / "manifests" / "site.pp").write_text(SITE)
    uri = open_site(each_client, root, SITE)
    prepared = await each_client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**at(uri, 0, 9)))
    assert isinstance(prepared, lsp.PrepareRenamePlaceholder)
    assert (prepared.range, prepared.placeholder) == (lsp.Range(lsp.Position(0, 8), lsp.Position(0, 12)), "motd")
    workspace = each_client.capabilities.workspace
    said = workspace.workspace_edit if workspace is not None else None
    rename = lsp.RenameParams(**at(uri, 0, 9), new_name="motd::main")
    if lsp.ResourceOperationKind.Rename not in ((said and said.resource_operations) or ()):
        with pytest.raises(
            JsonRpcException, match=r"motd/manifests/init\.pp has to be renamed, too.* nothing is changed"
        ):
            await each_client.text_document_rename_async(rename)
        return
    edit = await each_client.text_document_rename_async(rename)
    assert edit is not None
    apply(edit, {1: "utf-32", 2: "utf-16", 4: "utf-8"}[each_client.units])
    site = (root / "manifests" / "site.pp").read_text()
    assert site == SITE.replace("include motd", "include motd::main").replace("'motd'", "'motd::main'")
    manifests = root / "modules" / "motd" / "manifests"
    assert "class motd::main(String $text) {}" in (manifests / "main.pp").read_text()


async def test_versions_of_open_documents(client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(client, root, SITE)
    edit = await client.text_document_rename_async(lsp.RenameParams(**at(uri, 1, 30), new_name="told"))
    assert edit is not None
    documents = [each.text_document for each in edit.document_changes or () if isinstance(each, lsp.TextDocumentEdit)]
    assert {Path(each.uri).name: each.version for each in documents} == {"site.pp": 1, "init.pp": None}


async def test_a_doubtful_edit_is_to_be_confirmed(client: LanguageClient, root: Path) -> None:  # noqa: F811
    (root / "modules" / "motd" / "manifests" / "late.pp").write_text("class motd::late {}\n")
    uri = open_site(client, root, "include motd::late\n$classes = ['motd::late']\n")
    edit = await client.text_document_rename_async(lsp.RenameParams(**at(uri, 0, 14), new_name="motd::later"))
    assert edit is not None
    (annotation,) = (edit.change_annotations or {}).values()
    assert annotation.needs_confirmation
    edits = [
        one for each in edit.document_changes or () if isinstance(each, lsp.TextDocumentEdit) for one in each.edits
    ]
    assert [type(one).__name__ for one in edits if one.range.start.line == 1] == ["AnnotatedTextEdit"]


async def test_a_reason_why_not(client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(client, root, SITE)
    with pytest.raises(JsonRpcException, match="'a b' cannot name a class"):
        await client.text_document_rename_async(lsp.RenameParams(**at(uri, 0, 9), new_name="a b"))
    with pytest.raises(JsonRpcException, match="There is no name here"):
        await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**at(uri, 0, 16)))


async def test_a_file_that_is_renamed(client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(client, root, SITE)
    folder = root / "modules" / "motd"
    moved = lsp.FileRename(folder.as_uri(), (root / "modules" / "greeting").as_uri())
    edit = await client.workspace_will_rename_files_async(lsp.RenameFilesParams([moved]))
    assert edit is not None
    changes = edit.document_changes
    assert changes is not None
    texts = {each.text_document.uri: [e.new_text for e in each.edits] for each in changes}  # type: ignore[union-attr]
    assert texts == {uri: ["greeting", "greeting"], (folder / "manifests" / "init.pp").as_uri(): ["greeting"]}

"""Code actions through the protocol, resolved later and at once, with files that are created."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.lsp.test_features import each_client, open_site, root  # noqa: F401  (fixtures)
from tests.lsp.workspace_edits import apply

pytestmark = pytest.mark.asyncio

SITE = "$face = '😀' include motd::absent\n"


async def test_create_a_class(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(each_client, root, SITE)
    column = len("$face = '") + each_client.units + len("' include motd::")
    place = lsp.Range(lsp.Position(0, column), lsp.Position(0, column))
    context = lsp.CodeActionContext([], [lsp.CodeActionKind.QuickFix])
    found = await each_client.text_document_code_action_async(
        lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), place, context)
    )
    refused = await each_client.text_document_code_action_async(
        lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), place, lsp.CodeActionContext([], [lsp.CodeActionKind.Refactor])
        )
    )
    reasons = [each.disabled.reason for each in refused or () if isinstance(each, lsp.CodeAction) and each.disabled]
    document = each_client.capabilities.text_document
    shows = bool(document and document.code_action and document.code_action.disabled_support)
    assert reasons == ["Nothing here defines the class 'motd::absent'"] * shows
    workspace = each_client.capabilities.workspace
    said = workspace.workspace_edit if workspace is not None else None
    creates = bool(said and said.resource_operations)
    actions = [each for each in found or () if each.title == "Create class 'motd::absent'"]
    assert len(actions) == creates
    for action in actions:
        assert isinstance(action, lsp.CodeAction)
        assert action.diagnostics is not None
        assert "motd::absent" in action.diagnostics[0].message
        edit = action.edit or (await each_client.code_action_resolve_async(action)).edit
        assert edit is not None
        apply(edit, "utf-8")
        file = root / "modules" / "motd" / "manifests" / "absent.pp"
        assert file.read_text() == "class motd::absent {\n}\n"


async def test_an_ignore_that_waited_for_an_evaluation_can_be_taken_away(
    each_client: LanguageClient,  # noqa: F811
    root: Path,  # noqa: F811
) -> None:
    text = "$x = 1 # puppetlens:ignore[ILLEGAL_REASSIGNMENT]\nnotice($x)\n"
    (root / "manifests" / "site.pp").write_text(text)
    uri = open_site(each_client, root, text)
    place = lsp.Range(lsp.Position(0, 12), lsp.Position(0, 12))
    for _ in range(100):  # until the evaluation has ended
        found = await each_client.text_document_code_action_async(
            lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), place, lsp.CodeActionContext([]))
        )
        titles = [each.title for each in found or ()]
        if "Take the ignore away" in titles:
            break
        await asyncio.sleep(0.1)
    (action,) = (each for each in found or () if each.title == "Take the ignore away")
    assert isinstance(action, lsp.CodeAction)
    assert action.diagnostics is not None
    assert [each.code for each in action.diagnostics] == ["UNUSED_IGNORE"]
    edit = action.edit or (await each_client.code_action_resolve_async(action)).edit
    assert edit is not None
    apply(edit, "utf-8")
    assert (root / "manifests" / "site.pp").read_text() == "$x = 1\nnotice($x)\n"

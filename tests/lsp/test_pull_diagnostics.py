"""Diagnostics that a client asks for: what others are pushed, nothing twice, and again when they are others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.lsp.test_features import client, findings, open_site, replace, root, site_uri  # noqa: F401  (fixtures)
from tests.support.forked import QUICK

pytestmark = pytest.mark.asyncio

Full = lsp.RelatedFullDocumentDiagnosticReport
Unchanged = lsp.RelatedUnchangedDocumentDiagnosticReport


@pytest_lsp.fixture(config=ClientServerConfig(server_command=QUICK))
async def puller(lsp_client: LanguageClient, root: Path) -> AsyncIterator[None]:  # noqa: F811
    """VS Code as it is today. What it is asked and told by the server is counted."""
    lsp_client.refreshed = asyncio.Queue()
    lsp_client.partial = []
    for own in ("workspace/diagnostic/refresh", "$/progress"):
        lsp_client.protocol.fm.features.pop(own)

    @lsp_client.feature("workspace/diagnostic/refresh")
    def refresh(params: None) -> None:
        lsp_client.refreshed.put_nowait(True)

    @lsp_client.feature("client/registerCapability")
    def register(params: lsp.RegistrationParams) -> None: ...

    @lsp_client.feature("$/progress")
    def progress(params: lsp.ProgressParams) -> None:
        lsp_client.partial.append(params)

    capabilities = client_capabilities("visual-studio-code")
    assert capabilities.text_document is not None
    assert capabilities.workspace is not None
    capabilities.text_document.diagnostic = lsp.DiagnosticClientCapabilities(dynamic_registration=True)
    capabilities.workspace.diagnostics = lsp.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    folders = [lsp.WorkspaceFolder(root.as_uri(), "root")]
    result = await lsp_client.initialize_session(lsp.InitializeParams(capabilities, workspace_folders=folders))
    provided = lsp.DiagnosticOptions(True, True, "puppetlens")
    assert result.capabilities.diagnostic_provider == provided
    yield
    await lsp_client.shutdown_session()


async def pull(client: LanguageClient, uri: str, known: str | None = None) -> Full | Unchanged:  # noqa: F811
    params = lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(uri), previous_result_id=known)
    found: Full | Unchanged = await asyncio.wait_for(client.text_document_diagnostic_async(params), 10)
    return found


async def pull_all(client: LanguageClient, known: dict[str, str], token: str | None = None) -> list[Any]:  # noqa: F811
    """The reports in the answer, as they are in JSON."""
    ids = [lsp.PreviousResultId(uri, value) for uri, value in known.items()]
    params = lsp.WorkspaceDiagnosticParams(ids, partial_result_token=token)
    return list((await asyncio.wait_for(client.workspace_diagnostic_async(params), 10)).items)


def motd(root: Path) -> Path:  # noqa: F811
    return root / "modules" / "motd" / "manifests" / "init.pp"


def changed_on_disk(client: LanguageClient, path: Path) -> None:  # noqa: F811
    event = lsp.FileEvent(path.as_uri(), lsp.FileChangeType.Changed)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))


@pytest.mark.slow
async def test_who_pulls_is_told_once_and_follows_edits(puller: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(puller, root)
    first = await pull(puller, uri)
    assert isinstance(first, Full)
    (unknown,) = first.items
    assert "motd::absent" in unknown.message
    assert unknown.range == lsp.Range(lsp.Position(4, 8), lsp.Position(4, 20))
    assert first.result_id is not None
    same = await pull(puller, uri, first.result_id)
    assert same == Unchanged(first.result_id)
    replace(puller, uri, 2, (4, 8), (4, 20), "greeting")
    after = await pull(puller, uri, first.result_id)
    assert isinstance(after, Full)
    assert list(after.items) == []
    await asyncio.sleep(0.5)  # longer than a check waits
    assert puller.diagnostics == {}
    assert puller.refreshed.empty()


async def mended_elsewhere(puller: LanguageClient, root: Path) -> tuple[str, Full]:  # noqa: F811
    """An open file, and what was pulled of it before a change of another file that mends it."""
    uri = open_site(puller, root, "class { 'motd': words => 'x' }\n")
    before = await pull(puller, uri)
    assert isinstance(before, Full)
    assert any("words" in each.message for each in before.items)
    motd(root).write_text("class motd(String $words) {}\n")
    changed_on_disk(puller, motd(root))
    return uri, before


@pytest.mark.slow
async def test_who_pulls_is_asked_to_when_another_file_changes(puller: LanguageClient, root: Path) -> None:  # noqa: F811
    uri, before = await mended_elsewhere(puller, root)
    await asyncio.wait_for(puller.refreshed.get(), 10)
    after = await pull(puller, uri, before.result_id)
    assert isinstance(after, Full)
    assert not any("words" in each.message for each in after.items)
    await asyncio.sleep(0.5)
    assert puller.refreshed.empty()


async def test_what_the_workspace_is_told_of_an_open_file_does_not_count(puller: LanguageClient, root: Path) -> None:  # noqa: F811
    """VS Code asks for the workspace every two seconds, and passes over what it is told there of files that it asks for."""
    await mended_elsewhere(puller, root)
    (told,) = await pull_all(puller, {})  # before the file is checked again
    assert not any("words" in each.message for each in told.items)
    await asyncio.wait_for(puller.refreshed.get(), 10)


@pytest.mark.slow
async def test_findings_of_evaluations_are_pulled_of_open_files_and_pushed_of_others(
    puller: LanguageClient,
    root: Path,  # noqa: F811
) -> None:
    motd(root).write_text("class motd {\n  fail('out of luck')\n}\n")
    uri = open_site(puller, root, "include motd\n")
    nothing = await pull(puller, uri)
    waiting = asyncio.ensure_future(puller.wait_for_notification("textDocument/publishDiagnostics"))
    await puller.workspace_execute_command_async(
        lsp.ExecuteCommandParams("puppetlens.previewCatalog", [{"node": "a.example.com"}])
    )
    pushed = await asyncio.wait_for(waiting, 10)
    assert pushed.uri == motd(root).as_uri()
    assert ["out of luck" in each.message for each in pushed.diagnostics] == [True]
    document = lsp.TextDocumentItem(pushed.uri, "puppet", 1, motd(root).read_text())
    puller.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
    waiting = asyncio.ensure_future(puller.wait_for_notification("textDocument/publishDiagnostics"))
    pulled = await pull(puller, pushed.uri)
    assert isinstance(pulled, Full)
    assert ["out of luck" in each.message for each in pulled.items] == [True]
    taken_back = await asyncio.wait_for(waiting, 10)
    assert (taken_back.uri, list(taken_back.diagnostics)) == (pushed.uri, [])
    assert isinstance(nothing, Full)


async def test_the_workspace_is_that_of_the_open_files(puller: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(puller, root)
    (one,) = await pull_all(puller, {})
    assert (one.uri, one.version, one.kind, len(one.items)) == (uri, 1, "full", 1)
    (again,) = await pull_all(puller, {uri: one.result_id})
    assert (again.uri, again.kind, again.result_id) == (uri, "unchanged", one.result_id)
    puller.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    last = await pull(puller, uri, one.result_id)
    assert isinstance(last, Full)
    assert list(last.items) == []
    (closed,) = await pull_all(puller, {uri: one.result_id})
    assert (closed.uri, closed.kind, list(closed.items)) == (uri, "full", [])


async def test_all_files_of_the_workspace_are_told_one_by_one(puller: LanguageClient, root: Path) -> None:  # noqa: F811
    settings = {"puppetlens": {"workspaceDiagnostics": True}}
    puller.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings))
    assert await pull_all(puller, {}, "here") == []
    told = [(params.token, *params.value["items"]) for params in map(as_data, puller.partial)]
    assert [token for token, _ in told] == ["here", "here"]
    by_uri = {report["uri"]: report for _, report in told}
    assert {uri: len(report["items"]) for uri, report in by_uri.items()} == {
        site_uri(root): 1,
        motd(root).as_uri(): 0,
    }
    motd(root).write_text("class motd {\n  include no_such\n}\n")
    changed_on_disk(puller, motd(root))
    after = await pull_all(puller, {uri: report["resultId"] for uri, report in by_uri.items()})
    assert {each.uri: each.kind for each in after} == {site_uri(root): "unchanged", motd(root).as_uri(): "full"}


def as_data(params: Any) -> Any:
    """The client leaves the value of progress as it came."""
    value = params.value
    params.value = value if isinstance(value, dict) else plain(value)
    return params


def plain(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return {name: plain(each) for name, each in value._asdict().items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


@pytest.mark.slow
async def test_a_pull_of_the_workspace_can_be_cancelled(puller: LanguageClient, root: Path) -> None:  # noqa: F811
    for number in range(300):
        (root / "manifests" / f"f{number}.pp").write_text("$a = [1, 2].map |$x| { $x }\n" * 50)
    settings = {"puppetlens": {"workspaceDiagnostics": True}}
    puller.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings))
    params = lsp.WorkspaceDiagnosticParams([], partial_result_token="here")
    asked = puller.protocol.send_request("workspace/diagnostic", params, msg_id="all")
    uri = open_site(puller, root)
    assert isinstance(await pull(puller, uri), Full)
    puller.protocol.notify("$/cancelRequest", lsp.CancelParams("all"))
    assert len(puller.partial) < 300
    with pytest.raises(JsonRpcException) as refused:
        await asyncio.wait_for(asyncio.wrap_future(asked), 10)
    assert refused.value.code == -32800


async def test_who_cannot_be_asked_to_pull_is_pushed_to(client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(client, root)
    pushed = list(await findings(client, 1))
    pulled = await pull(client, uri)
    assert isinstance(pulled, Full)
    assert list(pulled.items) == pushed


@pytest.mark.parametrize("refresh", [None, False])
async def test_nobody_is_both_asked_to_pull_and_pushed_to(refresh: bool | None) -> None:
    from puppetlens.lsp.pulling import pulls

    neovim = client_capabilities("neovim")
    assert neovim.text_document is not None
    assert neovim.text_document.diagnostic is not None
    assert neovim.workspace is not None
    if refresh is not None:
        neovim.workspace.diagnostics = lsp.DiagnosticWorkspaceClientCapabilities(refresh_support=refresh)
    assert not pulls(neovim)

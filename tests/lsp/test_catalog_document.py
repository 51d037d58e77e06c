"""The catalog of a node as a document that a client opens by its address."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.lsp.test_features import open_site, replace
from tests.support.forked import QUICK
from tests.support.written import write_files

ADDRESS = "puppetlens:/a.example.com"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_files(
        tmp_path,
        {
            "environment.conf": "",
            "manifests/site.pp": "notify { 'one': }\n",
            "facts/a.example.com.json": "{}",
        },
    )
    return tmp_path


@pytest_lsp.fixture(config=ClientServerConfig(server_command=QUICK))
async def client(lsp_client: LanguageClient, root: Path) -> Any:
    has = lsp.TextDocumentContentClientCapabilities(dynamic_registration=False)
    capabilities = lsp.ClientCapabilities(workspace=lsp.WorkspaceClientCapabilities(text_document_content=has))
    folders = [lsp.WorkspaceFolder(root.as_uri(), "root")]
    lsp_client.refreshed = asyncio.Queue()

    @lsp_client.feature("workspace/textDocumentContent/refresh")
    def refresh(params: lsp.TextDocumentContentRefreshParams) -> None:
        lsp_client.refreshed.put_nowait(params.uri)

    lsp_client.announced = await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=capabilities, workspace_folders=folders)
    )
    yield
    await lsp_client.shutdown_session()


async def read(client: LanguageClient, uri: str) -> str:
    found = await client.workspace_text_document_content_async(lsp.TextDocumentContentParams(uri))
    return found.text


@pytest.mark.asyncio
async def test_a_catalog_by_its_address(client: LanguageClient, root: Path) -> None:
    assert client.announced.capabilities.workspace.text_document_content.schemes == ("puppetlens",)
    uri = open_site(client, root, "notify { 'typed': }\n")
    text = await read(client, ADDRESS)
    assert text.startswith("# a.example.com, environment ")
    assert "\nNotify[typed]" in text
    replace(client, uri, 2, (0, 10), (0, 15), "again")
    assert await asyncio.wait_for(client.refreshed.get(), 20) == ADDRESS
    assert "\nNotify[again]" in await read(client, f"{ADDRESS}?environment={root}")


@pytest.mark.asyncio
async def test_what_is_no_address(client: LanguageClient) -> None:
    for uri in (
        "puppetlens:/",
        "puppetlens:/a/b",
        "file:///a.example.com",
        "puppetlens://[",
        "puppetlens:/a?environment=x",
    ):
        with pytest.raises(JsonRpcException):
            await read(client, uri)

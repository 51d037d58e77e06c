"""The active node through the protocol: chosen, shown beside the code, and gone again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.lsp.test_features import begin
from tests.support.forked import QUICK

CODE = "class web($port = 80) {\n  if $facts['big'] { notify { 'big': } } else { notify { 'small': } }\n  notice($port)\n}\n"
NODE = "a.example.com"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "modules/web/manifests").mkdir(parents=True)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "facts").mkdir()
    (tmp_path / "environment.conf").write_text("modulepath = modules\n")
    (tmp_path / "manifests/site.pp").write_text(f"node '{NODE}' {{ include web }}\n")
    (tmp_path / "modules/web/manifests/init.pp").write_text(CODE)
    (tmp_path / f"facts/{NODE}.json").write_text('{"big": true}')
    return tmp_path


@pytest_lsp.fixture(config=ClientServerConfig(server_command=QUICK))
async def client(lsp_client: LanguageClient, root: Path) -> AsyncIterator[None]:
    lsp_client.told = []  # type: ignore[attr-defined]

    @lsp_client.feature("puppetlens/activeNode")
    def told(params: Any) -> None:
        lsp_client.told.append(params)  # type: ignore[attr-defined]

    @lsp_client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(params: None) -> None:
        lsp_client.refreshed = True  # type: ignore[attr-defined]

    await begin(lsp_client, root, "visual-studio-code")
    yield
    await lsp_client.shutdown_session()


async def command(client: LanguageClient, name: str, argument: object) -> Any:
    return await client.workspace_execute_command_async(lsp.ExecuteCommandParams(name, arguments=[argument]))


async def settled(client: LanguageClient, count: int) -> Any:
    """The last thing told of the node, once it was compiled `count` times."""
    async with asyncio.timeout(20):
        while sum(each.state in ("ok", "incomplete", "fails") for each in client.told) < count:  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)
    return client.told[-1]  # type: ignore[attr-defined]


def opened(client: LanguageClient, path: Path, text: str) -> lsp.TextDocumentIdentifier:
    item = lsp.TextDocumentItem(path.as_uri(), "puppet", 1, text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    return lsp.TextDocumentIdentifier(item.uri)


@pytest.mark.asyncio
async def test_values_are_shown_once_a_node_is_chosen_and_gone_with_it(client: LanguageClient, root: Path) -> None:
    document = opened(client, root / "modules/web/manifests/init.pp", CODE)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(9, 0))

    async def hints() -> list[Any]:
        found = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole))
        return [(hint.position.line, hint.label) for hint in found or ()]

    async def hover(line: int, character: int) -> str:
        found = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(line, character)))
        return found.contents.value if found else ""

    async def lenses() -> list[str]:
        found = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
        return [lens.command.title for lens in found or () if lens.command is not None]

    assert (await hints(), await lenses()) == ([], [])
    assert "On **" not in await hover(0, 12)
    chosen = await command(client, "puppetlens.setActiveNode", {"node": NODE})
    assert (chosen["node"], chosen["root"], chosen["facts"]) == (NODE, str(root), True)
    state = await settled(client, 1)
    assert (state.node, state.state, state.resources, state.problem) == (NODE, "ok", 6, None)
    assert client.refreshed  # type: ignore[attr-defined]
    assert await hints() == [(0, "= 80"), (1, "→ true")]
    assert (await hover(0, 12)).startswith(f"On **{NODE}**: `80`")
    assert await lenses() == [f"in the catalog of {NODE}: 1 resource"]
    changed = lsp.TextDocumentContentChangeWholeDocument(CODE.replace("80", "8080"))
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, document.uri), [changed])
    )
    await settled(client, 2)
    assert await hints() == [(0, "= 8080"), (1, "→ true")]
    gone = await command(client, "puppetlens.setActiveNode", None)
    assert (gone["node"], gone["state"]) == (None, "none")
    assert (await hints(), await lenses()) == ([], [])


@pytest.mark.asyncio
async def test_the_branch_not_taken_is_unnecessary_code(client: LanguageClient, root: Path) -> None:
    document = opened(client, root / "modules/web/manifests/init.pp", CODE)
    await command(client, "puppetlens.setActiveNode", {"node": NODE})
    async with asyncio.timeout(20):
        while not (faded := client.diagnostics.get(document.uri)):
            await asyncio.sleep(0.01)
    ((severity, tags, message, start),) = [(each.severity, each.tags, each.message, each.range.start) for each in faded]
    assert (severity, tags) == (lsp.DiagnosticSeverity.Hint, (lsp.DiagnosticTag.Unnecessary,))
    assert (message, start) == (f"Not on {NODE}", lsp.Position(1, 48))


@pytest.mark.asyncio
async def test_a_node_that_is_not_clear_is_refused(client: LanguageClient) -> None:
    from pygls.exceptions import JsonRpcInvalidParams

    for wrong in (5, {"node": 5}, {"node": NODE, "environment": "nowhere"}):
        with pytest.raises(JsonRpcInvalidParams):
            await command(client, "puppetlens.setActiveNode", wrong)


@pytest.mark.asyncio
async def test_a_site_without_facts_has_a_preview_that_says_whose_they_are(client: LanguageClient, root: Path) -> None:
    (root / f"facts/{NODE}.json").unlink()
    (root / "manifests/site.pp").write_text("notify { \"${facts['os']['name']} ${facts['networking']['fqdn']}\": }\n")
    client.workspace_did_change_watched_files(
        lsp.DidChangeWatchedFilesParams(
            [
                lsp.FileEvent((root / f"facts/{NODE}.json").as_uri(), lsp.FileChangeType.Deleted),
                lsp.FileEvent((root / "manifests/site.pp").as_uri(), lsp.FileChangeType.Changed),
            ]
        )
    )
    (node,) = await command(client, "puppetlens.listNodes", None)
    assert (node["name"], node["facts"], node["known_from"]) == ("debian-12.example.com", False, ["bundled"])
    shown = await command(client, "puppetlens.previewCatalog", {})
    assert "Notify[Debian debian-12.example.com]" in shown["text"]
    assert "# Notice: No node has facts here: those of a plain Debian 12 stand in" in shown["text"]
    settings = {"puppetlens": {"bundledFacts": False}}
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings))
    shown = await command(client, "puppetlens.previewCatalog", {})
    assert "there are no facts of the node" in shown["text"]


@pytest.mark.asyncio
async def test_facts_that_stand_in_are_left_where_nothing_compiles_with_them(
    client: LanguageClient, root: Path
) -> None:
    """A fact of a module is not among them: unknown, where it would be an error."""
    site = root / "manifests/site.pp"
    site.write_text("notify { 'here': message => $facts['systemd']['version'] }\n")
    (root / f"facts/{NODE}.json").unlink()
    created = [lsp.FileEvent(site.as_uri(), lsp.FileChangeType.Changed)]
    deleted = [lsp.FileEvent((root / f"facts/{NODE}.json").as_uri(), lsp.FileChangeType.Deleted)]
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([*created, *deleted]))
    shown = await command(client, "puppetlens.previewCatalog", {})
    assert "Notify[here]" in shown["text"]
    assert "with those of a plain Debian 12 there is no catalog (Evaluation Error: Operator '[]'" in shown["text"]

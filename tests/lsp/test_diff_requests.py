"""What an edit does to nodes, as an editor asks: against what is saved, a revision, another node; and proofs."""

from __future__ import annotations

import re
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.lsp.test_features import begin
from tests.support.forked import QUICK
from tests.support.written import write_files

WEB, DB, OTHER = "a.example.com", "b.example.com", "c.example.com"
SITE = f"node '{WEB}' {{ include web }}\nnode '{DB}' {{ include db }}\nnode default {{ notify {{ 'other': }} }}\n"
CODE = """\
class web {
  $mode = '0644'
  file { '/etc/web': mode => $mode, content => "one\\ntwo\\n" }
  file { '/etc/key': content => Sensitive('tr0ub4dor') }
}
"""
MANIFEST = "modules/web/manifests/init.pp"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    contents = {
        "environment.conf": "modulepath = modules\n",
        "manifests/site.pp": SITE,
        MANIFEST: CODE,
        "modules/db/manifests/init.pp": "class db { notify { 'db': } }\n",
        **{f"facts/{node}.json": "{}" for node in (WEB, DB, OTHER)},
    }
    write_files(tmp_path, contents)
    return tmp_path


@pytest_lsp.fixture(config=ClientServerConfig(server_command=QUICK))
async def client(lsp_client: LanguageClient, root: Path) -> AsyncIterator[None]:
    lsp_client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)(lambda params: None)
    await begin(lsp_client, root, "visual-studio-code")
    yield
    await lsp_client.shutdown_session()


async def diff(client: LanguageClient, **argument: Any) -> Any:
    params = lsp.ExecuteCommandParams("puppetlens.diff", [argument])
    return SimpleNamespace(**await client.workspace_execute_command_async(params))


def opened(client: LanguageClient, path: Path, text: str) -> str:
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(path.as_uri(), "puppet", 1, text)))
    return path.as_uri()


@pytest.mark.asyncio
async def test_the_buffers_against_what_is_saved(client: LanguageClient, root: Path) -> None:
    edited = CODE.replace("0644", "0600").replace("two", "TWO").replace("tr0ub4dor", "c0rrect h0rse")
    opened(client, root / MANIFEST, edited)
    found = await diff(client, node=WEB, documents=True)
    assert (found.summary, found.same, found.changed) == (f"{WEB} changes", False, 1)
    assert found.text.splitlines() == [
        f"{WEB}: 0 to add, 2 to change, 0 to remove",
        f"  ~ File[/etc/web]  # {MANIFEST}:3",
        "      ~ mode: '0644' -> '0600'",
        "      ~ content:",
        "          @@ 1",
        "            one",
        "          - two",
        "          + TWO",
        "",
        f"  ~ File[/etc/key]  # {MANIFEST}:4",
        "      ~ content: <sensitive> -> <sensitive> (another one)",
    ]
    before, after = (found.documents[side].splitlines() for side in ("before", "after"))
    assert [line for line in before if line not in after] == [
        "  content => <sensitive>",
        "    | two",
        "  mode => '0644'",
    ]
    assert [line for line in after if line not in before] == [
        "  content => <sensitive> (another one)",
        "    | TWO",
        "  mode => '0600'",
    ]
    assert not [secret for secret in ("tr0ub", "h0rse") if secret in str(found)]


@pytest.mark.asyncio
async def test_which_nodes_an_edit_changes_compiles_those_alone_that_read_it(
    client: LanguageClient, root: Path
) -> None:
    uri = opened(client, root / MANIFEST, CODE)

    async def touched() -> list[tuple[str, bool | None]]:
        params = lsp.ExecuteCommandParams("puppetlens.touchedNodes", [{"uri": uri}])
        return [(node["name"], node["touched"]) for node in await client.workspace_execute_command_async(params)]

    assert await touched() == [(WEB, None), (DB, None), (OTHER, None)]
    found = await diff(client, all=True)
    assert (found.summary, found.compiled) == ("3 nodes compile to the same catalog", 3)
    assert await touched() == [(WEB, True), (DB, False), (OTHER, False)]
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri)))
    assert [lens.command.title for lens in lenses if lens.command is not None] == ["on 1 of 3 nodes"]
    change = lsp.TextDocumentContentChangeWholeDocument(CODE.replace("0644", "0600"))
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, uri), [change])
    )
    found = await diff(client, all=True)
    assert (found.summary, found.compiled) == ("1 of 3 nodes changes", 1)
    assert found.text.splitlines() == [
        f"{WEB}: 0 to add, 1 to change, 0 to remove",
        f"  ~ File[/etc/web]  # {MANIFEST}:3",
        "      ~ mode: '0644' -> '0600'",
    ]


@pytest.mark.asyncio
async def test_what_compiles_on_neither_side_does_not_change(client: LanguageClient, root: Path) -> None:
    (root / "manifests/site.pp").write_text("fail('no')\n")
    found = await diff(client, node=WEB)
    assert (found.summary, found.same) == (f"{WEB} compiles neither before nor after", False)
    assert (await diff(client, all=True)).summary == "0 of 3 nodes change, 2 cannot be compared"


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_proof_that_a_rename_changes_nothing(client: LanguageClient, root: Path) -> None:
    uri = opened(client, root / MANIFEST, CODE)
    at = lsp.Position(1, 4)
    edit = await client.text_document_rename_async(lsp.RenameParams(lsp.TextDocumentIdentifier(uri), at, "permissions"))
    as_data = client.protocol._converter.unstructure(edit)
    found = await diff(client, all=True, edit=as_data)
    assert (found.summary, found.same, found.certain) == ("3 nodes compile to the same catalog", True, True)
    wrong = {
        "changes": {
            uri: [
                {
                    "range": {"start": {"line": 1, "character": 10}, "end": {"line": 1, "character": 16}},
                    "newText": "'0600'",
                }
            ]
        }
    }
    found = await diff(client, all=True, edit=wrong)
    assert (found.summary, found.same) == ("1 of 3 nodes changes", False)
    moved = {"documentChanges": [{"kind": "rename", "oldUri": uri, "newUri": uri.replace("init.pp", "other.pp")}]}
    found = await diff(client, all=True, edit=moved)
    assert (
        f"! after: Error: Evaluation Error: Error while evaluating a Function Call, Could not find class ::web for {WEB}"
        in found.text
    )


@pytest.mark.asyncio
async def test_against_a_revision_another_node_and_another_puppet(client: LanguageClient, root: Path) -> None:
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], cwd=root, check=True)
    (root / MANIFEST).write_text(CODE.replace("0644", "0600"))
    opened(client, root / MANIFEST, CODE.replace("0644", "0400"))
    found = await diff(client, node=WEB, **{"from": {"revision": "HEAD"}})
    assert "~ mode: '0644' -> '0400'" in found.text
    found = await diff(client, node=DB, **{"from": {"node": OTHER}})
    assert [sign for sign in ("+ Notify[db]", "- Notify[other]") if sign not in found.text] == []
    found = await diff(client, all=True, **{"from": {"puppetVersion": "7.23.0"}})
    assert (found.summary, found.compiled) == ("3 nodes compile to the same catalog", 3)
    with pytest.raises(JsonRpcException, match=r"/nowhere\.json: no such file"):
        await diff(client, node=WEB, **{"from": {"facts": (root / "nowhere.json").as_uri()}})
    with pytest.raises(JsonRpcException, match="nowhere"):
        await diff(client, node=WEB, **{"from": {"revision": "nowhere"}})


@pytest.mark.parametrize(
    "wrong",
    [
        {"node": 5},
        {"nodes": "a"},
        {"from": 5},
        {"from": {"nothing": "x"}},
        {"from": {"puppetVersion": "6"}},
        {"from": {"revision": ""}},
        {"from": {"node": ""}},
        {"from": {"refactoring": "yes"}},
        {"edit": 5},
    ],
)
@pytest.mark.asyncio
async def test_what_makes_no_sense_is_refused(client: LanguageClient, wrong: dict[str, Any]) -> None:
    with pytest.raises(JsonRpcInvalidParams):
        await diff(client, **{"node": WEB, **wrong})


@pytest.mark.asyncio
async def test_a_revision_that_is_left_out_is_that_of_the_saved_files(client: LanguageClient, root: Path) -> None:
    opened(client, root / MANIFEST, CODE.replace("0644", "0600"))
    with pytest.raises(JsonRpcInvalidParams, match="'revision' is empty"):
        await diff(client, node=WEB, **{"from": {"revision": ""}})
    for left_out in ({}, {"revision": None}, {"refactoring": False}):
        assert (await diff(client, node=WEB, **{"from": left_out})).summary == f"{WEB} changes"


@pytest.mark.asyncio
async def test_a_name_that_may_be_mistyped_is_said_to_have_no_facts(client: LanguageClient) -> None:
    def note(name: str) -> str:
        return f"There are no facts of {name}: facts/{name}.json is where they are looked for."

    found = await diff(client, node="aa.example.com")
    assert found.summary == "aa.example.com compiles to the same catalog; there are no facts of aa.example.com"
    first, *rest = found.text.splitlines()
    assert first.startswith(f"{note('aa.example.com')} Did you mean a.example.com or ")
    assert rest == ["", "aa.example.com: no differences"]
    assert found.markdown.startswith(f"{first}\n\n| nodes |")
    found = await diff(client, nodes=[WEB, "elsewhere"], **{"from": {"node": "nope"}})
    assert found.summary.endswith("; there are no facts of 2 nodes (elsewhere, nope)")
    assert found.text.splitlines()[:3] == [note("elsewhere"), note("nope"), ""]
    assert "no facts" not in str(vars(await diff(client, nodes=[WEB, DB], **{"from": {"node": OTHER}})))


@pytest.mark.asyncio
async def test_why_on_a_node_whose_name_may_be_mistyped(client: LanguageClient) -> None:
    async def explain(resource: str) -> Any:
        params = lsp.ExecuteCommandParams("puppetlens.explain", [{"node": "aa.example.com", "resource": resource}])
        return await client.workspace_execute_command_async(params)

    note = r"There are no facts of aa\.example\.com: .* Did you mean a\.example\.com or .*"
    with pytest.raises(JsonRpcInvalidParams, match=rf"has no File\[/etc/web\]\. {note}"):
        await explain("File[/etc/web]")
    assert re.match(rf"{note}\?\n\nNotify\[other\]", (await explain("Notify[other]"))["text"])


@pytest.mark.asyncio
async def test_a_proof_after_a_rename_was_made_and_saved(client: LanguageClient, root: Path) -> None:
    last = lsp.ExecuteCommandParams("puppetlens.lastRefactoring", [])
    assert await client.workspace_execute_command_async(last) is None
    uri = opened(client, root / MANIFEST, CODE)
    identifier = lsp.TextDocumentIdentifier(uri)
    await client.text_document_rename_async(lsp.RenameParams(identifier, lsp.Position(1, 4), "permissions"))
    renamed = CODE.replace("$mode", "$permissions")

    async def now(version: int, text: str) -> Any:
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, uri), [change])
        )
        (root / MANIFEST).write_text(text)
        return await diff(client, all=True, **{"from": {"refactoring": True}})

    assert (await now(2, renamed)).summary == "3 nodes compile to the same catalog"
    assert (await now(3, renamed.replace("mode => $permissions", "mode => $mode"))).summary == "1 of 3 nodes changes"


@pytest.mark.asyncio
async def test_a_proof_after_a_file_got_another_name_among_the_files(client: LanguageClient, root: Path) -> None:
    manifest, folder = root / "modules/db/manifests/init.pp", root / "modules/db/templates"
    write_files(root, {"modules/db/templates/a.epp": "text\n"})
    manifest.write_text("class db { notify { epp('db/a.epp'): } }\n")
    client.workspace_did_change_watched_files(
        lsp.DidChangeWatchedFilesParams(
            [
                lsp.FileEvent(manifest.as_uri(), lsp.FileChangeType.Changed),
                lsp.FileEvent((folder / "a.epp").as_uri(), lsp.FileChangeType.Created),
            ]
        )
    )
    moved = lsp.FileRename((folder / "a.epp").as_uri(), (folder / "b.epp").as_uri())
    assert await client.workspace_will_rename_files_async(lsp.RenameFilesParams([moved])) is not None
    manifest.write_text("class db { notify { epp('db/b.epp'): } }\n")
    (folder / "a.epp").rename(folder / "b.epp")
    proof = {"all": True, "from": {"refactoring": True}}
    assert (await diff(client, **proof)).summary == "3 nodes compile to the same catalog"
    (folder / "b.epp").write_text("other text\n")
    assert (await diff(client, **proof)).summary == "1 of 3 nodes changes"


@pytest.mark.asyncio
async def test_a_comparison_that_is_shown_is_told_of_when_it_is_out_of_date(client: LanguageClient, root: Path) -> None:
    uri = opened(client, root / MANIFEST, CODE)
    found = await diff(client, node=WEB, follow=True)
    assert (found.same, found.groups[0]["root"]) == (True, str(root))

    def edit(version: int, text: str) -> None:
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, uri), [change])
        )

    edit(2, CODE.replace("0644", "0600"))
    changed = await client.wait_for_notification("puppetlens/previewsChanged")
    assert [(each.node, each.root) for each in changed.comparisons] == [(WEB, str(root))]
    assert changed.previews == []
    edit(3, CODE.replace("0644", "0640"))  # it is told once until somebody asks
    found = await diff(client, node=WEB, follow=True)
    assert "~ mode: '0644' -> '0640'" in found.text

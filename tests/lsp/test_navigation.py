"""References, highlights, symbols and hierarchies through the protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.lsp.test_features import client, each_client, open_site  # noqa: F401  (fixtures)
from tests.lsp.test_features import root as code  # noqa: F401
from tests.support.forked import QUICK

pytestmark = pytest.mark.asyncio

SITE = (
    "$face = '😀' include motd\nclass deep inherits motd { notice($face) }\ndefine d {}\nd { 'x': }\ntype T = Integer\n"
)


@pytest.fixture
def root(code: Path) -> Path:  # noqa: F811
    """With data. A server that is asked at once may not know of what comes after it began."""
    (code / "hiera.yaml").write_text("version: 5\n")
    (code / "data").mkdir()
    (code / "data" / "common.yaml").write_text("motd::text: hello\n")
    return code


def at(uri: str, line: int, character: int) -> dict[str, Any]:
    return {"text_document": lsp.TextDocumentIdentifier(uri), "position": lsp.Position(line, character)}


def shown(locations: Any) -> list[tuple[str, int, int]]:
    return [(each.uri.rpartition("/")[2], each.range.start.line, each.range.start.character) for each in locations]


async def test_what_a_document_is_taken_for(client: LanguageClient, root: Path) -> None:  # noqa: F811
    for name, language in (
        ("README.md", "markdown"),
        ("a_spec.rb", "ruby"),
        ("a.erb", "erb"),
        ("notes", "puppet"),
        ("form", "epp"),
    ):
        text = "<% include motd %>\n" if language == "epp" else "include motd\n"
        item = lsp.TextDocumentItem((root / name).as_uri(), language, 1, text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        inserted = lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)), "\n")
        changed = lsp.VersionedTextDocumentIdentifier(2, item.uri)
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(changed, [inserted]))
    uri = open_site(client, root, "include motd\n")
    params = lsp.ReferenceParams(context=lsp.ReferenceContext(False), **at(uri, 0, 9))
    found = shown(await client.text_document_references_async(params))
    assert sorted(each for each in found if each[0] != "common.yaml") == [
        ("form", 1, 11),
        ("notes", 1, 8),
        ("site.pp", 0, 8),
    ]


async def test_places(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri, column = open_site(each_client, root, SITE), len("$face = '") + each_client.units + len("' include ")
    for declaration, expected in (
        (True, [("site.pp", 0, column), ("site.pp", 1, 20), ("common.yaml", 0, 0), ("init.pp", 1, 6)]),
        (False, [("site.pp", 0, column), ("site.pp", 1, 20), ("common.yaml", 0, 0)]),
    ):
        context = lsp.ReferenceContext(declaration)
        params = lsp.ReferenceParams(context=context, **at(uri, 0, column))
        assert shown(await each_client.text_document_references_async(params)) == expected
    highlights = await each_client.text_document_document_highlight_async(lsp.DocumentHighlightParams(**at(uri, 0, 2)))
    assert highlights is not None
    assert [(each.range.start.line, each.kind) for each in highlights] == [
        (0, lsp.DocumentHighlightKind.Write),
        (1, lsp.DocumentHighlightKind.Read),
    ]
    params = lsp.ImplementationParams(**at(uri, 0, column))
    assert shown(await each_client.text_document_implementation_async(params)) == [("site.pp", 1, 6)]
    data = (root / "data" / "common.yaml").as_uri()
    item = lsp.TextDocumentItem(data, "yaml", 1, "# 😀\nmotd::text: hello\n")
    each_client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    for found in (
        await each_client.text_document_definition_async(lsp.DefinitionParams(**at(data, 1, 8))),
        await each_client.text_document_declaration_async(lsp.DeclarationParams(**at(data, 1, 8))),
    ):
        (place,) = found  # type: ignore[misc]
        assert (place.target_uri if isinstance(place, lsp.LocationLink) else place.uri).endswith("init.pp")
    symbols = await each_client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(data))
    )
    assert [symbol.name for symbol in symbols or ()] == ["motd::text"]


async def test_links_and_types(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    puppetfile = (root / "Puppetfile").as_uri()
    (root / "Puppetfile").write_text("")
    item = lsp.TextDocumentItem(puppetfile, "ruby", 1, "mod '😀' ; mod 'x-y'\nmod 'x-motd'\n")
    each_client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    found = await each_client.text_document_document_link_async(
        lsp.DocumentLinkParams(lsp.TextDocumentIdentifier(puppetfile))
    )
    assert [(each.range.start.line, (each.target or "").rpartition("/")[2]) for each in found or ()] == [(1, "init.pp")]
    uri = open_site(each_client, root, "type T = String\nfunction f(T $a) { $a }\n")
    params = lsp.TypeDefinitionParams(**at(uri, 1, 20))
    (place,) = await each_client.text_document_type_definition_async(params)  # type: ignore[misc]
    where = place.target_selection_range if isinstance(place, lsp.LocationLink) else place.range
    assert where == lsp.Range(lsp.Position(0, 5), lsp.Position(0, 6))


async def test_symbols_and_hierarchies(client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(client, root, SITE)
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("motd"))
    assert [(each.name, each.kind) for each in found or ()] == [
        ("motd", lsp.SymbolKind.Class),
        ("motd::text", lsp.SymbolKind.Key),
    ]
    (item,) = await client.text_document_prepare_call_hierarchy_async(  # type: ignore[misc]
        lsp.CallHierarchyPrepareParams(**at(uri, 1, 21))
    )
    assert (item.name, item.uri.rpartition("/")[2]) == ("motd", "init.pp")
    incoming = await client.call_hierarchy_incoming_calls_async(lsp.CallHierarchyIncomingCallsParams(item))
    assert [(call.from_.name, len(call.from_ranges)) for call in incoming or ()] == [("site.pp", 1), ("deep", 1)]
    deep = (incoming or ())[1].from_
    outgoing = await client.call_hierarchy_outgoing_calls_async(lsp.CallHierarchyOutgoingCallsParams(deep))
    assert [call.to.name for call in outgoing or ()] == ["motd"]
    (kind,) = await client.text_document_prepare_type_hierarchy_async(  # type: ignore[misc]
        lsp.TypeHierarchyPrepareParams(**at(uri, 1, 7))
    )
    above = await client.type_hierarchy_supertypes_async(lsp.TypeHierarchySupertypesParams(kind))
    below = await client.type_hierarchy_subtypes_async(lsp.TypeHierarchySubtypesParams((above or ())[0]))
    assert ([each.name for each in above or ()], [each.name for each in below or ()]) == (["motd"], ["deep"])


@pytest_lsp.fixture(config=ClientServerConfig(server_command=QUICK))
async def showing_client(lsp_client: LanguageClient, root: Path) -> AsyncIterator[None]:
    """One that can show places that a lens counts."""
    capabilities = client_capabilities("emacs")
    assert capabilities.workspace is not None
    capabilities.workspace.did_change_watched_files = None
    capabilities.experimental = {"commands": {"commands": ["puppetlens.showReferences"]}}
    folders = [lsp.WorkspaceFolder(root.as_uri(), "root")]
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities, workspace_folders=folders))
    yield
    await lsp_client.shutdown_session()


async def lenses(client: LanguageClient, uri: str) -> list[lsp.Command | None]:  # noqa: F811
    found = await client.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri)))
    return [(await client.code_lens_resolve_async(lens)).command for lens in found or ()]


async def test_lenses_show_their_places(showing_client: LanguageClient, root: Path) -> None:
    uri = open_site(showing_client, root, SITE)
    commands = await lenses(showing_client, uri)
    titles = [command.title if command is not None else None for command in commands]
    deep, d = ["no references", "declared nowhere"], ["1 reference", "declared by site.pp"]
    assert titles == [*deep, *d, "no references"]
    command = commands[2]
    assert command is not None
    assert command.command == "puppetlens.showReferences"
    where, position, locations = command.arguments or ()
    assert (where, position, len(locations)) == (uri, {"line": 2, "character": 7}, 1)
    assert commands[0] == lsp.Command("no references", "")


async def test_lenses_of_other_clients_and_none(client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(client, root, SITE)
    assert {command.command for command in await lenses(client, uri) if command is not None} == {""}
    settings = {"puppetlens": {"codeLens": False}}
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings))
    assert await lenses(client, uri) == []


async def test_parts_of_an_answer_come_where_a_client_asks_for_them(client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri, column = open_site(client, root, SITE), len("$face = '😀' include ") + 1
    parts: dict[str, list[Any]] = {"refs": [], "symbols": []}

    client.protocol.fm.features.pop(lsp.PROGRESS, None)

    @client.feature(lsp.PROGRESS)
    def progress(params: lsp.ProgressParams) -> None:
        if params.token in parts:
            parts[str(params.token)] += params.value

    where = at(uri, 0, column)
    whole = await client.text_document_references_async(
        lsp.ReferenceParams(context=lsp.ReferenceContext(True), **where)
    )
    asked = lsp.ReferenceParams(context=lsp.ReferenceContext(True), partial_result_token="refs", **where)
    assert not await client.text_document_references_async(asked)
    assert whole
    assert len(parts["refs"]) == len(whole)
    assert not await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("motd", partial_result_token="symbols"))
    assert parts["symbols"]

"""What an editor gets, through the protocol, as the capabilities of real clients ask for it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.support.forked import QUICK

CONTROL_REPO = Path(__file__).parents[1] / "fixtures" / "control-repo"
NODE = "web01.example.com"
SITE = """\
class greeting(String $whom = 'x') {
  notify { "hello ${whom}": }
}
$face = '😀' ; include greeting
include motd::absent
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A control repo with one class of its own in the main manifest."""
    (tmp_path / "environment.conf").write_text("modulepath = modules\n")
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests" / "site.pp").write_text(SITE)
    greeting = tmp_path / "modules" / "motd" / "manifests"
    greeting.mkdir(parents=True)
    (greeting / "init.pp").write_text("# What users see.\nclass motd(String $text) {}\n")
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "a.example.com.json").write_text('{"role": "web"}')
    return tmp_path


@pytest_lsp.fixture(config=ClientServerConfig(server_command=QUICK))
async def client(lsp_client: LanguageClient, root: Path) -> AsyncIterator[None]:
    await begin(lsp_client, root, "visual-studio-code")
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(
    params=["visual-studio-code", "neovim", "emacs"],
    config=ClientServerConfig(server_command=QUICK),
)
async def each_client(request: Any, lsp_client: LanguageClient, root: Path) -> AsyncIterator[None]:
    await begin(lsp_client, root, request.param)
    yield
    await lsp_client.shutdown_session()


async def begin(client: LanguageClient, root: Path, name: str) -> None:
    """Initialize with the capabilities of a real client. What it is told goes to a queue."""
    client.previews_changed = asyncio.Queue()

    @client.feature("puppetlens/previewsChanged")
    def changed(params: Any) -> None:
        client.previews_changed.put_nowait(params)

    @client.feature("client/registerCapability")
    def register(params: lsp.RegistrationParams) -> None:
        assert [wanted.method for wanted in params.registrations] == ["workspace/didChangeWatchedFiles"]

    folders = [lsp.WorkspaceFolder(root.as_uri(), "root")]
    capabilities = client_capabilities(name)
    parameters = lsp.InitializeParams(capabilities=capabilities, workspace_folders=folders)
    result = await client.initialize_session(parameters)
    assert result.capabilities.position_encoding is not None
    client.units = UNITS[result.capabilities.position_encoding]


async def findings(client: LanguageClient, version: int) -> Sequence[lsp.Diagnostic]:
    """The diagnostics of this version of the only open document; older ones are passed over."""
    while True:
        found = await client.wait_for_notification("textDocument/publishDiagnostics")
        assert found.version is not None
        assert found.version <= version
        if found.version == version:
            diagnostics: Sequence[lsp.Diagnostic] = found.diagnostics
            return diagnostics


#: How many units the emoji takes.
UNITS = {"utf-8": 4, "utf-16": 2, "utf-32": 1}


def site_uri(root: Path) -> str:
    return (root / "manifests" / "site.pp").as_uri()


def open_site(client: LanguageClient, root: Path, text: str = SITE) -> str:
    uri = site_uri(root)
    document = lsp.TextDocumentItem(uri, "puppet", 1, text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
    return uri


def replace(
    client: LanguageClient, uri: str, version: int, start: tuple[int, int], end: tuple[int, int], text: str
) -> None:
    change = lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(*start), lsp.Position(*end)), text)
    document = lsp.VersionedTextDocumentIdentifier(version, uri)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))


async def preview(client: LanguageClient, **arguments: Any) -> Any:
    params = lsp.ExecuteCommandParams("puppetlens.previewCatalog", [arguments])
    return await client.workspace_execute_command_async(params)


@pytest.mark.asyncio
async def test_diagnostics_carry_the_version_and_follow_edits(each_client: LanguageClient, root: Path) -> None:
    uri = open_site(each_client, root)
    (unknown,) = await findings(each_client, 1)
    assert "motd::absent" in unknown.message
    assert unknown.range == lsp.Range(lsp.Position(4, 8), lsp.Position(4, 20))
    assert unknown.severity == lsp.DiagnosticSeverity.Error
    assert unknown.source == "puppetlens"
    assert unknown.code == "UNKNOWN_CLASS"
    assert unknown.code_description.href.endswith("/UNKNOWN_CLASS.md")
    replace(each_client, uri, 2, (4, 8), (4, 20), "greeting")
    assert list(await findings(each_client, 2)) == []


@pytest.mark.asyncio
async def test_definition_and_hover_behind_an_emoji(each_client: LanguageClient, root: Path) -> None:
    uri = open_site(each_client, root)
    column = len("$face = '") + each_client.units + len("' ; include ") + 2
    at = {"text_document": lsp.TextDocumentIdentifier(uri), "position": lsp.Position(3, column)}
    found = await each_client.text_document_definition_async(lsp.DefinitionParams(**at))
    assert found
    place = found[0]
    target = place.target_selection_range if isinstance(place, lsp.LocationLink) else place.range
    assert target == lsp.Range(lsp.Position(0, 6), lsp.Position(0, 14))
    hover = await each_client.text_document_hover_async(lsp.HoverParams(**at))
    assert hover is not None
    assert "class greeting" in hover.contents.value
    assert hover.range.start.character == column - 2


@pytest.mark.asyncio
async def test_an_edit_behind_an_emoji_changes_what_it_says(each_client: LanguageClient, root: Path) -> None:
    uri = open_site(each_client, root)
    column = len("$face = '") + each_client.units + len("' ; include ")
    replace(each_client, uri, 2, (3, column), (3, column + len("greeting")), "missing_one")
    found = await findings(each_client, 2)
    (missing,) = [each for each in found if "missing_one" in each.message]
    assert missing.range == lsp.Range(lsp.Position(3, column), lsp.Position(3, column + len("missing_one")))


@pytest.mark.asyncio
async def test_symbols(each_client: LanguageClient, root: Path) -> None:
    uri = open_site(each_client, root)
    params = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri))
    found = await each_client.text_document_document_symbol_async(params)
    assert [symbol.name for symbol in found if symbol.kind == lsp.SymbolKind.Class] == ["greeting"]
    assert "$face" in {symbol.name for symbol in found}


@pytest.mark.asyncio
async def test_a_file_that_appears_on_disk_is_seen(client: LanguageClient, root: Path) -> None:
    open_site(client, root, "include motd::late\n")
    (found,) = await findings(client, 1)
    assert "motd::late" in found.message
    late = root / "modules" / "motd" / "manifests" / "late.pp"
    late.write_text("class motd::late {}\n")
    event = lsp.FileEvent(late.as_uri(), lsp.FileChangeType.Created)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
    assert (await client.wait_for_notification("textDocument/publishDiagnostics")).diagnostics == ()


@pytest.mark.asyncio
async def test_closing_takes_the_diagnostics_away(client: LanguageClient, root: Path) -> None:
    uri = open_site(client, root)
    await client.wait_for_notification("textDocument/publishDiagnostics")
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    assert (await client.wait_for_notification("textDocument/publishDiagnostics")).diagnostics == ()


@pytest.mark.asyncio
async def test_nodes_are_listed(client: LanguageClient, root: Path) -> None:
    open_site(client, root, "node 'b.example.com', /^c/ {}\nnode default {}\n")
    found = await client.workspace_execute_command_async(lsp.ExecuteCommandParams("puppetlens.listNodes"))
    assert [(node["name"], node["facts"]) for node in found] == [("a.example.com", True), ("b.example.com", False)]
    assert {node["root"] for node in found} == {str(root)}


@pytest.mark.asyncio
async def test_preview_shows_unsaved_buffers_and_tells_when_it_is_out_of_date(
    client: LanguageClient, root: Path
) -> None:
    uri = open_site(client, root, "notify { 'unsaved': }\n")
    found = await preview(client, node="a.example.com")
    assert found["error"] is None
    assert "\nNotify[unsaved]" in found["text"]
    replace(client, uri, 2, (0, 10), (0, 17), "edited")
    stale = await asyncio.wait_for(client.previews_changed.get(), 10)
    (only,) = stale.previews
    assert (only.node, only.root) == ("a.example.com", str(root))
    assert "\nNotify[edited]" in (await preview(client, node="a.example.com"))["text"]


@pytest.mark.asyncio
async def test_preview_marks_what_is_exported_and_keeps_lines_below_each_other(
    client: LanguageClient, root: Path
) -> None:
    open_site(client, root, "@@notify { 'a': message => \"one\\ntwo\" }\nNotify <<| |>>\n")
    text = (await preview(client, node="a.example.com"))["text"]
    assert text.endswith("\n@@Notify[a]  # manifests/site.pp:1\n  message => 'one\n             two'\n")


@pytest.mark.asyncio
async def test_preview_tells_who_asks_where_things_come_from(client: LanguageClient, root: Path) -> None:
    open_site(client, root, "notify { 'a': message => 'm' }\n")
    assert "provenance" not in await preview(client, node="a.example.com")
    found = await preview(client, node="a.example.com", provenance=True)
    place = {"file": str(root / "manifests" / "site.pp"), "line": 1}
    origin = {"source": "code", **place, "column": 15}
    assert found["provenance"]["Notify[a]"] == {**place, "column": 1, "parameters": {"message": origin}}


@pytest.mark.asyncio
async def test_a_resource_is_explained_from_unsaved_buffers(client: LanguageClient, root: Path) -> None:
    open_site(client, root, "class web { notify { 'a': message => 'm' } }\ninclude web\n")

    async def explain(resource: str) -> Any:
        arguments = [{"node": "a.example.com", "resource": resource}]
        return await client.workspace_execute_command_async(lsp.ExecuteCommandParams("puppetlens.explain", arguments))

    found = await explain("notify[a]")
    assert found["text"].splitlines() == [
        "Notify[a]  declared at manifests/site.pp:1",
        "  in Class[Web]",
        "  in Stage[main]",
        "  Class[Web] is included by Class[main]  # manifests/site.pp:2",
        "  message => 'm'  # manifests/site.pp:1",
    ]
    assert found["explanation"]["wanted"][0]["by"][0]["file"] == str(root / "manifests" / "site.pp")
    with pytest.raises(JsonRpcException, match=r"has no Notify\[b\]\. Did you mean Notify\[a\]"):
        await explain("Notify[b]")


@pytest.mark.asyncio
async def test_what_comes_from_a_line_is_explained(client: LanguageClient, root: Path) -> None:
    open_site(
        client,
        root,
        """\
class web(
  $port,
) {
  notify { 'a':
    message => 'm',
  }

  include other
}
class other { }
class { 'web': port => 1 }
# nothing
""",
    )

    async def explained(line: int, word: str, file: str = "site.pp") -> str:
        arguments = [
            {
                "node": "a.example.com",
                "uri": (root / "manifests" / file).as_uri(),
                "line": line - 1,
                "resource": word,
            }
        ]
        parameters = lsp.ExecuteCommandParams("puppetlens.explain", arguments)
        found = await client.workspace_execute_command_async(parameters)
        return str(found["explanation"]["name"])

    for line, word, name in (
        (1, "class", "Class[Web]"),
        (2, "port", "Class[Web]"),
        (4, "notify", "Notify[a]"),
        (5, "message", "Notify[a]"),
        (6, "", "Notify[a]"),
        (8, "other", "Class[Other]"),
        (8, "include", "Notify[a]"),
        (11, "port", "Class[Web]"),
        (12, "other", "Class[Other]"),
    ):
        assert (await explained(line, word), line) == (name, line)
    with pytest.raises(JsonRpcException, match="nothing in the catalog of a"):
        await explained(3, "", "other.pp")


@pytest.mark.asyncio
async def test_preview_says_what_is_wrong_with_the_program(client: LanguageClient, root: Path) -> None:
    open_site(client, root, "notify { 'a': }\nfail('out of luck')\n")
    found = await preview(client, node="a.example.com")
    assert found["catalog"] is None
    assert found["error"]["line"] == 2
    assert "out of luck" in found["text"]


@pytest.mark.asyncio
async def test_preview_begins_with_what_is_missing(client: LanguageClient, root: Path) -> None:
    open_site(client, root, "$made = generate('/x')\nnotify { 'a': message => $made }\nif $made { include motd }\n")
    found = await preview(client, node="a.example.com")
    count = len(found["catalog"]["resources"])
    assert found["text"].splitlines()[1:4] == [
        f"# Incomplete: {count} resources are known, 1 of them with unknown values, and others may be missing.",
        "#   Missing behind manifests/site.pp:1: generate() runs a program",
        "#   Unknown in 1 value, from manifests/site.pp:1: generate() runs a program",
    ]
    begin = {"file": str(root / "manifests" / "site.pp"), "line": 1, "column": 9}
    reason = {"reason": "generate() runs a program", "places": [begin]}
    assert found["incomplete"] == {
        "resources": count,
        "partly": 1,
        "missing": [{**reason, "values": 0}],
        "unknown": [{**reason, "values": 1}],
    }
    unnamed = await preview(client, node="b.example.com", environment=str(root))
    note = "# There are no facts of b.example.com: facts/b.example.com.json is where they are looked for. Did you mean "
    assert unnamed["text"].splitlines()[1] == f"{note}a.example.com?"
    open_site(client, root, "")
    assert (await preview(client, node="a.example.com"))["incomplete"] is None


@pytest.mark.asyncio
@pytest.mark.slow
async def test_preview_follows_what_the_node_classifier_says(client: LanguageClient, root: Path) -> None:
    open_site(client, root, 'notify { "tier ${::tier}": }\n')
    found = await preview(client, node="a.example.com")
    hint = "tier is no fact of a.example.com. If the node classifier (ENC) sets it, put what that prints into"
    assert found["error"]["hint"].startswith(hint)
    assert f"\n# Hint: {hint}" in found["text"]

    async def shown(text: str) -> None:
        await asyncio.wait_for(client.previews_changed.get(), 10)
        while text not in (await preview(client, node="a.example.com"))["text"]:
            await asyncio.wait_for(client.previews_changed.get(), 10)

    (root / "nodes").mkdir()
    answer = root / "nodes" / "a.example.com.yaml"
    answer.write_text("parameters: {tier: gold}\n")
    client.workspace_did_change_watched_files(
        lsp.DidChangeWatchedFilesParams([lsp.FileEvent(answer.as_uri(), lsp.FileChangeType.Created)])
    )
    await shown("\nNotify[tier gold]")
    unsaved = lsp.TextDocumentItem(answer.as_uri(), "yaml", 1, "parameters: {tier: lead}\n")
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(unsaved))
    await shown("\nNotify[tier lead]")


async def preview_class(client: LanguageClient, **arguments: Any) -> Any:
    params = lsp.ExecuteCommandParams("puppetlens.previewClass", [arguments])
    return await client.workspace_execute_command_async(params)


@pytest.mark.asyncio
async def test_preview_of_the_class_at_the_cursor(client: LanguageClient, root: Path) -> None:
    motd = (root / "modules" / "motd" / "manifests" / "init.pp").as_uri()
    text = "class motd { notify { 'outer': } }\n\nclass motd::inner {\n}\n"
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(motd, "puppet", 1, text)))
    for line, name in ((0, "motd"), (1, "motd::inner"), (3, "motd::inner"), (99, "motd::inner")):
        assert (await preview_class(client, uri=motd, line=line))["class"] == name
    found = await preview_class(client, uri=motd, line=0)
    assert (found["class"], found["node"], found["root"]) == ("motd", "a.example.com", str(root))
    assert found["text"].startswith("# class motd on a.example.com, environment production: ")
    assert "\nNotify[outer]" in found["text"]
    assert found["incomplete"] is None
    named = await preview_class(client, **{"class": "motd"}, environment=str(root), node="b.example.com")
    assert "# There are no facts of b.example.com: facts/b.example.com.json" in named["text"]
    assert "\nNotify[outer]" in named["text"]
    replace(client, motd, 2, (0, 22), (0, 27), "edited")
    for _ in range(2):
        stale = await asyncio.wait_for(client.previews_changed.get(), 10)
        if any("motd" in each for each in stale.previews):  # the name `class` is none in Python
            break
    else:
        raise AssertionError("the preview of the class is not said to be out of date")
    (root / "facts" / "b.example.com.json").write_text("{}")
    with pytest.raises(JsonRpcException, match=r"facts of which node\? There are a.example.com, b.example.com"):
        await preview_class(client, uri=motd, line=0)
    with pytest.raises(JsonRpcException, match="which class"):
        await preview_class(client, uri=(root / "facts" / "a.example.com.json").as_uri())
    for wrong in (
        {},
        {"class": 5},
        {"uri": motd, "line": "1"},
        {"uri": motd, "line": -1},
        {"uri": motd, "parameters": 1},
    ):
        with pytest.raises(JsonRpcException):
            await preview_class(client, **wrong)


@pytest.mark.asyncio
async def test_preview_of_a_class_of_the_main_manifest_with_parameters(client: LanguageClient, root: Path) -> None:
    site = "class role($ports = [1]) { notify { $ports.map |$port| { \"port ${port}\" }: } }\nnotify { 'main': }\n"
    open_site(client, root, site)
    uri = (root / "manifests" / "site.pp").as_uri()
    for given, text in (({}, "Notify[port 1]"), ({"parameters": {"ports": [8, {"a": 9}]}}, "Notify[port {a => 9}]")):
        found = await preview_class(client, uri=uri, line=0, **given)
        assert text in found["text"]
        assert "Notify[main]" not in found["text"]


@pytest.mark.asyncio
async def test_preview_without_a_node_takes_the_only_one(client: LanguageClient, root: Path) -> None:
    assert (await preview(client))["node"] == "a.example.com"
    shutil.copy(root / "facts" / "a.example.com.json", root / "facts" / "z.example.com.json")
    with pytest.raises(JsonRpcException, match="which node"):
        await preview(client)


@pytest.mark.asyncio
async def test_preview_of_an_unsaved_hiera_file(client: LanguageClient, root: Path) -> None:
    (root / "hiera.yaml").write_text("version: 5\nhierarchy: [{name: all, path: all.yaml}]\n")
    (root / "data").mkdir()
    (root / "data" / "all.yaml").write_text("motd::text: saved\n")
    open_site(client, root, "include motd\n")
    assert "saved" in (await preview(client, node="a.example.com"))["text"]
    data = lsp.TextDocumentItem((root / "data" / "all.yaml").as_uri(), "yaml", 1, "motd::text: typed\n")
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(data))
    assert "typed" in (await preview(client, node="a.example.com"))["text"]


@pytest.mark.asyncio
async def test_settings_arrive_and_wrong_ones_are_named(client: LanguageClient, root: Path) -> None:
    client.workspace_did_change_configuration(
        lsp.DidChangeConfigurationParams({"puppetlens": {"strictVariables": True, "strict": "loud"}})
    )
    message = await client.wait_for_notification("window/showMessage")
    assert "puppetlens.strict " in message.message
    open_site(client, root, "notice($nowhere)\n")
    found = await preview(client, node="a.example.com")
    assert found["error"]["issue_code"] == "UNKNOWN_VARIABLE"


@pytest.mark.asyncio
async def test_a_slip_in_what_a_repo_says_is_told_with_its_place(client: LanguageClient, root: Path) -> None:
    file = root / "puppetlens.toml"
    file.write_text("style = true\nignor = []\n")
    change = lsp.FileEvent(file.as_uri(), lsp.FileChangeType.Created)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([change]))
    message = await client.wait_for_notification("window/showMessage")
    assert message.message == f"{file}:2:1: unknown key 'ignor': did you mean 'ignore'?"
    open_site(client, root, '$x = "a"\n')
    found = await findings(client, 1)
    assert [(each.code, each.severity) for each in found] == [("double_quoted_strings", lsp.DiagnosticSeverity.Hint)]


@pytest.mark.asyncio
async def test_checks_follow_the_settings_of_the_language(client: LanguageClient, root: Path) -> None:
    open_site(client, root, "$x = { 'a' => 1, 'a' => 2 }\n")
    (found,) = await findings(client, 1)
    assert (found.code, found.severity) == ("DUPLICATE_KEY", lsp.DiagnosticSeverity.Error)
    assert found.message == "The key 'a' is declared more than once"
    for settings, severity in (
        ({"strict": "off"}, None),
        ({"strict": "error"}, lsp.DiagnosticSeverity.Error),
        ({"strict": "warning"}, lsp.DiagnosticSeverity.Warning),
        ({"strict": None, "puppetVersion": "8.11.0"}, lsp.DiagnosticSeverity.Error),
        ({"strict": None, "puppetVersion": "7.23.0"}, lsp.DiagnosticSeverity.Warning),
    ):
        client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams({"puppetlens": settings}))
        shown = (await client.wait_for_notification("textDocument/publishDiagnostics")).diagnostics
        assert [each.severity for each in shown] == ([] if severity is None else [severity])


@pytest.mark.asyncio
async def test_names_are_those_of_puppet_3_where_the_settings_say_so(client: LanguageClient, root: Path) -> None:
    (root / "modules" / "motd" / "manifests" / "news.pp").write_text("class motd::news {}\n")
    uri = open_site(client, root, "class motd { include news }\n")
    (found,) = await findings(client, 1)
    assert (found.code, "::news" in found.message) == ("UNKNOWN_CLASS", True)
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams({"puppetlens": {"relativeNames": True}}))
    assert (await client.wait_for_notification("textDocument/publishDiagnostics")).diagnostics == ()
    at = lsp.DefinitionParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, 22))
    (place,) = await client.text_document_definition_async(at)
    assert (place.target_uri if isinstance(place, lsp.LocationLink) else place.uri).endswith("/news.pp")


def edit_of(found: lsp.CompletionList, item: lsp.CompletionItem) -> tuple[str, lsp.Range, lsp.Range]:
    """What a client writes for an item, and in place of what: where it inserts, and where it replaces."""
    edit, places = item.text_edit, found.item_defaults and found.item_defaults.edit_range
    text = edit.new_text if edit is not None else item.text_edit_text or item.label
    place = edit if isinstance(edit, lsp.InsertReplaceEdit) else edit.range if edit is not None else places
    assert place is not None
    return (text, place, place) if isinstance(place, lsp.Range) else (text, place.insert, place.replace)


@pytest.mark.asyncio
async def test_completion_replaces_the_whole_name_and_tells_more_when_asked(
    each_client: LanguageClient, root: Path
) -> None:
    uri = open_site(each_client, root, SITE.replace("include greeting", "include mo_x"))
    column = len("$face = '") + each_client.units + len("' ; include ")
    document, position = lsp.TextDocumentIdentifier(uri), lsp.Position(3, column + 2)
    found = await each_client.text_document_completion_async(lsp.CompletionParams(document, position))
    assert isinstance(found, lsp.CompletionList)
    item = next(each for each in found.items if each.label == "motd")
    whole = lsp.Range(lsp.Position(3, column), lsp.Position(3, column + 4))
    text, inserted, replaced = edit_of(found, item)
    assert (text, replaced) == ("motd", whole)
    assert inserted in (whole, lsp.Range(whole.start, position))
    completion = each_client.capabilities.text_document.completion
    shared = (completion and completion.completion_list and completion.completion_list.item_defaults) or ()
    assert (item.text_edit is None) == ("editRange" in shared)
    told = await each_client.completion_item_resolve_async(item)
    assert told.documentation is not None
    shown = told.documentation if isinstance(told.documentation, str) else told.documentation.value
    assert "What users see." in shown


@pytest.mark.asyncio
async def test_snippets_go_to_those_who_take_them(each_client: LanguageClient, root: Path) -> None:
    uri = open_site(each_client, root, "noti\n")
    document, position = lsp.TextDocumentIdentifier(uri), lsp.Position(0, 4)
    found = await each_client.text_document_completion_async(lsp.CompletionParams(document, position))
    assert isinstance(found, lsp.CompletionList)
    item = next(each for each in found.items if each.label == "notify")
    completion = each_client.capabilities.text_document.completion
    taken = bool(completion and completion.completion_item and completion.completion_item.snippet_support)
    assert ("${1:title}" in edit_of(found, item)[0]) == taken
    assert (item.insert_text_format == lsp.InsertTextFormat.Snippet) == taken

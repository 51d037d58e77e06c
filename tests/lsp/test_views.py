"""The lists that a client shows beside the code, through the protocol: nodes, classes, the data of a node."""

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
from tests.support.written import write_files

HIERA = """\
version: 5
hierarchy:
  - {name: node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: os, path: "os/%{facts.os.family}.yaml"}
  - {name: common, path: common.yaml}
"""
MODULE_HIERA = "version: 5\nhierarchy: [{name: defaults, path: defaults.yaml}]\n"
SITE = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node default { include web }\nnode 'b.example.com' { include absent }\nclass own { }\n",
    "modules/web/manifests/init.pp": "class web($port = 1) {\n  include web::extra\n}\n",
    "modules/web/manifests/extra.pp": "\nclass web::extra {\n  notify { 'extra': }\n}\n",
    "modules/web/hiera.yaml": MODULE_HIERA,
    "modules/web/data/defaults.yaml": "web::port: 80\nother::key: 1\n",
    "hiera.yaml": HIERA,
    "data/nodes/a.example.com.yaml": "web::port: 8080\n",
    "data/os/Debian.yaml": "only: 1\nweb::port: 81\nlist: [a]\n",
    "data/common.yaml": "list: [b]\nlookup_options:\n  list: {merge: unique}\n",
    "facts/a.example.com.json": '{"os": {"family": "Debian"}}',
    "facts/b.example.com.json": "{}",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_files(tmp_path, SITE)
    return tmp_path


@pytest_lsp.fixture(config=ClientServerConfig(server_command=QUICK))
async def client(lsp_client: LanguageClient, root: Path) -> AsyncIterator[None]:
    lsp_client.changed = []  # type: ignore[attr-defined]

    @lsp_client.feature("puppetlens/viewChanged")
    def changed(params: Any) -> None:
        lsp_client.changed.append(params.view)  # type: ignore[attr-defined]

    await begin(lsp_client, root, "visual-studio-code")
    yield
    await lsp_client.shutdown_session()


async def ask(client: LanguageClient, name: str, **argument: Any) -> Any:
    params = lsp.ExecuteCommandParams(f"puppetlens.{name}", [argument])
    return await client.protocol.send_request_async("workspace/executeCommand", params)


async def told_of(client: LanguageClient, view: str) -> None:
    async with asyncio.timeout(20):
        while view not in client.changed:  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)
    client.changed.clear()  # type: ignore[attr-defined]


def write(client: LanguageClient, path: Path, text: str) -> None:
    kind = lsp.FileChangeType.Changed if path.exists() else lsp.FileChangeType.Created
    path.write_text(text)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([lsp.FileEvent(path.as_uri(), kind)]))


@pytest.mark.asyncio
@pytest.mark.slow
async def test_nodes_are_compiled_on_demand_and_known_to_be_old(client: LanguageClient, root: Path) -> None:
    async def states() -> list[tuple[Any, ...]]:
        return [(each["name"], each["state"], each["old"]) for each in await ask(client, "listNodes")]

    assert await states() == [("a.example.com", None, False), ("b.example.com", None, False)]
    (first,) = await ask(client, "compileNodes", nodes=["a.example.com"])
    assert (first["state"], first["resources"], first["problem"]) == ("ok", 7, None)
    _, second = await ask(client, "compileNodes")
    assert (second["state"], second["resources"]) == ("fails", None)
    assert "Could not find class ::absent" in second["problem"]
    await told_of(client, "nodes")
    assert await states() == [("a.example.com", "ok", False), ("b.example.com", "fails", False)]
    write(client, root / "modules/web/manifests/extra.pp", "class web::extra { }\n")  # which a alone read
    await told_of(client, "nodes")
    assert await states() == [("a.example.com", "ok", True), ("b.example.com", "fails", False)]
    write(client, root / "facts/c.example.com.json", "{}")
    await told_of(client, "nodes")
    assert [name for name, *_ in await states()] == ["a.example.com", "b.example.com", "c.example.com"]


@pytest.mark.asyncio
@pytest.mark.slow
async def test_the_classes_of_an_environment_with_the_nodes_that_have_them(client: LanguageClient, root: Path) -> None:
    await ask(client, "compileNodes", nodes=["a.example.com"])
    (found,) = await ask(client, "listClasses")
    assert (found["root"], list(found["nodes"])) == (str(root), ["a.example.com"])
    site, web = str(root / "manifests/site.pp"), str(root / "modules/web/manifests/init.pp")
    extra = str(root / "modules/web/manifests/extra.pp")
    assert [(each["name"], each["module"], each["path"], list(each["nodes"])) for each in found["classes"]] == [
        ("own", "", site, []),
        ("web", "web", web, [0]),
        ("web::extra", "web", extra, [0]),
    ]
    place = await ask(client, "findClass", **{"class": "web::extra", "root": str(root)})
    start = place["range"]["start"]
    assert (place["uri"], start["line"], start["character"]) == (Path(extra).as_uri(), 1, 6)
    assert await ask(client, "findClass", **{"class": "nobody"}) is None
    write(client, root / "modules/web/manifests/more.pp", "class web::more { }\n")
    await told_of(client, "classes")
    (found,) = await ask(client, "listClasses")
    assert [each["name"] for each in found["classes"]] == ["own", "web", "web::extra", "web::more"]


def effects(found: Any) -> list[tuple[Any, ...]]:
    """A line for each key: level, file, key, what becomes of it, the other places."""
    lines = []
    for level in found["levels"]:
        for file in level["files"]:
            for key in file["keys"]:
                others = [f"{Path(other[0]).name}:{other[1]}" for other in key.get("others", ())]
                place = f"{Path(key['place'][0]).name}:{key['place'][1]}"
                lines.append((level["name"], place, key["name"], key["effect"], *others))
    return lines


@pytest.mark.asyncio
@pytest.mark.slow
async def test_the_data_of_a_node_tells_what_wins_and_what_it_hides(client: LanguageClient, root: Path) -> None:
    """The order and the merge are those that `puppet lookup --explain` tells."""
    found = await ask(client, "listData", node="a.example.com")
    assert (found["node"], found["problem"]) == ("a.example.com", None)
    assert [(level["layer"], level["name"]) for level in found["levels"]] == [
        ("environment", "node"),
        ("environment", "os"),
        ("environment", "common"),
        ("module web", "defaults"),
    ]
    assert found["levels"][1]["origin"] == [str(root / "hiera.yaml"), 4, None]
    assert effects(found) == [
        ("node", "a.example.com.yaml:1", "web::port", "wins", "Debian.yaml:2", "defaults.yaml:1"),
        ("os", "Debian.yaml:1", "only", "wins"),
        ("os", "Debian.yaml:2", "web::port", "hidden", "a.example.com.yaml:1"),
        ("os", "Debian.yaml:3", "list", "merged", "common.yaml:1"),
        ("common", "common.yaml:1", "list", "merged", "Debian.yaml:3"),
        ("common", "common.yaml:2", "lookup_options", "options"),
        ("defaults", "defaults.yaml:1", "web::port", "hidden", "a.example.com.yaml:1"),
        ("defaults", "defaults.yaml:2", "other::key", "unused"),
    ]
    write(client, root / "data/nodes/a.example.com.yaml", "x: 1\n")
    await told_of(client, "data")
    assert ("os", "Debian.yaml:2", "web::port", "wins", "defaults.yaml:1") in effects(
        await ask(client, "listData", node="a.example.com")
    )


@pytest.mark.asyncio
@pytest.mark.slow
async def test_data_that_cannot_be_listed_say_why(client: LanguageClient, root: Path) -> None:
    write(client, root / "data/common.yaml", "list: [\n")
    write(client, root / "hiera.yaml", HIERA + "  - {name: asked, lookup_key: web::ask}\n")
    found = await ask(client, "listData", node="a.example.com")
    common, asked = found["levels"][2:4]
    assert "common.yaml" in common["files"][0]["problem"]
    assert asked["problem"] == "web::ask is asked for each key: there is no list"
    write(client, root / "hiera.yaml", "version: 5\nhierarchy: [{}]\n")
    found = await ask(client, "listData", node="a.example.com")
    assert found["levels"][0]["layer"] == "environment"
    assert "entry 'hierarchy' index 0" in found["levels"][0]["problem"]


@pytest.mark.asyncio
@pytest.mark.slow
async def test_of_several_folders_each_environment_is_listed(
    client: LanguageClient, root: Path, tmp_path: Path
) -> None:
    await ask(client, "listNodes")
    other = tmp_path.parent / f"{tmp_path.name}-other"
    write_files(
        other, {name: SITE[name] for name in ("environment.conf", "manifests/site.pp", "facts/b.example.com.json")}
    )
    event = lsp.WorkspaceFoldersChangeEvent([lsp.WorkspaceFolder(other.as_uri(), "other")], [])
    client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))
    await told_of(client, "nodes")
    roots = [str(root), str(root), str(other)]
    assert sorted(each["root"] for each in await ask(client, "listNodes")) == sorted(roots)
    found = {each["root"]: [known["name"] for known in each["classes"]] for each in await ask(client, "listClasses")}
    assert found == {str(root): ["own", "web", "web::extra"], str(other): ["own"]}
    (compiled,) = await ask(client, "compileNodes", nodes=["b.example.com"], environment=str(other))
    assert (compiled["root"], compiled["state"]) == (str(other), "fails")

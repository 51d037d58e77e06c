"""What the view of a catalog in an editor is made of, through the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.lsp.test_features import begin, open_site
from tests.support.forked import QUICK
from tests.support.written import write_files

SITE = """\
class web(Integer $port, Sensitive[String] $key) {
  file { '/etc/web':
    content => Sensitive("port=${port} key=${key.unwrap}"),
    owner   => generate('/x'),
    before  => Service['web'],
  }
  service { 'web': }
}
include web
warning('old')
"""
#: The file of Hiera's common level.
DATA = "web::port: 8080\nweb::key: hush-hush\nlookup_options: {web::key: {convert_to: Sensitive}}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_files(
        tmp_path,
        {
            "environment.conf": "",
            "manifests/site.pp": SITE,
            "hiera.yaml": "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n",
            "data/common.yaml": DATA,
            "facts/a.example.com.json": "{}",
        },
    )
    return tmp_path


@pytest_lsp.fixture(config=ClientServerConfig(server_command=QUICK))
async def client(lsp_client: LanguageClient, root: Path) -> Any:
    await begin(lsp_client, root, "visual-studio-code")
    yield
    await lsp_client.shutdown_session()


async def ask(client: LanguageClient, **arguments: Any) -> Any:
    command = "puppetlens.previewClass" if "class" in arguments else "puppetlens.previewCatalog"
    params = lsp.ExecuteCommandParams(command, [{"overview": True, **arguments}])
    return await client.protocol.send_request_async("workspace/executeCommand", params)


@pytest.mark.asyncio
async def test_the_overview_has_containment_origins_relations_holes_and_no_secret(
    client: LanguageClient, root: Path
) -> None:
    found = await ask(client, node="a.example.com")
    assert found["facts"] is True
    shown = found["overview"]
    site, data = str(root / "manifests" / "site.pp"), str(root / "data" / "common.yaml")
    named = {f"{each['type']}[{each['title']}]": number for number, each in enumerate(shown["resources"])}
    file, service, web = (shown["resources"][named[name]] for name in ("File[/etc/web]", "Service[web]", "Class[Web]"))

    def place(where: Any) -> Any:
        return (shown["files"][where[0]], *where[1:])

    assert file["container"] == service["container"] == named["Class[Web]"]
    assert place(file["place"]) == (site, 2, 3)
    assert (web["place"], place(web["defined"])) == (None, (site, 1, 1))
    settings = {each["name"]: each for each in web["parameters"]}
    assert (settings["port"]["text"], settings["port"]["by"]) == ("8080", "data/common.yaml:1, key web::port")
    assert place(settings["port"]["place"]) == (data, 1, 1)
    assert [place(each["place"]) for each in web["included"]] == [(site, 9, 1)]
    assert [list(each) for each in shown["relations"]] == [
        [named["File[/etc/web]"], named["Service[web]"], False, named["File[/etc/web]"], "before"]
    ]
    assert [(each["name"], each["text"]) for each in file["parameters"] if "unknown" not in each] == [
        ("content", "<sensitive>"),
        ("before", "'Service[web]'"),
    ]
    (hole,) = shown["holes"]
    assert hole["text"] == "Unknown in 1 value, from manifests/site.pp:4: generate() runs a program"
    assert list(hole["values"]) == ["File[/etc/web]/owner"]
    assert shown["summary"] == f"{len(shown['resources'])} resources are known, 1 of them with unknown values"
    assert [(each["level"], each["text"]) for each in shown["logs"]] == [("warning", "old")]
    assert "hush" not in repr(found)


@pytest.mark.asyncio
@pytest.mark.slow
async def test_why_a_resource_of_the_overview_is_before_another(client: LanguageClient, root: Path) -> None:
    async def why(first: str, then: str, **about: Any) -> Any:
        argument = {"first": first, "then": then, "node": "a.example.com", **about}
        params = lsp.ExecuteCommandParams("puppetlens.whyBefore", [argument])
        return await client.protocol.send_request_async("workspace/executeCommand", params)

    for about in ({}, {"class": "web"}):
        await ask(client, node="a.example.com", **about)
        found = await why("File[/etc/web]", "Service[web]", **about)
        (step,) = found["chain"]
        assert (step["source"], step["kind"], step["target"]) == ("File[/etc/web]", "before", "Service[web]")
        assert (step["origin"]["file"], step["origin"]["line"]) == (str(root / "manifests" / "site.pp"), 5)
    assert await why("Service[web]", "File[/etc/web]") == {"chain": None, "reverse": True}
    with pytest.raises(JsonRpcException, match=r"File\[/nowhere\] is not in the catalog"):
        await why("File[/nowhere]", "Service[web]")


@pytest.mark.asyncio
async def test_the_overview_names_a_circle_that_an_agent_would_refuse(client: LanguageClient, root: Path) -> None:
    open_site(client, root, "notify { 'a': before => Notify['b'] }\nnotify { 'b': before => Notify['a'] }\n")
    shown = (await ask(client, node="a.example.com"))["overview"]
    (circle,) = shown["circles"]
    titles = [shown["resources"][number]["title"] for number in circle]
    assert titles in (["a", "b", "a"], ["b", "a", "b"])


@pytest.mark.asyncio
async def test_a_program_that_is_wrong_has_no_overview_and_says_why(client: LanguageClient, root: Path) -> None:
    open_site(client, root, "notify { 'a' }\n")
    found = await ask(client, node="a.example.com")
    assert found["overview"] is None
    assert (found["error"]["file"], found["error"]["line"]) == (str(root / "manifests" / "site.pp"), 1)


@pytest.mark.asyncio
@pytest.mark.slow
async def test_the_overview_of_a_class_is_that_of_what_it_declares(client: LanguageClient, root: Path) -> None:
    found = await ask(client, **{"class": "web", "node": "a.example.com", "parameters": {"port": 1}})
    (web,) = (each for each in found["overview"]["resources"] if each["title"] == "Web")
    assert "1" in {each["text"] for each in web["parameters"]}
    with pytest.raises(JsonRpcException, match="'overview' must be true or false"):
        await ask(client, node="a.example.com", overview="yes")

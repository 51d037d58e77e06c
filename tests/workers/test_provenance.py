"""Beside a catalog: where each resource was declared, and where and by what each parameter was set."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import MemoryFiles
from puppetlens.workers.batch import BadRequest, check_request
from puppetlens.workers.jobs import answer, preview

ROOT = "/site"
SITE = f"{ROOT}/manifests/site.pp"
WEB = f"{ROOT}/modules/web/manifests/init.pp"

FILES = {
    "environment.conf": "",
    "facts/n.json": "{}",
    "hiera.yaml": "version: 5\nhierarchy:\n  - {name: node, path: node.yaml}\n  - {name: common, path: common.yaml}\n",
    "data/node.yaml": "web::options:\n  a: 1\n",
    "data/common.yaml": (
        "lookup_options:\n  web::options: {merge: hash}\nweb::options:\n  b: 2\nother: x\nweb::port: 81\n"
    ),
    "nodes/n.yaml": "classes:\n  web::given:\n    level: high\n",
    "modules/web/manifests/init.pp": (
        "class web(Integer $port, Hash $options, String $owner = 'root') {\n"
        "  File { mode => '0600' }\n"
        "  file { '/x':\n    ensure => file,\n    owner  => $owner,\n  }\n"
        "  @file { '/virtual': }\n"
        "}\n"
    ),
    "modules/web/manifests/given.pp": "class web::given($level) { }\n",
    "modules/web/manifests/more.pp": "class web::more inherits web {\n  File['/x'] { group => 'root' }\n}\n",
    "manifests/site.pp": (
        "include web::more\n"
        "File <| title == '/x' |> {\n  content => 'c',\n}\n"
        "notify { 'done': } -> File['/x']\n"
        "create_resources('notify', { 'made' => { 'message' => 'm' } })\n"
    ),
}


def memory(files: dict[str, str]) -> MemoryFiles:
    return MemoryFiles({f"{ROOT}/{name}": text.encode() for name, text in files.items()})


def asked(files: dict[str, str] = FILES, **more: Any) -> Any:
    request = {"environment_dir": ROOT, "node": "n", "provenance": True, **more}
    return preview(request, memory(files), NEVER)["provenance"]


def at(source: str, file: str, line: int, column: int, **more: Any) -> dict[str, Any]:
    return {"source": source, "file": file, "line": line, "column": column, **more}


def test_where_each_parameter_was_set_and_by_what() -> None:
    found = asked()
    assert (found["File[/x]"]["file"], found["File[/x]"]["line"]) == (WEB, 3)
    assert found["File[/x]"]["parameters"] == {
        "ensure": at("code", WEB, 4, 5),
        "owner": at("code", WEB, 5, 5),
        "mode": at("default", WEB, 2, 10),
        "group": at("override", f"{ROOT}/modules/web/manifests/more.pp", 2, 16),
        "content": at("collector", SITE, 3, 3),
    }
    assert found["Notify[done]"]["parameters"] == {"before": at("relationship", SITE, 5, 20)}
    assert found["Notify[made]"] == {
        "file": SITE,
        "line": 6,
        "column": 1,
        "parameters": {"message": at("code", SITE, 6, 1)},
    }
    assert "File[/virtual]" not in found


def test_what_data_and_defaults_and_a_classifier_set() -> None:
    found = asked()
    assert found["Class[Web]"]["parameters"] == {
        "port": at("hiera", f"{ROOT}/data/common.yaml", 6, 1, key="web::port"),
        "options": at(
            "hiera",
            f"{ROOT}/data/node.yaml",
            1,
            1,
            key="web::options",
            merged=[{"file": f"{ROOT}/data/common.yaml", "line": 3, "column": 1}],
        ),
        "owner": at("parameter default", WEB, 1, 48),
    }
    assert found["Class[Web::Given]"]["parameters"] == {"level": {"source": "classifier"}}


def test_it_is_there_for_who_asks_for_it() -> None:
    assert "provenance" not in preview({"environment_dir": ROOT, "node": "n"}, memory(FILES), NEVER)
    assert asked({**FILES, "manifests/site.pp": "fail('x')"}) is None


def test_batch_has_it_too() -> None:
    request = {"id": 1, "manifest": "notify { 'a': message => 'm' }"}
    check_request({**request, "provenance": True})
    with pytest.raises(BadRequest, match="true or false"):
        check_request({**request, "provenance": "yes"})
    assert "provenance" not in answer(request, MemoryFiles({}), NEVER)
    found = answer({**request, "provenance": True}, MemoryFiles({}), NEVER)["provenance"]
    assert found["Notify[a]"] == {
        "file": "site.pp",
        "line": 1,
        "column": 1,
        "parameters": {"message": at("code", "site.pp", 1, 15)},
    }

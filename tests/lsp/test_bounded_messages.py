"""Messages and ends that nobody should send, and the server must survive or end by."""

from __future__ import annotations

import io
import os
import signal
import time
from pathlib import Path

import pytest
from puppetlens.lsp.bounded_stdin import BoundedStdin

from tests.lsp.raw_client import RawClient
from tests.support.forked import QUICK

ENDLESS = "Integer[0, 9000000000].each |$i| { notice($i) }"
WELL = 'notify { "well": }'


@pytest.mark.parametrize("length", ["3000000000", "9" * 20, "9" * 5000, "x" * 10_000])
def test_a_message_that_nobody_can_send_ends_the_connection(length: str) -> None:
    stream = BoundedStdin(io.BytesIO(f"Content-Length: {length}\r\n\r\n".encode()))
    assert stream.readline() == b""


@pytest.mark.parametrize("line", [b"Content-Length: 0005\r\n", b"Content-Length: -5\r\n", b"Other: 1\r\n", b"\r\n"])
def test_other_headers_are_handed_on(line: bytes) -> None:
    assert BoundedStdin(io.BytesIO(line)).readline() == line


def test_the_server_ends_by_a_message_that_is_too_large() -> None:
    with RawClient(QUICK) as client:
        client.initialize()
        assert client.process.stdin is not None
        client.process.stdin.write(b"Content-Length: 99999999999999999999\r\n\r\n")
        client.process.stdin.flush()
        assert client.process.wait(10) == 1
        assert b"Traceback" not in client.stderr


def test_odd_messages_leave_no_trace() -> None:
    with RawClient(QUICK) as client:
        client.initialize()
        client.notify("$/cancelRequest", {"id": {}})
        client.notify("window/workDoneProgress/cancel", {"token": {}})
        assert client.ask("window/workDoneProgress/cancel", {"token": 1})["error"]["code"] == -32600
        client.open("file://[x/a.pp", "class a {}")
        client.open("file:///nowhere/a%00b.pp", "class a {}")
        client.send_bytes(b"[" * 100_000)
        assert client.response(None)["error"]["code"] == -32700
        assert client.command("puppetlens.listNodes") == []
        assert b"unhashable" not in client.stderr


URIS = (
    *("untitled:Untitled-1", "vscode-remote://ssh/x/a.pp", "git:/x/a.pp?{}", "", "a.pp", "/a.pp", "file:", "file://"),
    *("file:///", "file:///%zz.pp", "file:///a/..%2f..%2fb.pp", "file:///\ud800.pp", "file:///" + "a/" * 3000 + "x.pp"),
    *(
        "file:////x//y.pp",
        "file:///x.pp#f",
        "file:///dev/zero",
        "file:///proc/self/mem",
        "file:///tmp",
        "file:///x.json",
    ),
    *("file:///metadata.json", "file:///x.rb", "file:///hiera.yaml", "file:///c:/..", "\0"),
)
PLACES = ((0, 0), (2**31 - 1, 2**31 - 1), (2, 10**9), (-1, 0), (10**30, 0), (0.5, 0), (None, 0), ("1", 0))


@pytest.mark.slow
def test_every_request_is_answered_whatever_it_is_about(tmp_path: Path) -> None:
    """Places and documents that are not there, opened twice, never opened: an answer, and nothing in the log."""
    site = tmp_path / "manifests/site.pp"
    with RawClient(QUICK) as client:
        about = client.initialize(tmp_path)["capabilities"]
        methods = [name.removesuffix("Provider") for name in about if name.endswith("Provider")]
        methods = [_METHODS.get(name, name) for name in methods if not name.startswith(("workspace", "executeCommand"))]
        assert "hover" in methods
        for uri in (site.as_uri(), *URIS):
            for _ in range(2):
                client.open(uri, 'class a($x = 1) {\n  notify { "é😀 ${x}": }\n}\n')
            client.change(uri, 0, {"range": _range(10**9, 0), "text": "#"})
        for method in methods:
            asked = [_about(site.as_uri(), *place) for place in PLACES] + [_about(uri, 0, 0) for uri in URIS]
            asked += [None, [], 5, {"textDocument": {"uri": 5}}, {"textDocument": None}]
            begun = [client.begin(f"textDocument/{method}", params) for params in asked]
            for each, params in zip(begun, asked, strict=True):
                error = client.response(each).get("error", {})
                assert error.get("code", -32602) in (-32600, -32601, -32602, -32801, -32803), (method, params, error)
        for uri in URIS * 2:
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert [symbol["name"] for symbol in client.symbols(site.as_uri())][:1] == ["a"]
        assert b"Traceback" not in client.stderr, client.stderr


#: Requests whose capability has another name.
_METHODS = {
    "documentFormatting": "formatting",
    "documentRangeFormatting": "rangeFormatting",
    "documentOnTypeFormatting": "onTypeFormatting",
    "semanticTokens": "semanticTokens/full",
    "callHierarchy": "prepareCallHierarchy",
    "typeHierarchy": "prepareTypeHierarchy",
    "linkedEditingRange": "linkedEditingRange",
}


def _range(line: object, character: object) -> dict[str, object]:
    return {end: {"line": line, "character": character} for end in ("start", "end")}


def _about(uri: str, line: object, character: object) -> dict[str, object]:
    """What any request about a place in a document may want."""
    place = {"line": line, "character": character}
    return {
        "textDocument": {"uri": uri},
        "position": place,
        "positions": [place],
        "range": _range(line, character),
        "options": {"tabSize": 2, "insertSpaces": True},
        "context": {"includeDeclaration": True, "diagnostics": []},
        "newName": "b",
        "ch": "}",
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "environment.conf").write_text("")
    (tmp_path / "manifests/site.pp").write_text(ENDLESS)
    return tmp_path


def workers_of(process: int) -> list[int]:
    """The processes that evaluate for a server."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return [child for child in children if b"workers.worker" in Path(f"/proc/{child}/cmdline").read_bytes()]


def begin_preview(client: RawClient) -> int:
    arguments = {"command": "puppetlens.previewCatalog", "arguments": [{"node": "n"}]}
    asked = client.begin("workspace/executeCommand", arguments)
    deadline = time.monotonic() + 20
    while not workers_of(client.process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    return asked


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the processes")
def test_exit_during_a_preview_leaves_nobody_behind(root: Path) -> None:
    with RawClient() as client:
        client.initialize(root)
        begin_preview(client)
        workers = workers_of(client.process.pid)
        client.notify("exit")
        assert client.process.wait(10) == 1
        time.sleep(0.5)
        assert [worker for worker in workers if Path(f"/proc/{worker}").exists()] == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the processes")
def test_a_worker_that_was_ended_by_somebody_is_replaced_at_once(root: Path) -> None:
    with RawClient() as client:
        client.initialize(root)
        asked = begin_preview(client)
        for worker in workers_of(client.process.pid):
            os.kill(worker, signal.SIGKILL)
        assert client.response(asked)["result"]["error"]["issue_code"] == "PUPPETLENS_CRASH"
        (root / "manifests/site.pp").write_text(WELL)  # nobody tells the server
        assert client.command("puppetlens.previewCatalog", {"node": "n"})["error"] is None


@pytest.mark.slow
@pytest.mark.parametrize("answers", [True, False])
def test_a_preview_is_taken_back_before_its_progress_was_answered(root: Path, answers: bool) -> None:
    with RawClient() as client:
        client.initialize(root, {"window": {"workDoneProgress": True}})
        asked = client.begin(
            "workspace/executeCommand", {"command": "puppetlens.previewCatalog", "arguments": [{"node": "n"}]}
        )
        created = client.wait_for(lambda message: message.get("method") == "window/workDoneProgress/create")
        client.notify("$/cancelRequest", {"id": asked})
        assert client.response(asked)["error"]["code"] == -32800
        if answers:
            client.send({"id": created["id"], "result": None})
        assert [node["name"] for node in client.command("puppetlens.listNodes")] == ["debian-12.example.com"]
        assert client.ask("shutdown")["result"] is None
        client.notify("exit")
        assert client.process.wait(10) == 0
        assert b"Traceback" not in client.stderr

"""What a client may get wrong, or do in a hurry, and the server must survive."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote

import pytest

from tests.lsp.raw_client import RawClient, insertion
from tests.support.forked import PYTHON, QUICK
from tests.support.samples import first_of
from tests.support.written import write_files

ENDLESS = "Integer[1, 1000000000].each |$i| { $x = $i * 2 }\n"
TREES: dict[str, Any] = {
    "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}},
}


@pytest.fixture(scope="module")
def client() -> Iterator[RawClient]:
    with RawClient(QUICK) as client:
        client.initialize()
        yield client


def still_works(client: RawClient) -> None:
    assert client.command("puppetlens.listNodes") == []


@pytest.mark.parametrize(
    "params",
    [
        {"textDocument": 5},
        {"textDocument": {"uri": "file:///a.pp"}, "position": {"line": -1, "character": 0}},
        {"textDocument": {"uri": "file:///a.pp"}, "position": {"line": "0", "character": None}},
        [],
        None,
        "text",
    ],
)
def test_params_that_do_not_fit_are_refused_with_the_id(client: RawClient, params: Any) -> None:
    answer = client.ask("textDocument/hover", params)
    assert answer["error"]["code"] == -32602
    assert "textDocument/hover" in answer["error"]["message"]


def test_params_may_have_a_key_named_jsonrpc(client: RawClient) -> None:
    answer = client.ask(
        "workspace/executeCommand",
        {"command": "puppetlens.listNodes", "arguments": [{"jsonrpc": "2.0", "id": 1, "method": "exit"}]},
    )
    assert answer["result"] == []


@pytest.mark.parametrize("end", ["\f", "\u2028", "\u0085", "\v", "\u2029", "\x1c"])
def test_only_what_lsp_calls_a_line_end_is_one(client: RawClient, end: str) -> None:
    uri = f"file:///nowhere/line_ends_{ord(end)}.pp"
    client.open(uri, f"# a{end}b\n\n# last\n")
    client.change(uri, 2, insertion(1, 0, "class found {}"))
    (symbol,) = client.symbols(uri)
    assert symbol["name"] == "found"
    assert symbol["location"]["range"]["start"] == {"line": 1, "character": 6}


def test_a_lone_carriage_return_is_a_line_end(client: RawClient) -> None:
    uri = "file:///nowhere/cr.pp"
    client.open(uri, "\r\r\n# b\n")
    client.change(uri, 2, insertion(1, 0, "class found {}"))
    (symbol,) = client.symbols(uri)
    assert symbol["location"]["range"]["start"] == {"line": 1, "character": 6}


def test_a_document_that_is_not_open_is_read_from_disk(client: RawClient, tmp_path: Path) -> None:
    file = tmp_path / "closed.pp"
    file.write_text("class closed {}\n")
    assert [symbol["name"] for symbol in client.symbols(file.as_uri())] == ["closed"]


def test_a_document_that_is_nowhere_has_nothing(client: RawClient) -> None:
    at = {"textDocument": {"uri": "file:///no/such.pp"}, "position": {"line": 0, "character": 0}}
    for method in ("textDocument/hover", "textDocument/definition", "textDocument/documentSymbol"):
        assert client.result(method, at) is None
    at["textDocument"] = {"uri": "untitled:Untitled-1"}
    assert client.result("textDocument/hover", at) is None


def test_a_buffer_that_was_never_saved(client: RawClient) -> None:
    """It is Puppet code by its language: nothing of other files is known in it, all of its own is."""
    uri = "untitled:Untitled-1"
    client.open(uri, "class a($port) {\n  notice($port)\n  file { '/x': ens }\n}\n")
    at = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 11}}
    assert [symbol["name"] for symbol in client.symbols(uri)][:2] == ["a", "$port"]
    assert client.result("textDocument/definition", at)[0]["uri"] == uri
    items = client.result("textDocument/completion", {**at, "position": {"line": 2, "character": 18}})["items"]
    assert items[0]["label"] == "ensure"
    assert [found["range"]["start"]["line"] for found in client.diagnostics(uri, 1)] == [2]
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_a_change_of_a_document_that_is_not_open_is_ignored(client: RawClient) -> None:
    client.change("file:///nowhere/never_opened.pp", 2, insertion(0, 0, "x"))
    client.notify("textDocument/didClose", {"textDocument": {"uri": "file:///nowhere/never_opened.pp"}})
    still_works(client)


def test_a_place_outside_of_the_text_means_the_nearest_one(client: RawClient) -> None:
    uri = "file:///nowhere/short.pp"
    client.open(uri, "class a {}")
    client.change(uri, 2, insertion(7, 99, "\nclass b {}"))
    assert [symbol["name"] for symbol in client.symbols(uri)] == ["a", "b"]


def test_errors_tell_nothing_of_this_machine(client: RawClient) -> None:
    answers = [
        client.ask("textDocument/hover", {"textDocument": {}}),
        client.ask("workspace/executeCommand", {"command": "no.such.command"}),
        client.ask("workspace/executeCommand", {"command": "puppetlens.previewCatalog", "arguments": [5]}),
        client.ask("workspace/executeCommand", {"command": "puppetlens.previewCatalog"}),
        client.ask("no/such/method", {}),
    ]
    for answer in answers:
        shown = json.dumps(answer["error"])
        assert "Traceback" not in shown
        assert "traceback" not in shown
        assert str(Path(sys.prefix).resolve()) not in shown
        assert ".py" not in shown


def test_a_message_that_is_no_json_is_answered(client: RawClient) -> None:
    client.send_bytes(b'{"jsonrpc": "2.0", ')
    assert client.response(None)["error"]["code"] == -32700
    client.send_bytes(b"[]")
    assert client.response(None)["error"]["code"] == -32600
    client.send_bytes(b"\xff\xfe")
    assert client.response(None)["error"]["code"] == -32700
    still_works(client)


def test_an_unknown_method_is_refused_and_an_unknown_notification_ignored(client: RawClient) -> None:
    assert client.ask("textDocument/nothing")["error"]["code"] == -32601
    client.notify("textDocument/nothing")
    client.notify("$/nothing")
    client.notify("$/cancelRequest", {"id": "no such request"})
    still_works(client)


def test_an_id_may_be_a_string(client: RawClient) -> None:
    request = {"command": "puppetlens.listNodes"}
    client.send({"id": "one", "method": "workspace/executeCommand", "params": request})
    assert client.response("one")["result"] == []


def test_nothing_is_answered_before_initialize() -> None:
    with RawClient(QUICK) as client:
        client.open("file:///nowhere/a.pp", "class a {}")
        assert client.ask("textDocument/hover", {})["error"]["code"] == -32002
        client.initialize()
        assert client.ask("initialize", {"capabilities": {}})["error"]["code"] == -32600


def test_shutdown_and_exit() -> None:
    with RawClient(QUICK) as client:
        client.initialize()
        assert client.result("shutdown") is None
        assert client.ask("workspace/executeCommand", {"command": "x"})["error"]["code"] == -32600
        client.notify("exit")
        assert client.process.wait(10) == 0


def test_exit_without_shutdown_is_a_failure() -> None:
    with RawClient(QUICK) as client:
        client.initialize()
        client.notify("exit")
        assert client.process.wait(10) == 1


def test_the_server_ends_with_its_client() -> None:
    with RawClient(QUICK) as client:
        client.initialize()
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(10) == 1


def test_a_feature_that_fails_answers_null_and_is_logged_once() -> None:
    broken = (
        "import puppetlens.lsp.handlers.hover as handler\n"
        "def fail(*_): raise RuntimeError('out of order')\n"
        "handler.hover = fail\n"
        "from puppetlens.lsp.server import serve\n"
        "raise SystemExit(serve())\n"
    )
    with RawClient((PYTHON, "-c", broken)) as client:
        client.initialize()
        uri = "file:///nowhere/a.pp"
        client.open(uri, "class a {}")
        at = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 7}}
        assert client.ask("textDocument/hover", at) == {"jsonrpc": "2.0", "id": 2, "result": None}
        assert [symbol["name"] for symbol in client.symbols(uri)] == ["a"]
        assert times_logged(client, b"RuntimeError: out of order") == 1


def times_logged(client: RawClient, words: bytes) -> int:
    """A thread reads the log: it is given the time to get there."""
    deadline = time.monotonic() + 10
    while words not in client.stderr and time.monotonic() < deadline:
        time.sleep(0.05)
    return client.stderr.count(words)


def test_a_start_that_fails_is_an_error_that_says_so() -> None:
    broken = (
        "from puppetlens.lsp import server\n"
        "def fail(*_): raise OSError('no room in /home/anna/.cache')\n"
        "server.Engine = fail\n"
        "raise SystemExit(server.serve())\n"
    )
    with RawClient((PYTHON, "-c", broken)) as client:
        answer = client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        assert answer["error"] == {"code": -32603, "message": "puppetlens cannot start (OSError): its stderr says more"}
        assert times_logged(client, b"OSError: no room in /home/anna/.cache") == 1


def test_a_question_that_is_cancelled_stops_and_the_next_is_answered() -> None:
    endless = (
        "import puppetlens.lsp.handlers.hover as handler\n"
        "from puppetlens.base.cancellation import check_cancelled\n"
        "def hover(*_):\n  while True: check_cancelled()\n"
        "handler.hover = hover\n"
        "from puppetlens.lsp.server import serve\n"
        "raise SystemExit(serve())\n"
    )
    with RawClient((PYTHON, "-c", endless)) as client:
        client.initialize()
        uri = "file:///nowhere/a.pp"
        client.open(uri, "class a {}")
        at = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 7}}
        hover = client.begin("textDocument/hover", at)
        symbols = client.begin("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        with pytest.raises(AssertionError):
            client.response(symbols, 0.5)
        client.notify("$/cancelRequest", {"id": hover})
        assert client.response(hover)["error"]["code"] == -32800
        assert [symbol["name"] for symbol in client.response(symbols)["result"]] == ["a"]


def quick_after_cancelling(root: Path, command: dict[str, Any]) -> Any:
    """The answer once the code has an end, behind one without an end that was cancelled."""
    (root / "manifests").mkdir()
    site = root / "manifests" / "site.pp"
    site.write_text(ENDLESS)
    (root / "environment.conf").touch()
    with RawClient(QUICK) as client:
        client.initialize(root)
        slow = client.begin("workspace/executeCommand", command)
        with pytest.raises(AssertionError):
            client.response(slow, 1)
        site.write_text("notify { 'quick': }\n")
        start = monotonic()
        client.notify("$/cancelRequest", {"id": slow})
        assert client.response(slow, 5)["error"]["code"] == -32800
        assert monotonic() - start < 1
        return client.ask("workspace/executeCommand", command)["result"]


@pytest.mark.slow
def test_cancelling_a_running_preview_answers_at_once_and_stops_it(tmp_path: Path) -> None:
    preview = {"command": "puppetlens.previewCatalog", "arguments": [{"node": "a.example.com"}]}
    assert "Notify[quick]" in quick_after_cancelling(tmp_path, preview)["text"]


@pytest.mark.slow
def test_a_comparison_is_cancelled_and_leaves_its_process_free(tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "a.example.com.json").write_text("{}")
    compare = {"command": "puppetlens.diff", "arguments": [{"all": True, "from": {"puppetVersion": "7.23.0"}}]}
    assert quick_after_cancelling(tmp_path, compare)["summary"] == "a.example.com compiles to the same catalog"


def exit_at_once(client: RawClient) -> None:
    client.notify("exit")


def interrupt(client: RawClient) -> None:
    client.process.send_signal(signal.SIGINT)


def terminate(client: RawClient) -> None:
    client.process.send_signal(signal.SIGTERM)


def close_stdin(client: RawClient) -> None:
    assert client.process.stdin is not None
    client.process.stdin.close()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc to look for processes in")
@pytest.mark.parametrize("end", first_of([terminate, close_stdin, exit_at_once, interrupt]))
def test_no_process_is_left_however_the_server_ends(tmp_path: Path, end: Callable[[RawClient], None]) -> None:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "environment.conf").touch()
    (tmp_path / "manifests" / "site.pp").write_text(ENDLESS)
    with RawClient() as client:
        client.initialize(tmp_path)
        arguments = [{"node": "a.example.com"}]
        client.begin("workspace/executeCommand", {"command": "puppetlens.previewCatalog", "arguments": arguments})
        until = monotonic() + 20
        while not (children := processes_of(client.process.pid)):
            assert monotonic() < until
            time.sleep(0.05)
        end(client)
        assert client.process.wait(10) != 0
        while any(map(is_alive, children)):
            assert monotonic() < until, children
            time.sleep(0.05)
        assert b"Traceback" not in client.stderr


def processes_of(parent: int) -> list[int]:
    """The processes that a process started."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(child) for each in lists for child in each.read_text().split()]


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.slow
def test_a_repo_that_names_checks_is_opened_by_a_server_that_has_never_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path / "compiled"))  # so each module takes a while
    (tmp_path / "environment.conf").touch()
    (tmp_path / "puppetlens.toml").write_text('ignore = ["NO_SUCH"]\n')
    with RawClient() as client:
        assert "capabilities" in client.initialize(tmp_path)
        told = client.wait_for(lambda message: message.get("method") == "window/showMessage")
        assert "no check is called 'NO_SUCH'" in told["params"]["message"]
        client.result("shutdown")
        assert client.stderr == b""


def test_a_newer_preview_of_a_node_replaces_the_older(tmp_path: Path) -> None:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "environment.conf").touch()
    site = tmp_path / "manifests" / "site.pp"
    site.write_text(ENDLESS)
    with RawClient(QUICK) as client:
        client.initialize(tmp_path)
        client.open(site.as_uri(), ENDLESS)
        preview = {"command": "puppetlens.previewCatalog", "arguments": [{"node": "a.example.com"}]}
        older = client.begin("workspace/executeCommand", preview)
        with pytest.raises(AssertionError):
            client.response(older, 1)
        client.change(site.as_uri(), 2, {"text": "notify { 'newer': }\n"})
        newer = client.ask("workspace/executeCommand", preview)
        assert "Notify[newer]" in newer["result"]["text"]
        assert client.response(older)["error"]["code"] == -32801


@pytest.mark.slow
def test_a_burst_of_changes_costs_little_and_ends_with_the_last_version(tmp_path: Path) -> None:
    write_files(tmp_path, {"environment.conf": "", "modules/web/README.md": ""})
    uri = (tmp_path / "manifests" / "site.pp").as_uri()
    faulty = "".join(f"include web::missing{number}\n" for number in range(1000))
    with RawClient(QUICK) as client:
        client.initialize(tmp_path)
        client.open(uri, faulty)
        assert len(client.diagnostics(uri, 1)) == 1000
        start = monotonic()
        for version in range(2, 302):
            client.change(uri, version, insertion(0, 0, "#"))
        assert len(client.diagnostics(uri, 301)) == 999
        assert monotonic() - start < 3
        published = [message for message in client.received if message["method"] == "textDocument/publishDiagnostics"]
        assert len(published) < 30


def test_a_folder_of_odd_files_costs_no_other_file_its_diagnostics(tmp_path: Path) -> None:
    """Pipes, devices, the server's own stdin, links in circles, a name that is no UTF-8."""
    manifests, module = tmp_path / "manifests", tmp_path / "modules/m/manifests"
    for folder in (manifests, module):
        folder.mkdir(parents=True)
    (module / "init.pp").symlink_to("/dev/stdin")
    (module / "zero.pp").symlink_to("/dev/zero")
    os.mkfifo(module / "pipe.pp")
    os.mkfifo(tmp_path / "environment.conf")
    for number in range(3):
        (manifests / f"l{number}").symlink_to("..")
    odd = os.fsencode(manifests) + b"/\xff.pp"
    with open(odd, "w") as file:
        file.write("include nosuch")
    plain, uri = manifests / "site.pp", f"file://{quote(odd)}"
    with RawClient(QUICK) as client:
        client.initialize(tmp_path)
        client.open(uri, "include nosuch")
        client.open(plain.as_uri(), "include nosuch\ninclude m, m::zero, m::pipe\n$x = 1 +")
        for each in (uri, plain.as_uri()):
            assert client.diagnostics(each, 1)
        answer = client.command("puppetlens.previewCatalog", {"node": "n"})
        assert answer["error"]["issue_code"] is None or not answer["error"]["issue_code"].startswith("PUPPETLENS_")
        assert client.result("shutdown") is None
        client.notify("exit")
        assert client.process.wait(10) == 0
